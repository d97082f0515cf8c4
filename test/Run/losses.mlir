// The losses of a step are named by number or name; several are a list, and the
// first of them in the order of results is reported.

// RUN: fp8-run %s --loss=b,a --explain --recipe=current 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: fp8-run %s --loss=1 --explain --recipe=delayed 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: not fp8-run %s --explain 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not fp8-run %s --loss=a,,b --explain 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: fp8-run %s --loss=a,b --inputs=random:1 --steps=3 --recipe=current --csv=%t.csv && FileCheck %s --check-prefix=CSV --input-file=%t.csv

// BOTH: the loss is result #0, a
// BOTH-NEXT: the loss is also result #1, b
// SECOND: the loss is result #1, b
// SECOND-NOT: the loss
// NEITHER: losses.mlir:[[#]]:[[#]]: error: expected one result to be the loss, but 2 results may be, and none depends on all contractions of the others
// NEITHER: note: result #0, 'a', is computed here
// NEITHER: note: result #1, 'b', is computed here
// NEITHER: as --loss=0,1
// EMPTY: error: expected --loss to list numbers or names of results, but got 'a,,b'
// CSV: 2,{{.*[1-9].*}},
#A = affine_map<(i, j, k) -> (k, i)>
#B = affine_map<(i, j, k) -> (k, j)>
#C = affine_map<(i, j, k) -> (i, j)>
func.func @train(%u: tensor<8x8xf32> {fp8.name = "u"}, %v: tensor<8x8xf32> {fp8.name = "v"}, %x: tensor<4x8xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "a"}, tensor<f32> {fp8.name = "b"}, tensor<8x8xf32> {fp8.updates = "u"}, tensor<8x8xf32> {fp8.updates = "v"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zero_y = arith.constant dense<0.0> : tensor<4x8xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x8xf32>
  %rate = arith.constant dense<0.1> : tensor<8x8xf32>
  %yu = linalg.matmul ins(%x, %u : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero_y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %yv = linalg.matmul ins(%x, %v : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero_y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %su = arith.mulf %yu, %yu : tensor<4x8xf32>
  %sv = arith.mulf %yv, %yv : tensor<4x8xf32>
  %a = linalg.reduce {arith.addf} ins(%su : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %b = linalg.reduce {arith.addf} ins(%sv : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %du = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %yu : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero_w : tensor<8x8xf32>) -> tensor<8x8xf32>
  %dv = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %yv : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero_w : tensor<8x8xf32>) -> tensor<8x8xf32>
  %mu = arith.mulf %du, %rate : tensor<8x8xf32>
  %mv = arith.mulf %dv, %rate : tensor<8x8xf32>
  %u1 = arith.subf %u, %mu : tensor<8x8xf32>
  %v1 = arith.subf %v, %mv : tensor<8x8xf32>
  return %a, %b, %u1, %v1 : tensor<f32>, tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>
}
