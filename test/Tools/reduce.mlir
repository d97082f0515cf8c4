// RUN: env FP8_OPT=%fp8_obj/bin/fp8-opt fp8-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-contract.sh' 2>/dev/null | FileCheck %s

// The function without a contraction goes away, and the amax that it measures.
// CHECK-NOT: func.func @other
// CHECK-NOT: fp8.amax
// CHECK: fp8.contract
func.func @other(%x: tensor<4x8xf32>, %a: tensor<f32>) -> tensor<f32> {
  %m = fp8.amax %x outs(%a : tensor<f32>) : tensor<4x8xf32>
  return %m : tensor<f32>
}
func.func @step(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %s: tensor<f32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %m = fp8.amax %y outs(%s : tensor<f32>) : tensor<4x16xf32>
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return %r : tensor<4x16xf32>
}
