// RUN: fp8-opt %s | FileCheck %s
// RUN: fp8-opt %s -o %t.mlir && fp8-opt %s --fp8-microbatches | diff %t.mlir -
// RUN: fp8-opt %s --fp8-microbatches=ranks=2 | diff %t.mlir -
// RUN: not fp8-opt %s --fp8-microbatches=number=2 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: [[#@LINE+8]]:10: error: unsupported micro-batches of a step that has collectives; supported is number=1, but got 2

// A step that combines the batches of its ranks itself is unchanged.
// CHECK: fp8.all_reduce
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %sum = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<4xf32>) : tensor<4xf32>
  %new = arith.subf %w, %sum : tensor<4xf32>
  return %new : tensor<4xf32>
}
}
