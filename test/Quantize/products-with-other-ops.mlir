// RUN: fp8-opt %s --fp8-train-pipeline=recipe=current | FileCheck %s

// Only casts may stand beside the multiplication and the addition of a
// contraction: fp8.contract would drop the negation.

#x = affine_map<(i, j, d) -> (i, d)>
#w = affine_map<(i, j, d) -> (d, j)>
#y = affine_map<(i, j, d) -> (i, j)>
#gx = affine_map<(d, j, i) -> (i, d)>
#gy = affine_map<(d, j, i) -> (i, j)>
#g = affine_map<(d, j, i) -> (d, j)>
// CHECK-LABEL: @step
// CHECK-NOT:   fp8.contract
// CHECK:       linalg.generic
// CHECK:       arith.negf
// CHECK-NEXT:  arith.mulf
// CHECK-NOT:   fp8.contract
func.func @step(%w: tensor<32x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x32xf32> {fp8.name = "x"}, %t: tensor<8x16xf32> {fp8.name = "t"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<32x16xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zy = arith.constant dense<0.0> : tensor<8x16xf32>
  %zw = arith.constant dense<0.0> : tensor<32x16xf32>
  %lr = arith.constant dense<0.1> : tensor<32x16xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zy : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.negf %a : f32
    %ab = arith.mulf %n, %b : f32
    %cc = arith.addf %c, %ab : f32
    linalg.yield %cc : f32
  } -> tensor<8x16xf32>
  %d = arith.subf %y, %t : tensor<8x16xf32>
  %sq = arith.mulf %d, %d : tensor<8x16xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x16xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  %dw = linalg.contract indexing_maps = [#gx, #gy, #g] ins(%x, %d : tensor<8x32xf32>, tensor<8x16xf32>) outs(%zw : tensor<32x16xf32>) -> tensor<32x16xf32>
  %st = arith.mulf %dw, %lr : tensor<32x16xf32>
  %new = arith.addf %w, %st : tensor<32x16xf32>
  return %loss, %new : tensor<f32>, tensor<32x16xf32>
}
