// RUN: fp8-opt %s --split-input-file --fp8-quantize-contractions=recipe=mx --cse | FileCheck %s

// A weight of heads. What is summed over comes last where it is too far from
// the end; two dimensions that are summed over become one.

#x = affine_map<(b, h, d, c) -> (b, c)>
#w = affine_map<(b, h, d, c) -> (c, h, d)>
#y = affine_map<(b, h, d, c) -> (b, h, d)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %[[W:[^:]*]]: tensor<8x2x3xf32>
// CHECK-DAG:   %[[WT:.*]] = linalg.transpose ins(%[[W]] : tensor<8x2x3xf32>) outs(%{{.*}} : tensor<2x3x8xf32>) permutation = [1, 2, 0]
// CHECK-DAG:   %[[WT_ROWS:.*]]:2 = fp8.quantize %[[WT]] granularity<mx> outs(%{{.*}} : tensor<2x3x8xf8E4M3FN>, tensor<2x3x1xf8E8M0FNU>) {fp8.name = "w.rows.e4m3"}
// CHECK-DAG:   %[[WC:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2]] : tensor<8x2x3xf32> into tensor<8x6xf32>
// CHECK-DAG:   %[[WC_ROWS:.*]]:2 = fp8.quantize %[[WC]] granularity<mx> outs(%{{.*}} : tensor<8x6xf8E4M3FN>, tensor<8x1xf8E8M0FNU>) {fp8.name = "w_1.rows.e4m3"}
// CHECK:       fp8.contract {{.*}}, %[[WT_ROWS]]#0 by %[[WT_ROWS]]#1 granularity<mx> {{.*}} {fp8.class = "fwd"}
// CHECK:       %[[DT:.*]] = linalg.transpose ins(%{{.*}} : tensor<4x2x3xf32>) outs(%{{.*}} : tensor<2x3x4xf32>) permutation = [1, 2, 0]
// CHECK:       %[[DT_ROWS:.*]]:2 = fp8.quantize %[[DT]] granularity<mx>
// CHECK:       fp8.contract {{.*}}, %[[WC_ROWS]]#0 by %[[WC_ROWS]]#1 granularity<mx> {{.*}} {fp8.class = "dX"}
// CHECK:       fp8.contract {{.*}} granularity<mx 32x1>, %[[DT_ROWS]]#0 by %[[DT_ROWS]]#1 granularity<mx> {{.*}} {fp8.class = "dW"}
func.func @step(%w: tensor<8x2x3xf32> {fp8.name = "w"}, %v: tensor<5x8xf32> {fp8.name = "v"}, %x: tensor<4x5xf32> {fp8.name = "x"}) -> (tensor<8x2x3xf32>, tensor<5x8xf32>, tensor<f32>) {
  %zero_h = arith.constant dense<0.0> : tensor<4x8xf32>
  %zero_y = arith.constant dense<0.0> : tensor<4x2x3xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x2x3xf32>
  %zero_v = arith.constant dense<0.0> : tensor<5x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.matmul ins(%x, %v : tensor<4x5xf32>, tensor<5x8xf32>) outs(%zero_h : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.contract indexing_maps = [#x, #w, #y] ins(%h, %w : tensor<4x8xf32>, tensor<8x2x3xf32>) outs(%zero_y : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %sq = arith.mulf %y, %y : tensor<4x2x3xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<4x2x3xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1, 2]
  %d = arith.addf %y, %y : tensor<4x2x3xf32>
  %e = linalg.contract indexing_maps = [affine_map<(b, c, h, d) -> (b, h, d)>, affine_map<(b, c, h, d) -> (c, h, d)>, affine_map<(b, c, h, d) -> (b, c)>] ins(%d, %w : tensor<4x2x3xf32>, tensor<8x2x3xf32>) outs(%zero_h : tensor<4x8xf32>) -> tensor<4x8xf32>
  %dw = linalg.contract indexing_maps = [affine_map<(c, h, d, b) -> (b, c)>, affine_map<(c, h, d, b) -> (b, h, d)>, affine_map<(c, h, d, b) -> (c, h, d)>] ins(%h, %d : tensor<4x8xf32>, tensor<4x2x3xf32>) outs(%zero_w : tensor<8x2x3xf32>) -> tensor<8x2x3xf32>
  %dv = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %e : tensor<4x5xf32>, tensor<4x8xf32>) outs(%zero_v : tensor<5x8xf32>) -> tensor<5x8xf32>
  %nw = arith.subf %w, %dw : tensor<8x2x3xf32>
  %nv = arith.subf %v, %dv : tensor<5x8xf32>
  return %nw, %nv, %loss : tensor<8x2x3xf32>, tensor<5x8xf32>, tensor<f32>
}

// -----

// Two orders of the reduced dimensions: one operand is transposed, and a
// reshape that would be undone is omitted.

// CHECK-DAG:   #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG:   #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %[[W:[^:]*]]: tensor<3x2x5xf32> {{[^%]*}}, %[[X:[^:]*]]: tensor<4x6xf32>
// CHECK-DAG:   %[[WT:.*]] = linalg.transpose ins(%[[W]] : tensor<3x2x5xf32>) outs(%{{.*}} : tensor<5x2x3xf32>) permutation = [2, 1, 0]
// CHECK-DAG:   %[[WC:.*]] = tensor.collapse_shape %[[WT]] {{\[\[}}0], [1, 2]] : tensor<5x2x3xf32> into tensor<5x6xf32>
// CHECK-DAG:   fp8.quantize %[[WC]] granularity<mx> {{.*}} {fp8.name = "w.rows.e4m3"}
// CHECK-DAG:   fp8.quantize %[[X]] granularity<mx> {{.*}} {fp8.name = "x.rows.e4m3"}
// CHECK:       fp8.contract [#[[$MK]], #[[$NK]], #[[$MN]]]
func.func @step(%w: tensor<3x2x5xf32> {fp8.name = "w"}, %x: tensor<4x6xf32> {fp8.name = "x"}) -> (tensor<3x2x5xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<4x5xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<3x2x5xf32>
  %xe = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(b, n, h, d) -> (b, h, d)>, affine_map<(b, n, h, d) -> (d, h, n)>, affine_map<(b, n, h, d) -> (b, n)>] ins(%xe, %w : tensor<4x2x3xf32>, tensor<3x2x5xf32>) outs(%zero : tensor<4x5xf32>) -> tensor<4x5xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x5xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %w1 = arith.mulf %w, %half : tensor<3x2x5xf32>
  return %w1, %loss : tensor<3x2x5xf32>, tensor<f32>
}
