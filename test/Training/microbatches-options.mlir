// RUN: fp8-opt %s --fp8-microbatches="number=3 shared=mask" | FileCheck %s
// RUN: not fp8-opt %s --fp8-microbatches=number=0 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not fp8-opt %s --fp8-microbatches=number=1025 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: microbatches-options.mlir:{{[1-9][0-9]*}}:1: error: unsupported number of micro-batches 1025; supported are up to 1024
// COUNT: error: expected a positive number of micro-batches, but got 0
// COUNT-NOT: return
// RUN: not fp8-opt %s --fp8-microbatches="number=2 shared=(" 2>&1 | FileCheck %s --check-prefix=REGEX
// REGEX: error: expected shared= to hold regular expressions, but '(' is not one: parentheses not balanced
// RUN: not fp8-opt %s --fp8-microbatches="number=2 shared=masks" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected shared= to match an argument, but 'masks' matches none
// NONE: note: the arguments are w, x, mask
// RUN: not fp8-opt %s --fp8-microbatches="number=2 shared=x,mask,t" 2>&1 | FileCheck %s --check-prefix=NONE-T
// NONE-T: error: expected shared= to match an argument, but 't' matches none
// RUN: not fp8-opt %s --fp8-microbatches="number=2 shared=x,mask" 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: error: expected an argument that is a batch, but there is none
// ALL: note: a batch is a tensor of rank 1 or more that no result overwrites and that has no 'fp8.state'
// RUN: not fp8-opt %s --fp8-microbatches=number=2 --fp8-microbatches=number=2 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: expected a step of one micro-batch, but 'x' holds 2 : i64 of them

#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// Values that every micro-batch reads are computed once.
// CHECK: func.func @step(
// CHECK-SAME: tensor<3x8x4xf32> {fp8.microbatches = 3 : i64, fp8.name = "x"}
// CHECK-SAME: tensor<8x4xf32> {fp8.name = "mask"}
// CHECK-COUNT-1: arith.divf
// CHECK-NOT: arith.divf
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<8x4xf32> {fp8.name = "x"}, %mask: tensor<8x4xf32> {fp8.name = "mask"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %ones = arith.constant dense<1.0> : tensor<8x4xf32>
  %factors = arith.divf %ones, %mask : tensor<8x4xf32>
  %y = linalg.generic {indexing_maps = [#ij, #ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %factors, %w : tensor<8x4xf32>, tensor<8x4xf32>, tensor<4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %f: f32, %p: f32, %unused: f32):
    %0 = arith.mulf %a, %f : f32
    %1 = arith.mulf %0, %p : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %g = linalg.generic {indexing_maps = [#ij, #ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x, %factors : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %f: f32, %sum: f32):
    %0 = arith.mulf %a, %f : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4xf32>
}
