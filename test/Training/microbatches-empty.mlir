// RUN: fp8-opt %s --fp8-microbatches=number=2 | FileCheck %s

// Results of micro-batches are stacked. Without elements there is nothing to
// insert: upstream's verifier rejects an empty slice.

// CHECK-LABEL: func.func @step
// CHECK-NOT: tensor.insert_slice
// CHECK: %[[STACK:.*]] = tensor.empty() : tensor<2x0x4xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: return %{{.*}}, %{{.*}}, %[[STACK]] :
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<2x4xf32>) -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<4x4xf32>, tensor<0x4xf32>) {
  %cst = arith.constant dense<0.0> : tensor<f32>
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %zw = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  %l = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<2x4xf32>) outs(%cst : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %6 = arith.mulf %in, %in : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<f32>
  %d = arith.addf %y, %y : tensor<2x4xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %t = linalg.transpose ins(%x : tensor<2x4xf32>) outs(%e : tensor<4x2xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%t, %d : tensor<4x2xf32>, tensor<2x4xf32>) outs(%zw : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = tensor.extract_slice %y[1, 0] [0, 4] [1, 1] : tensor<2x4xf32> to tensor<0x4xf32>
  return %l, %g, %s : tensor<f32>, tensor<4x4xf32>, tensor<0x4xf32>
}
