// RUN: fp8-opt %s --fp8-tensorize-boundaries | FileCheck %s
// RUN: fp8-opt %s --fp8-cpu-pipeline -o /dev/null
// RUN: fp8-opt %s --fp8-upstream-pipeline -o /dev/null

// Tensors without columns have no rows at the boundary that ranks could hold.
// CHECK-LABEL: @step
// CHECK-SAME: tensor<0xf32> {{{.*}}fp8.name = "w"
// CHECK-NOT: fp8.shard
// CHECK: return
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<4x0xf32> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>})
      -> (tensor<4x0xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "w"}) {
    %n = arith.negf %w : tensor<4x0xf32>
    return %n : tensor<4x0xf32>
  }
}
