// RUN: fp8-opt %s --fp8-annotate-states --fp8-raise-updates | FileCheck %s

// A buffer that the forward reads and the step returns unchanged, like the
// buffers of torch modules. It is not a parameter and has no update, even
// after the pair has its attribute.
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>}
// CHECK-SAME: %[[MASK:[a-z0-9]+]]: tensor<2x4xf32> {fp8.name = "arg1"}
// CHECK-COUNT-1: fp8.update states(%[[W]] : tensor<8x4xf32>)
// CHECK-NOT: fp8.update
// CHECK: return %{{.*}}, %{{.*}}, %[[MASK]]
#sq = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @step(%w: tensor<8x4xf32>, %mask: tensor<2x4xf32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8x4xf32>, tensor<2x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %masked = arith.mulf %y, %mask : tensor<2x4xf32>
  %loss = linalg.generic {indexing_maps = [#sq, #none], iterator_types = ["reduction", "reduction"]} ins(%masked : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %s, %out : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %masked : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %w1 = arith.subf %w, %dw : tensor<8x4xf32>
  return %loss, %w1, %mask : tensor<f32>, tensor<8x4xf32>, tensor<2x4xf32>
}
