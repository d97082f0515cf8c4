// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @dequantize_c1(%c: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %x: tensor<8x4xf32>) {
  // expected-error @below {{'fp8.dequantize' op expected the result to have the shape of the codes, but 'tensor<8x4xf32>' and 'tensor<4x8xf8E4M3FN>' differ}}
  %0 = fp8.dequantize %c by %s outs(%x : tensor<8x4xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return
}

// -----

func.func @dequantize_c2_shape(%c: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %x: tensor<4x8xf32>) {
  // expected-note @below {{this shape follows from #fp8.granularity<row> for 'tensor<4x8xf8E4M3FN>'}}
  // expected-error @below {{'fp8.dequantize' op expected 'scale_inv' of shape [4], but got []}}
  %0 = fp8.dequantize %c by %s granularity<row> outs(%x : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return
}

// -----

func.func @dequantize_c2_element(%c: tensor<4x8xf8E4M3FN>, %s: tensor<4xf8E8M0FNU>, %x: tensor<4x8xf32>) {
  // expected-error @below {{'fp8.dequantize' op expected 'scale_inv' to have elements f32 under row, but got 'tensor<4xf8E8M0FNU>'}}
  %0 = fp8.dequantize %c by %s granularity<row> outs(%x : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<4xf8E8M0FNU>
  return
}

// -----

func.func @dequantize_c2_dynamic_group(%c: tensor<?xf8E4M3FN>, %s: tensor<?xf32>, %x: tensor<?xf32>) {
  // expected-error @below {{'fp8.dequantize' op expected a tensor that the granularity #fp8.granularity<group 8> fits, but got 'tensor<?xf8E4M3FN>'}}
  %0 = fp8.dequantize %c by %s granularity<group 8> outs(%x : tensor<?xf32>) : tensor<?xf8E4M3FN>, tensor<?xf32>
  return
}

// -----

func.func @dequantize_c3_two(%c: tensor<8xf8E4M3FN>, %s: tensor<f32>, %x: tensor<8xf32>) {
  // expected-error @below {{'fp8.dequantize' op expected 1 init, but got 2}}
  %0:2 = fp8.dequantize %c by %s outs(%x, %x : tensor<8xf32>, tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  return
}

// -----

func.func @dequantize_c3_kind(%c: memref<8xf8E4M3FN>, %s: memref<f32>, %x: tensor<8xf32>) {
  // expected-error @below {{'fp8.dequantize' op expected all operands to be memrefs like the first one, but #2 is 'tensor<8xf32>'}}
  %0 = fp8.dequantize %c by %s outs(%x : tensor<8xf32>) : memref<8xf8E4M3FN>, memref<f32>
  return
}
