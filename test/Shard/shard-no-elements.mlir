// RUN: fp8-opt %s --split-input-file --fp8-shard=min-elements=0 --remark-format=emitRemark --remarks-filter=fp8-shard 2>&1 | FileCheck %s

// Rows of no elements cannot be divided among ranks.

// CHECK: 'w' stays whole: it has no elements
// CHECK: 'v' stays whole: it has no elements
// CHECK: @step(%arg0: tensor<10x0xf32>
module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
func.func @step(%w: tensor<10x0xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}) -> (tensor<10x0xf32> {fp8.updates = "w"}) {
  %0 = fp8.update states(%w : tensor<10x0xf32>) outs(%w : tensor<10x0xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0 : tensor<10x0xf32>
}
}

// -----

// The update also sums over the rows, of which there are none.

// CHECK: @step(%arg0: tensor<0x64xf32>
module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
func.func @step(%v: tensor<0x64xf32> {fp8.name = "v", fp8.state = #fp8.state<param>}, %s: tensor<f32>) -> (tensor<0x64xf32> {fp8.updates = "v"}, tensor<f32> {fp8.name = "total"}) {
  %0:2 = fp8.update states(%v : tensor<0x64xf32>) reductions [#fp8.reduction<sum>] outs(%v, %s : tensor<0x64xf32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  }
  return %0#0, %0#1 : tensor<0x64xf32>, tensor<f32>
}
}
