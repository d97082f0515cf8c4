// RUN: fp8-opt %s --fp8-unfold-convolutions | FileCheck %s

// Patches that tile the image are a reshape of it.
// CHECK-LABEL: func.func @patches
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [1, 3, 2, 4, 2, 4]
// CHECK: linalg.generic {{.*}} ins(%[[X]], %{{.*}} : tensor<1x3x2x4x2x4xf32>, tensor<5x3x4x4xf32>)
func.func @patches(%x: tensor<1x3x8x8xf32>, %w: tensor<5x3x4x4xf32>, %y: tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>} ins(%x, %w : tensor<1x3x8x8xf32>, tensor<5x3x4x4xf32>) outs(%y : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %0 : tensor<1x5x2x2xf32>
}

// Overlapping windows are gathered.
// CHECK-LABEL: func.func @overlap
// CHECK: %[[P:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x6x3x6x3x2xf32>)
// CHECK: tensor.extract
// CHECK: linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<1x6x3x6x3x2xf32>, tensor<3x3x2x4xf32>)
func.func @overlap(%x: tensor<1x8x8x2xf32>, %w: tensor<3x3x2x4xf32>, %y: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) outs(%y : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// The gradient of a filter of stride 4: the other gradient comes with zeros
// between its elements, which are left out.
// CHECK-LABEL: func.func @dilated
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32>, %[[G:[a-z0-9]+]]: tensor<2xf32>
// CHECK: %[[PATCHES:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [2, 4]
// CHECK: linalg.generic {{.*}} ins(%[[PATCHES]], %[[G]] : tensor<2x4xf32>, tensor<2xf32>)
func.func @dilated(%x: tensor<8xf32>, %g: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %dilated = tensor.insert_slice %g into %zeros[0] [2] [4] : tensor<2xf32> into tensor<5xf32>
  %0 = linalg.conv_1d ins(%x, %dilated : tensor<8xf32>, tensor<5xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Ones between the elements count.
// CHECK-LABEL: func.func @negative_ones_between
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x5xf32>, tensor<5xf32>)
func.func @negative_ones_between(%x: tensor<8xf32>, %g: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %dilated = tensor.insert_slice %g into %one[0] [2] [4] : tensor<2xf32> into tensor<5xf32>
  %0 = linalg.conv_1d ins(%x, %dilated : tensor<8xf32>, tensor<5xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nothing is multiplied.
// CHECK-LABEL: func.func @negative_pooling
// CHECK: linalg.pooling_nhwc_sum
func.func @negative_pooling(%x: tensor<1x4x4x1xf32>, %w: tensor<2x2xf32>, %y: tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = linalg.pooling_nhwc_sum ins(%x, %w : tensor<1x4x4x1xf32>, tensor<2x2xf32>) outs(%y : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}
