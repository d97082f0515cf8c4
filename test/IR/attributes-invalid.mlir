// RUN: fp8-opt %s --split-input-file --verify-diagnostics
// expected-error @below {{expected 'block' to have 2 sizes, but got 1}}
func.func private @granularity_c1() attributes {a = #fp8.granularity<block 4>}

// -----

// expected-error @below {{expected '>'}}
func.func private @granularity_c1_row() attributes {a = #fp8.granularity<row 4>}

// -----

// expected-error @below {{expected a positive size, but got 0}}
func.func private @granularity_c2() attributes {a = #fp8.granularity<group 0>}

// -----

// expected-error @below {{expected 'mx' to have the sizes 32x1, or none, but got 1x32}}
func.func private @granularity_c3() attributes {a = #fp8.granularity<mx 1x32>}

// -----

// expected-error @below {{expected one of [tensor, row, block, mx, group] for a scaling granularity, got: column}}
func.func private @granularity_unknown() attributes {a = #fp8.granularity<column>}

// -----

// expected-error @below {{expected one of [param, moment, residual, scale, amax, history, rng, step, rank], but got 'params'}}
func.func private @state_unknown() attributes {a = #fp8.state<params>}

// -----

// expected-error @below {{expected a margin from 0 to 127, but got -1}}
func.func private @scaling_c1() attributes {a = #fp8.scaling<margin = -1>}

// -----

// expected-error @below {{expected an epsilon that is finite and not negative, but got INF}}
func.func private @scaling_c2() attributes {a = #fp8.scaling<epsilon = 0x7F800000>}

// -----

// expected-error @below {{expected one of margin, pow2, epsilon, but found 'power'}}
func.func private @scaling_key() attributes {a = #fp8.scaling<power = true>}

// -----

// expected-error @below {{expected 'margin' at most once, but found it again}}
func.func private @scaling_twice() attributes {a = #fp8.scaling<margin = 1, margin = 2>}

// -----

// expected-error @below {{expected 'true' or 'false', but found 'yes'}}
func.func private @scaling_boolean() attributes {a = #fp8.scaling<pow2 = yes>}

// -----

// expected-error @below {{expected a transposed copy of granularity tensor, row, block or mx, but got group}}
func.func private @copy_c1() attributes {a = #fp8.copy<format = e4m3, transposed = true, granularity = <group 128>>}

// -----

// expected-error @below {{expected e4m3 or e5m2 with the granularity mx, but got ue4m4}}
func.func private @copy_c2() attributes {a = #fp8.copy<format = ue4m4, granularity = <mx>>}

// -----

// expected-error @below {{expected bf16 to have the granularity tensor, but got row}}
func.func private @copy_c3() attributes {a = #fp8.copy<format = bf16, granularity = <row>>}

// -----

// expected-error @below {{expected f32 to have no residual, but got bf16}}
func.func private @storage_c1() attributes {a = #fp8.storage<format = f32, residual = bf16>}

// -----

// expected-error @below {{expected f32 to round to nearest_even, but got stochastic}}
func.func private @storage_c1_rounding() attributes {a = #fp8.storage<format = f32, rounding = stochastic, stream = 0>}

// -----

// expected-error @below {{expected a main plane of e4m3 with the residual split8, but got bf16}}
func.func private @storage_c2() attributes {a = #fp8.storage<format = bf16, residual = split8>}

// -----

// expected-error @below {{expected e4m3 or e5m2 with the granularity mx, but got ue5m3}}
func.func private @storage_c3() attributes {a = #fp8.storage<format = ue5m3, granularity = <mx>>}

// -----

// expected-error @below {{expected 'stream' if and only if rounding is stochastic, but rounding is stochastic and 'stream' is absent}}
func.func private @storage_c4_absent() attributes {a = #fp8.storage<format = bf16, rounding = stochastic>}

// -----

// expected-error @below {{expected 'stream' if and only if rounding is stochastic, but rounding is nearest_even and 'stream' is present}}
func.func private @storage_c4_needless() attributes {a = #fp8.storage<format = bf16, stream = 1>}

// -----

// expected-error @below {{expected a residual under compute = full, but there is none}}
func.func private @storage_c5() attributes {a = #fp8.storage<format = bf16, compute = full>}

// -----

// expected-error @below {{expected ue4m4 to have no residual, but got bf16}}
func.func private @storage_c6() attributes {a = #fp8.storage<format = ue4m4, residual = bf16>}

// -----

// expected-error @below {{expected f16 to have the granularity tensor, but got group}}
func.func private @storage_c7() attributes {a = #fp8.storage<format = f16, granularity = <group 8>>}

// -----

// expected-error @below {{expected pow2_scale under the granularity row, block or group, but it is tensor}}
func.func private @storage_c8() attributes {a = #fp8.storage<format = e4m3, pow2_scale = true>}

// -----

// expected-error @below {{expected pow2_scale under the granularity row, block or group, but it is mx}}
func.func private @storage_c8_mx() attributes {a = #fp8.storage<format = e4m3, granularity = <mx>, pow2_scale = true>}

// -----

// expected-error @below {{expected a format}}
func.func private @storage_no_format() attributes {a = #fp8.storage<residual = bf16>}

// -----

// expected-error @below {{expected one of [f32, bf16, f16, e4m3, e5m2, ue4m4, ue5m3, e4m11, e4m19] for a number format, got: e3m4}}
func.func private @storage_unknown_format() attributes {a = #fp8.storage<format = e3m4>}
