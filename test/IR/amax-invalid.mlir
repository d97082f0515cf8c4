// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @amax_c1_shape(%x: tensor<4x8xf32>, %a: tensor<8xf32>) {
  // expected-note @below {{this shape follows from #fp8.granularity<row> for 'tensor<4x8xf32>'}}
  // expected-error @below {{'fp8.amax' op expected 'init' of shape [4], but got [8]}}
  %0 = fp8.amax %x granularity<row> outs(%a : tensor<8xf32>) : tensor<4x8xf32>
  return
}

// -----

func.func @amax_c1_rank(%x: tensor<f32>, %a: tensor<f32>) {
  // expected-error @below {{'fp8.amax' op expected a tensor that the granularity #fp8.granularity<row> fits, but got 'tensor<f32>'}}
  %0 = fp8.amax %x granularity<row> outs(%a : tensor<f32>) : tensor<f32>
  return
}

// -----

func.func @amax_c1_two(%x: tensor<8xf32>, %a: tensor<f32>) {
  // expected-error @below {{'fp8.amax' op expected 1 init, but got 2}}
  %0:2 = fp8.amax %x outs(%a, %a : tensor<f32>, tensor<f32>) : tensor<8xf32>
  return
}

// -----

func.func @amax_c2(%x: tensor<8xf32>, %a: memref<f32>) {
  // expected-error @below {{'fp8.amax' op expected all operands to be tensors like the first one, but #1 is 'memref<f32>'}}
  fp8.amax %x outs(%a : memref<f32>) : tensor<8xf32>
  return
}
