// RUN: fp8-opt %s --split-input-file --verify-diagnostics

func.func @negative_scalar(%x: f32, %g: tensor<4xf32>) {
  // expected-error @below {{'fp8.barrier' op operand #0 must be ranked tensor of any type values, but got 'f32'}}
  %0 = "fp8.barrier"(%x, %g) : (f32, tensor<4xf32>) -> f32
  return
}

// -----

func.func @negative_type(%x: tensor<8xf32>, %g: tensor<4xf32>) {
  // expected-error @below {{'fp8.barrier' op failed to verify that all of {source, result} have same type}}
  %0 = "fp8.barrier"(%x, %g) : (tensor<8xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
