// RUN: fp8-opt %s --fp8-train-pipeline="recipe=current convolutions=true" | FileCheck %s
// RUN: fp8-opt %s --fp8-train-pipeline="recipe=current" | FileCheck %s --check-prefix=WIDE

// A convolution of 1 x 1 is a linear layer over pixels, if one asks for it; one of
// 3 x 3 stays wide.

// CHECK-LABEL: func.func @step
// CHECK: fp8.contract {{.*}} {fp8.class = "fwd"}
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: fp8.contract {{.*}} {fp8.class = "dW"}

// WIDE-LABEL: func.func @step
// WIDE-NOT: fp8.contract
func.func @step(%w: tensor<1x1x8x4xf32> {fp8.name = "w"}, %k: tensor<3x3x4x4xf32> {fp8.name = "k"}, %x: tensor<2x6x6x8xf32> {fp8.name = "x"}, %rate: tensor<f32> {fp8.name = "rate"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<1x1x8x4xf32> {fp8.name = "new", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros_h = arith.constant dense<0.0> : tensor<2x6x6x4xf32>
  %zeros_y = arith.constant dense<0.0> : tensor<2x4x4x4xf32>
  %zeros_w = arith.constant dense<0.0> : tensor<1x1x8x4xf32>
  %h = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x6x6x8xf32>, tensor<1x1x8x4xf32>) outs(%zeros_h : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %y = linalg.conv_2d_nhwc_hwcf ins(%h, %k : tensor<2x6x6x4xf32>, tensor<3x3x4x4xf32>) outs(%zeros_y : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<2x4x4x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2, 3]
  %g = arith.mulf %h, %h : tensor<2x6x6x4xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(kh, kw, c, f, n, i, j) -> (n, i + kh, j + kw, c)>,
                       affine_map<(kh, kw, c, f, n, i, j) -> (n, i, j, f)>,
                       affine_map<(kh, kw, c, f, n, i, j) -> (kh, kw, c, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %g : tensor<2x6x6x8xf32>, tensor<2x6x6x4xf32>) outs(%zeros_w : tensor<1x1x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x8x4xf32>
  %new = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> ()>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %d, %rate : tensor<1x1x8x4xf32>, tensor<1x1x8x4xf32>, tensor<f32>) outs(%zeros_w : tensor<1x1x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %r: f32, %out: f32):
    %p = arith.mulf %r, %b : f32
    %s = arith.subf %a, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x1x8x4xf32>
  return %loss, %new : tensor<f32>, tensor<1x1x8x4xf32>
}
