// RUN: fp8-opt %s --fp8-tensorize-boundaries --verify-diagnostics

func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported by fp8-tensorize-boundaries: a call of 'recursive', which is public}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  %y = func.call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
