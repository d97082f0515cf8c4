// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @quantize_c1(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x4xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected the codes to have the shape of the input, but 'tensor<4x4xf8E4M3FN>' and 'tensor<4x8xf32>' differ}}
  %0 = fp8.quantize %x by %s outs(%c : tensor<4x4xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_fnuz(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FNUZ>) {
  // expected-error @below {{must be variadic of ranked tensor or memref of code (f8E4M3FN or f8E5M2) or scale (f32 or f8E8M0FNU) elements, but got}}
  %0 = fp8.quantize %x by %s outs(%c : tensor<4x8xf8E4M3FNUZ>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c2_absent(%x: tensor<4x8xf32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'scale' if and only if the granularity is tensor, but it is tensor and 'scale' is absent}}
  %0 = fp8.quantize %x outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>
  return
}

// -----

func.func @quantize_c2_needless(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %r: tensor<4xf32>) {
  // expected-error @below {{'fp8.quantize' op expected 'scale' if and only if the granularity is tensor, but it is row and 'scale' is present}}
  %0:2 = fp8.quantize %x by %s granularity<row> outs(%c, %r : tensor<4x8xf8E4M3FN>, tensor<4xf32>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c3(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 2 inits, but got 1}}
  %0 = fp8.quantize %x by %s with_amax outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c4_shape(%x: tensor<4x256xf32>, %c: tensor<4x256xf8E4M3FN>, %s: tensor<4x3xf32>) {
  // expected-note @below {{this shape follows from #fp8.granularity<block 1x128> for 'tensor<4x256xf32>'}}
  // expected-error @below {{'fp8.quantize' op expected 'scale_inv' of shape [4, 2], but got [4, 3]}}
  %0:2 = fp8.quantize %x granularity<block 1x128> outs(%c, %s : tensor<4x256xf8E4M3FN>, tensor<4x3xf32>) : tensor<4x256xf32>
  return
}

// -----

func.func @quantize_c4_rank(%x: tensor<256xf32>, %c: tensor<256xf8E4M3FN>, %s: tensor<2xf32>) {
  // expected-error @below {{'fp8.quantize' op expected a tensor that the granularity #fp8.granularity<block 1x128> fits, but got 'tensor<256xf32>'}}
  %0:2 = fp8.quantize %x granularity<block 1x128> outs(%c, %s : tensor<256xf8E4M3FN>, tensor<2xf32>) : tensor<256xf32>
  return
}

// -----

func.func @quantize_c4_codes(%x: tensor<4x64xf32>, %c: tensor<4x64xf8E5M2>, %s: tensor<4xf8E5M2>) {
  // expected-error @below {{'fp8.quantize' op expected 'scale_inv' to have elements f32 under row, but got 'tensor<4xf8E5M2>'}}
  %0:2 = fp8.quantize %x granularity<row> outs(%c, %s : tensor<4x64xf8E5M2>, tensor<4xf8E5M2>) : tensor<4x64xf32>
  return
}

// -----

func.func @quantize_c4_element(%x: tensor<4x64xf32>, %c: tensor<4x64xf8E4M3FN>, %s: tensor<4x2xf32>) {
  // expected-error @below {{'fp8.quantize' op expected 'scale_inv' to have elements f8E8M0FNU under mx, but got 'tensor<4x2xf32>'}}
  %0:2 = fp8.quantize %x granularity<mx> outs(%c, %s : tensor<4x64xf8E4M3FN>, tensor<4x2xf32>) : tensor<4x64xf32>
  return
}

// -----

func.func @quantize_c4_codes(%x: tensor<4x128xf32>, %c: tensor<4x128xf8E4M3FN>, %s: tensor<4x1xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'scale_inv' to have elements f32 under block, but got 'tensor<4x1xf8E4M3FN>'}}
  %0:2 = fp8.quantize %x granularity<block 1x128> outs(%c, %s : tensor<4x128xf8E4M3FN>, tensor<4x1xf8E4M3FN>) : tensor<4x128xf32>
  return
}

// -----

func.func @quantize_c5(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %a: tensor<1xf32>) {
  // expected-error @below {{'fp8.quantize' op expected the destination of the amax to be an f32 of rank 0, but got 'tensor<1xf32>'}}
  %0:2 = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<4x8xf8E4M3FN>, tensor<1xf32>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c6_absent(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %seed: i32) {
  // expected-error @below {{'fp8.quantize' op expected 'seed', 'step' and 'stream' if and only if rounding is stochastic, but rounding is stochastic and 'step' is absent}}
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 1 seed %seed outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c6_needless(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'seed', 'step' and 'stream' if and only if rounding is stochastic, but rounding is nearest_even and 'stream' is present}}
  %0 = fp8.quantize %x by %s stream 1 outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c7(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'scaling' only if the op computes its scales, but the granularity is tensor}}
  %0 = fp8.quantize %x by %s scaling<pow2 = true> outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c8_together(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'offsets' and 'global_shape' together, but only one is there}}
  %0 = "fp8.quantize"(%x, %s, %c) <{global_shape = array<i64: 4, 8>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1, 0>}> : (tensor<4x8xf32>, tensor<f32>, tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN>
  return
}

// -----

func.func @quantize_c8_rank(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 'offsets' and 'global_shape' to have one entry per dimension of 'tensor<4x8xf32>', but they have 1 and 1}}
  %0 = fp8.quantize %x by %s at [0] of [8] outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c8_values(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %i: index) {
  // expected-error @below {{'fp8.quantize' op expected 0 values for dynamic offsets, but got 1}}
  %0 = "fp8.quantize"(%x, %s, %i, %c) <{static_offsets = array<i64: 0, 0>, global_shape = array<i64: 4, 8>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1, 0>}> : (tensor<4x8xf32>, tensor<f32>, index, tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN>
  return
}

// -----

func.func @quantize_c8_outside(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected 4 elements from 6 on to lie in dimension 0, but its global extent is 8}}
  %0 = fp8.quantize %x by %s at [6, 0] of [8, 8] outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c8_too_small(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %i: index) {
  // expected-error @below {{'fp8.quantize' op expected 4 elements to lie in dimension 0, but its global extent is 2}}
  %0 = fp8.quantize %x by %s at [%i, 0] of [2, 8] outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c9(%x: memref<4x8xf32>, %s: tensor<f32>, %c: memref<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected all operands to be memrefs like the first one, but #1 is 'tensor<f32>'}}
  fp8.quantize %x by %s outs(%c : memref<4x8xf8E4M3FN>) : memref<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c10(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf32>) {
  // expected-error @below {{'fp8.quantize' op expected codes of f8E4M3FN or f8E5M2, but got 'tensor<4x8xf32>'}}
  %0 = fp8.quantize %x by %s outs(%c : tensor<4x8xf32>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c6_use(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected no 'use' unless rounding is stochastic}}
  %0 = fp8.quantize %x by %s use 17 outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// -----

func.func @quantize_c6_use_offset(%x: tensor<4x8xf32>, %s: tensor<f32>, %seed: i32, %c: tensor<4x8xf8E4M3FN>) {
  // expected-error @below {{'fp8.quantize' op expected no offset of 'use' without 'use'}}
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 7 + %seed seed %seed step %seed outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}
