// RUN: fp8-opt %s --fp8-unfold-convolutions=only-views | FileCheck %s

// A convolution of 1 x 1 is a product: of no matter which loop the one position is.
// CHECK-LABEL: func.func @pointwise
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3x8x8xf32>, %[[W:[a-z0-9]+]]: tensor<5x3x1x1xf32>
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %[[X]] {{.*}} : tensor<2x3x8x8xf32> into tensor<2x3x8x1x8x1xf32>
// CHECK: linalg.generic {{.*}} ins(%[[SPLIT]], %[[W]] :
func.func @pointwise(%x: tensor<2x3x8x8xf32>, %w: tensor<5x3x1x1xf32>, %y: tensor<2x5x8x8xf32>) -> tensor<2x5x8x8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(kh, n, f, h, w, c, kw) -> (n, c, kh + h, w + kw)>,
                       affine_map<(kh, n, f, h, w, c, kw) -> (f, c, kh, kw)>,
                       affine_map<(kh, n, f, h, w, c, kw) -> (n, f, h, w)>],
      iterator_types = ["reduction", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x3x8x8xf32>, tensor<5x3x1x1xf32>) outs(%y : tensor<2x5x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x5x8x8xf32>
  return %0 : tensor<2x5x8x8xf32>
}

// CHECK-LABEL: func.func @negative_overlap
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @negative_overlap(%x: tensor<1x8x8x2xf32>, %w: tensor<3x3x2x4xf32>, %y: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%y : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
