// RUN: fp8-opt %s --fp8-widen-products --split-input-file | FileCheck %s

// A sum of products is one of f32, whatever its result is, which is rounded
// once.
// CHECK-LABEL: func.func @named
// CHECK: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<4x2xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction"]} ins(%arg0, %arg1 : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%[[ZEROS]] : tensor<4x2xf32>)
// CHECK-DAG: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<4x2xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: -> tensor<4x2xbf16>
func.func @named(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) -> tensor<4x2xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<4x2xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%empty : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  %y = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%zeros : tensor<4x2xbf16>) -> tensor<4x2xbf16>
  return %y : tensor<4x2xbf16>
}

// -----

// The sum starts from the init.
// CHECK-LABEL: func.func @added
// CHECK: %[[INIT:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<4xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: linalg.generic {{.*}} outs(%[[INIT]] : tensor<4xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @added(%a: tensor<4x8xf16>, %b: tensor<8xf16>, %c: tensor<4xf16>) -> tensor<4xf16> {
  %y = linalg.matvec ins(%a, %b : tensor<4x8xf16>, tensor<8xf16>) outs(%c : tensor<4xf16>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

// CHECK-LABEL: func.func @convolution
// CHECK: arith.addf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
func.func @convolution(%x: tensor<1x8x4xbf16>, %w: tensor<3x4x2xbf16>) -> tensor<1x6x2xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<1x6x2xbf16>
  %y = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<1x8x4xbf16>, tensor<3x4x2xbf16>) outs(%zeros : tensor<1x6x2xbf16>) -> tensor<1x6x2xbf16>
  return %y : tensor<1x6x2xbf16>
}

// -----

// CHECK-LABEL: func.func @negative_wide
// CHECK: linalg.matmul
// CHECK-NOT: linalg.generic
func.func @negative_wide(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) -> tensor<4x2xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4x2xf32>
  %y = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%zeros : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// One sum of all products is a reduction in the declared order of its type.
// CHECK-LABEL: func.func @negative_dot
// CHECK: linalg.dot
func.func @negative_dot(%a: tensor<8xbf16>, %b: tensor<8xbf16>) -> tensor<bf16> {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %y = linalg.dot ins(%a, %b : tensor<8xbf16>, tensor<8xbf16>) outs(%zero : tensor<bf16>) -> tensor<bf16>
  return %y : tensor<bf16>
}

// -----

#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>

// Each product is rounded by itself, as the body says.
// CHECK-LABEL: func.func @negative_rounded_products
// CHECK: arith.addf %{{.*}} : bf16
func.func @negative_rounded_products(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x2xbf16>
  %y = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%zeros : tensor<4x2xbf16>) {
  ^bb0(%e: f32, %f: f32, %sum: bf16):
    %0 = arith.mulf %e, %f : f32
    %1 = arith.truncf %0 : f32 to bf16
    %2 = arith.addf %sum, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<4x2xbf16>
  return %y : tensor<4x2xbf16>
}
