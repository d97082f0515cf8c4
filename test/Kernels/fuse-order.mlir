// RUN: fp8-opt %s --fp8-fuse | FileCheck %s

// A kernel with an early and a late op runs before the first op that reads it.
// The gather then stays behind the first matmul, and its result takes no memory
// before.

#id = affine_map<(i, j) -> (i, j)>

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// CHECK-LABEL: @step
// CHECK: %[[BOTH:.*]]:2 = fp8.kernel "elementwise"
// CHECK: %[[FIRST:.*]] = fp8.kernel "reduce" ins(%[[BOTH]]#0,
// CHECK: %[[W:.*]] = fp8.all_gather
// CHECK: fp8.kernel "reduce" ins(%[[BOTH]]#1, %[[W]], %[[FIRST]] :
func.func @step(%x: tensor<8x8xf32>, %rows: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %early = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %a : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %first = linalg.matmul ins(%early, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  %w = fp8.all_gather %rows over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %late = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%early : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.negf %a : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %second = linalg.matmul ins(%late, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%first : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %first, %second : tensor<8x8xf32>, tensor<8x8xf32>
}

}
