// RUN: fp8-opt %s --fp8-shard=min-elements=16 --remark-format=emitRemark --remarks-filter=fp8-shard -o /dev/null 2>&1 | FileCheck %s

// A unit also holds whole granules of the readers, so that a rank can quantize
// its rows. With too few rows for it, planes travel in place of codes.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
// CHECK: 'read' is divided; rows per unit: 4; per rank: 4 of 12 on 4 ranks; padding: 4
// CHECK: 'short' is divided; rows per unit: 1; per rank: 2 of 6 on 4 ranks; padding: 2
func.func @step(%read: tensor<12x8xf32> {fp8.name = "read", fp8.state = #fp8.state<param>}, %short: tensor<6x8xf32> {fp8.name = "short", fp8.state = #fp8.state<param>})
    -> (tensor<12x8xf32> {fp8.updates = "read"}, tensor<6x8xf32> {fp8.updates = "short"}, tensor<12x8xf8E4M3FN>, tensor<3x2xf32>, tensor<6x8xf8E4M3FN>, tensor<2x2xf32>) {
  %c0 = tensor.empty() : tensor<12x8xf8E4M3FN>
  %s0 = tensor.empty() : tensor<3x2xf32>
  %q0, %i0 = fp8.quantize %read granularity<block 4x4> outs(%c0, %s0 : tensor<12x8xf8E4M3FN>, tensor<3x2xf32>) : tensor<12x8xf32>
  %c1 = tensor.empty() : tensor<6x8xf8E4M3FN>
  %s1 = tensor.empty() : tensor<2x2xf32>
  %q1, %i1 = fp8.quantize %short granularity<block 5x4> outs(%c1, %s1 : tensor<6x8xf8E4M3FN>, tensor<2x2xf32>) : tensor<6x8xf32>
  %0 = fp8.update states(%read : tensor<12x8xf32>) storage [#fp8.storage<format = f32>] outs(%read : tensor<12x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %1 = fp8.update states(%short : tensor<6x8xf32>) storage [#fp8.storage<format = f32>] outs(%short : tensor<6x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0, %1, %q0, %i0, %q1, %i1 : tensor<12x8xf32>, tensor<6x8xf32>, tensor<12x8xf8E4M3FN>, tensor<3x2xf32>, tensor<6x8xf8E4M3FN>, tensor<2x2xf32>
}
}
