// RUN: fp8-opt %s --fp8-quantize-contractions=recipe=current | FileCheck %s

// Only casts may stand beside the multiplication and the addition of a
// contraction: fp8.contract would drop the negation.

#x = affine_map<(i, j, d) -> (i, d)>
#w = affine_map<(i, j, d) -> (d, j)>
#y = affine_map<(i, j, d) -> (i, j)>

// CHECK-LABEL: @step
// CHECK:       arith.negf
// CHECK-NOT:   fp8.contract
func.func @step(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x16xf32>
  %y = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zeros : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.negf %a : f32
    %ab = arith.mulf %n, %b : f32
    %sum = arith.addf %c, %ab : f32
    linalg.yield %sum : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
