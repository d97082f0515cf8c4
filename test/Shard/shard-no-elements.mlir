// RUN: fp8-opt %s --fp8-shard=min-elements=0 --remark-format=emitRemark --remarks-filter=fp8-shard 2>&1 | FileCheck %s

// Rows of no elements cannot be divided among ranks.

// CHECK: 'w' stays whole: it has no elements
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
