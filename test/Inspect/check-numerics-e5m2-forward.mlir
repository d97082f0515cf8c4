// RUN: fp8-opt %s --fp8-check-numerics=only=e5m2-forward --split-input-file --verify-diagnostics -o /dev/null

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @forward(%x: tensor<4x8xf8E4M3FN>, %w: tensor<8x4xf8E5M2> {fp8.name = "w"}, %s: tensor<f32>) -> tensor<4x4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-error @below {{e5m2-forward: expected e4m3 operands of a forward contraction, with relative errors of at most 2^-4, but rhs is 'w' (tensor<8x4xf8E5M2>), with errors of up to 2^-3}}
  // expected-note @below {{remedy: quantize it to f8E4M3FN (forward-format=e4m3)}}
  // expected-note @below {{to accept it: fp8.allow = ["e5m2-forward"] on the op or on an op around it}}
  %y = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s outs(%zeros : tensor<4x4xf32>) {fp8.class = "fwd"} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E5M2> by tensor<f32>
  return %y : tensor<4x4xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// e5m2 is meant for gradients. A
// contraction without a class is unknown.
func.func @negative_backward(%x: tensor<4x8xf8E4M3FN>, %g: tensor<8x4xf8E5M2>, %s: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %a = fp8.contract [#lhs, #rhs, #out] %x by %s, %g by %s outs(%zeros : tensor<4x4xf32>) {fp8.class = "dW"} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E5M2> by tensor<f32>
  %b = fp8.contract [#lhs, #rhs, #out] %x by %s, %g by %s outs(%zeros : tensor<4x4xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E5M2> by tensor<f32>
  %c = fp8.contract [#lhs, #rhs, #out] %x by %s, %g by %s outs(%zeros : tensor<4x4xf32>) {fp8.class = "fwd", fp8.allow = ["e5m2-forward"]} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E5M2> by tensor<f32>
  return %a, %b, %c : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
