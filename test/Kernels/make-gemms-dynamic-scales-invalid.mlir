// RUN: fp8-opt %s --fp8-make-gemms=block-scales --verify-diagnostics

// Neither the library nor a kernel reads scales of dynamic shapes.
func.func @negative_dynamic_scales(%x: tensor<16x512xf8E4M3FN>, %sx: tensor<16x?xf32>, %w: tensor<256x512xf8E4M3FN>, %sw: tensor<2x4xf32>) -> tensor<16x256xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x256xf32>
  // expected-error @below {{unsupported by fp8-decompose: 'fp8.contract' with an operand of type 'tensor<16x?xf32>'}}
  // expected-note @below {{supported are tensors of static shape}}
  %0 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx granularity<block 1x128>, %w by %sw granularity<block 128x128>
      outs(%zero : tensor<16x256xf32>) : tensor<16x512xf8E4M3FN> by tensor<16x?xf32>, tensor<256x512xf8E4M3FN> by tensor<2x4xf32>
  return %0 : tensor<16x256xf32>
}
