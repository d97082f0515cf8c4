// RUN: fp8-opt %s --fp8-quantize-contractions=recipe=current | FileCheck %s

// Codes that are an argument of the step are read as they are, and layout ops
// are applied to them.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %[[CODES:[^:]*]]: tensor<2x2x8xf8E4M3FN> {{[^%]*}}, %[[SCALE:[^:]*]]: tensor<f32>
// CHECK:       %[[ROWS:.*]] = tensor.collapse_shape %[[CODES]] {{.*}} : tensor<2x2x8xf8E4M3FN> into tensor<4x8xf8E4M3FN>
// CHECK:       fp8.contract {{.*}} %[[ROWS]] by %[[SCALE]], {{.*}} {fp8.class = "fwd"}
func.func @step(%codes: tensor<2x2x8xf8E4M3FN> {fp8.name = "codes"}, %scale: tensor<f32>, %w: tensor<16x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %init: tensor<2x2x8xf32>, %out: tensor<4x16xf32>, %zero: tensor<f32>) -> (tensor<f32> {fp8.loss}) {
  %x = fp8.dequantize %codes by %scale outs(%init : tensor<2x2x8xf32>) : tensor<2x2x8xf8E4M3FN>, tensor<f32>
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x2x8xf32> into tensor<4x8xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%rows, %w : tensor<4x8xf32>, tensor<16x8xf32>) outs(%out : tensor<4x16xf32>) -> tensor<4x16xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
