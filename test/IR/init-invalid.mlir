// RUN: fp8-opt %s --split-input-file --verify-diagnostics -o /dev/null
func.func @init_c1(%seed: i32, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{expected 2 inits, but got 1}}
  %0 = fp8.init normal parameters [0.0, 1.0] stream 0 seed %seed outs(%c : tensor<4x8xf8E4M3FN>)
  return
}

// -----

func.func @init_c1_first(%c: tensor<4x8xf8E8M0FNU>) {
  // expected-error @below {{expected values of f32, bf16 or f16 or codes as first init, but got 'tensor<4x8xf8E8M0FNU>'}}
  %0 = fp8.init ones outs(%c : tensor<4x8xf8E8M0FNU>)
  return
}

// -----

func.func @init_c2_number(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected 2 or 3 parameters of truncated_normal, but got 1}}
  %0 = fp8.init truncated_normal parameters [1.0] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c2_none(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 0 parameters of zeros, but got 1}}
  %0 = fp8.init zeros parameters [1.0] outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c2_finite(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected finite parameters, but got}}
  %0 = fp8.init constant parameters [1.0e39] outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c2_order(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected low <= high, but got 2.000000e+00 and 1.000000e+00}}
  %0 = fp8.init uniform parameters [2.0, 1.0] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c2_deviation(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected a deviation that is not negative, but got -1.000000e+00}}
  %0 = fp8.init normal parameters [0.0, -1.0] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c2_limit(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected a limit above 0, but got 0.000000e+00}}
  %0 = fp8.init truncated_normal parameters [0.0, 1.0, 0.0] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_together(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'gain', 'fan' and 'axes' together, instead of 'parameters', and only with uniform, normal and truncated_normal}}
  %0 = fp8.init normal gain 1.0 fan<in> stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_parameters(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'gain', 'fan' and 'axes' together}}
  %0 = fp8.init normal parameters [0.0, 1.0] gain 1.0 fan<in> axes [0, 1] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_constant(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'gain', 'fan' and 'axes' together}}
  %0 = fp8.init ones gain 1.0 fan<in> axes [0, 1] outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_gain(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected a finite gain above 0, but got 0.000000e+00}}
  %0 = fp8.init normal gain 0.0 fan<in> axes [0, 1] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_axes(%seed: i32, %w: tensor<4x8xf32>) {
  // expected-error @below {{expected two different axes of 'tensor<4x8xf32>', but got [1, 1]}}
  %0 = fp8.init normal gain 1.0 fan<in> axes [1, 1] stream 0 seed %seed outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c3_axis(%seed: i32, %w: tensor<8xf32>) {
  // expected-error @below {{expected two different axes of 'tensor<8xf32>', but got [0, 1]}}
  %0 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 0 seed %seed outs(%w : tensor<8xf32>)
  return
}

// -----

func.func @init_c4_seed(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'seed' and 'stream' if and only if the distribution is random, but it is normal and 'seed' is absent}}
  %0 = fp8.init normal parameters [0.0, 1.0] stream 0 outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c4_stream(%w: tensor<4x8xf32>) {
  // expected-error @below {{but it is zeros and 'stream' is present}}
  %0 = fp8.init zeros stream 3 outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c5(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'granularity', 'scaling' and 'with_wide' only where the first init holds codes, but it is 'tensor<4x8xf32>'}}
  %0 = fp8.init ones granularity<row> outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c5_wide(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 'granularity', 'scaling' and 'with_wide' only where}}
  %0 = fp8.init ones with_wide outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c6_shape(%c: tensor<4x8xf8E4M3FN>, %s: tensor<f32>) {
  // expected-error @below {{expected 'scale_inv' of shape [4], but got []}}
  // expected-note @below {{this shape follows from #fp8.granularity<row> for 'tensor<4x8xf8E4M3FN>'}}
  %0:2 = fp8.init ones granularity<row> outs(%c, %s : tensor<4x8xf8E4M3FN>, tensor<f32>)
  return
}

// -----

func.func @init_c6_element(%c: tensor<4x32xf8E4M3FN>, %s: tensor<4x1xf32>) {
  // expected-error @below {{expected 'scale_inv' to have elements f8E8M0FNU under mx, but got 'tensor<4x1xf32>'}}
  %0:2 = fp8.init ones granularity<mx> outs(%c, %s : tensor<4x32xf8E4M3FN>, tensor<4x1xf32>)
  return
}

// -----

func.func @init_c7_amax(%w: tensor<4x8xf32>, %a: tensor<1xf32>) {
  // expected-error @below {{expected the destination of the amax to be an f32 of rank 0, but got 'tensor<1xf32>'}}
  %0:2 = fp8.init ones with_amax outs(%w, %a : tensor<4x8xf32>, tensor<1xf32>)
  return
}

// -----

func.func @init_c7_wide(%c: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<4x4xf32>) {
  // expected-error @below {{expected wide values of f32, bf16 or f16 in the shape of the codes, 'tensor<4x8xf8E4M3FN>', but got 'tensor<4x4xf32>'}}
  %0:3 = fp8.init ones with_wide outs(%c, %s, %w : tensor<4x8xf8E4M3FN>, tensor<f32>, tensor<4x4xf32>)
  return
}

// -----

func.func @init_c8(%w: tensor<4x8xf32>) {
  // expected-error @below {{expected 8 elements from 4 on to lie in dimension 1, but its global extent is 8}}
  %0 = fp8.init ones at [0, 4] of [4, 8] outs(%w : tensor<4x8xf32>)
  return
}

// -----

func.func @init_c9_row(%c: tensor<4x8xf8E4M3FN>, %s: tensor<4xf32>) {
  // expected-error @below {{expected a part that consists of whole granules of #fp8.granularity<row>, but 'tensor<4x8xf8E4M3FN>' at [0, 8] of [4, 16] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<row> at [0, 8] of [4, 16] outs(%c, %s : tensor<4x8xf8E4M3FN>, tensor<4xf32>)
  return
}

// -----

func.func @init_c9_block(%c: tensor<4x16xf8E4M3FN>, %s: tensor<1x1xf32>) {
  // expected-error @below {{at [2, 0] of [8, 16] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<block 4x16> at [2, 0] of [8, 16] outs(%c, %s : tensor<4x16xf8E4M3FN>, tensor<1x1xf32>)
  return
}

// -----

func.func @init_c9_block_end(%i: index, %c: tensor<3x16xf8E4M3FN>, %s: tensor<1x1xf32>) {
  // expected-error @below {{at [?, 0] of [8, 16] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<block 4x16> at [%i, 0] of [8, 16] outs(%c, %s : tensor<3x16xf8E4M3FN>, tensor<1x1xf32>)
  return
}

// -----

func.func @init_c9_mx(%c: tensor<4x32xf8E4M3FN>, %s: tensor<4x1xf8E8M0FNU>) {
  // expected-error @below {{at [0, 48] of [4, 96] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<mx> at [0, 48] of [4, 96] outs(%c, %s : tensor<4x32xf8E4M3FN>, tensor<4x1xf8E8M0FNU>)
  return
}

// -----

func.func @init_c9_columns(%c: tensor<32x4xf8E4M3FN>, %s: tensor<1x4xf8E8M0FNU>) {
  // expected-error @below {{at [16, 0] of [96, 4] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<mx 32x1> at [16, 0] of [96, 4] outs(%c, %s : tensor<32x4xf8E4M3FN>, tensor<1x4xf8E8M0FNU>)
  return
}

// -----

func.func @init_c9_group(%c: tensor<4x16xf8E4M3FN>, %s: tensor<2xf32>) {
  // expected-error @below {{at [1, 0] of [8, 16] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<group 32> at [1, 0] of [8, 16] outs(%c, %s : tensor<4x16xf8E4M3FN>, tensor<2xf32>)
  return
}

// -----

func.func @init_c9_group_columns(%c: tensor<8x8xf8E4M3FN>, %s: tensor<8xf32>) {
  // expected-error @below {{at [0, 8] of [8, 16] splits a granule}}
  // expected-note @below {{the scale of that granule would depend on the sharding}}
  %0:2 = fp8.init ones granularity<group 8> at [0, 8] of [8, 16] outs(%c, %s : tensor<8x8xf8E4M3FN>, tensor<8xf32>)
  return
}

// -----

func.func @init_c10_kind(%w: tensor<4x8xf32>, %a: memref<f32>) {
  // expected-error @below {{expected all operands to be tensors like the first one, but #1 is 'memref<f32>'}}
  %0 = fp8.init ones with_amax outs(%w, %a : tensor<4x8xf32>, memref<f32>)
  return
}

// -----

func.func @init_c10_static(%w: tensor<?x8xf32>) {
  // expected-error @below {{expected static shapes, but got 'tensor<?x8xf32>'}}
  %0 = fp8.init ones outs(%w : tensor<?x8xf32>)
  return
}

// -----

func.func @init_c6_codes(%c: tensor<4x8xf8E4M3FN>, %s: tensor<4xf8E5M2>) {
  // expected-error @below {{expected 'scale_inv' to have elements f32 under row, but got 'tensor<4xf8E5M2>'}}
  %0:2 = fp8.init ones granularity<row> outs(%c, %s : tensor<4x8xf8E4M3FN>, tensor<4xf8E5M2>)
  return
}
