// RUN: fp8-opt %s --fp8-quantize-contractions | FileCheck %s

// A step that does not return its loss. The first of the two contractions of %v
// is the forward; every contraction after the last forward one is a gradient.

// CHECK-LABEL: func.func @step
// CHECK-SAME:    %[[W:[^:]*]]: tensor<8x4xf32>{{.*}}, %[[V:[^:]*]]: tensor<4x2xf32>{{.*}}, %[[X:[^:]*]]: tensor<3x8xf32>
// CHECK:       fp8.contract {{.*}} {fp8.class = "fwd"}
// CHECK:       fp8.contract {{.*}} {fp8.class = "fwd"}
// CHECK:       %[[D:.*]] = arith.subf
// CHECK:       fp8.quantize %[[D]] {{.*}} outs(%{{.*}} : tensor<3x2xf8E5M2>)
// CHECK:       fp8.contract {{.*}} {fp8.class = "dW"}
// CHECK:       fp8.contract {{.*}} {fp8.class = "dX"}
// CHECK:       fp8.quantize {{.*}} outs(%{{.*}} : tensor<3x4xf8E5M2>)
// CHECK:       fp8.contract {{.*}} {fp8.class = "dW"}
func.func @step(%w: tensor<8x4xf32> {fp8.name = "w"}, %v: tensor<4x2xf32> {fp8.name = "v"}, %x: tensor<3x8xf32> {fp8.name = "x"}, %t: tensor<3x2xf32> {fp8.name = "t"}) -> (tensor<8x4xf32>, tensor<4x2xf32>) {
  %zero_h = arith.constant dense<0.0> : tensor<3x4xf32>
  %zero_y = arith.constant dense<0.0> : tensor<3x2xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_v = arith.constant dense<0.0> : tensor<4x2xf32>
  %rate_w = arith.constant dense<0.1> : tensor<8x4xf32>
  %rate_v = arith.constant dense<0.1> : tensor<4x2xf32>
  %h = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%zero_h : tensor<3x4xf32>) -> tensor<3x4xf32>
  %y = linalg.matmul ins(%h, %v : tensor<3x4xf32>, tensor<4x2xf32>) outs(%zero_y : tensor<3x2xf32>) -> tensor<3x2xf32>
  %d = arith.subf %y, %t : tensor<3x2xf32>
  %dv = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%h, %d : tensor<3x4xf32>, tensor<3x2xf32>) outs(%zero_v : tensor<4x2xf32>) -> tensor<4x2xf32>
  %dh = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%d, %v : tensor<3x2xf32>, tensor<4x2xf32>) outs(%zero_h : tensor<3x4xf32>) -> tensor<3x4xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %dh : tensor<3x8xf32>, tensor<3x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %uw = arith.mulf %dw, %rate_w : tensor<8x4xf32>
  %w1 = arith.subf %w, %uw : tensor<8x4xf32>
  %uv = arith.mulf %dv, %rate_v : tensor<4x2xf32>
  %v1 = arith.subf %v, %uv : tensor<4x2xf32>
  return %w1, %v1 : tensor<8x4xf32>, tensor<4x2xf32>
}
