// RUN: fp8-opt %s --fp8-shard=min-elements=0 | FileCheck %s

// Ranks hold whole tensors if an update also has a tensor of a dynamic shape.

#M = #fp8.storage<format = e4m3, granularity = <group 16>>
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// CHECK-LABEL: @step(
// CHECK-SAME:    tensor<8x8xf8E4M3FN> {fp8.name = "m"
// CHECK-SAME:    tensor<?xf32> {fp8.name = "m.scale_inv"
// CHECK-SAME:    tensor<?x8xf32> {fp8.name = "v"
// CHECK-SAME:    tensor<2x8xf32> {fp8.name = "w"
func.func @step(%m: tensor<8x8xf8E4M3FN> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %s: tensor<?xf32> {fp8.name = "m.scale_inv", fp8.state = #fp8.state<scale>}, %v: tensor<?x8xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %w: tensor<4x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>})
    -> (tensor<8x8xf8E4M3FN> {fp8.updates = "m"}, tensor<?xf32> {fp8.updates = "m.scale_inv"}, tensor<?x8xf32> {fp8.updates = "v"}, tensor<4x8xf32> {fp8.updates = "w"}) {
  %m2:2 = fp8.update states(%m, %s : tensor<8x8xf8E4M3FN>, tensor<?xf32>) storage [#M] outs(%m, %s : tensor<8x8xf8E4M3FN>, tensor<?xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %v2 = fp8.update states(%v : tensor<?x8xf32>) outs(%v : tensor<?x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %w2 = fp8.update states(%w : tensor<4x8xf32>) outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %m2#0, %m2#1, %v2, %w2 : tensor<8x8xf8E4M3FN>, tensor<?xf32>, tensor<?x8xf32>, tensor<4x8xf32>
}
}
