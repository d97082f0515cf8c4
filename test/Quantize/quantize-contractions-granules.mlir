// RUN: fp8-opt %s --fp8-quantize-contractions=recipe=row --cse | FileCheck %s --check-prefixes=CHECK,ROW
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=block block-size=4' --cse | FileCheck %s --check-prefixes=CHECK,BLOCK
// RUN: fp8-opt %s --fp8-quantize-contractions=recipe=mx --cse | FileCheck %s --check-prefixes=CHECK,MX
// RUN: fp8-opt %s --fp8-quantize-contractions='recipe=row pow2=true epsilon=0.5' | FileCheck %s --check-prefix=SCALING

// SCALING-COUNT-10: fp8.quantize {{.*}} scaling<pow2 = true, epsilon = 5.000000e-01>

// Two layers forward and backward. What is summed over lies along the rows of
// one reader and along the columns of another: two planes, each made once. The
// two dimensions that the gradients of the weights sum over become one.

#btc = affine_map<(b, t, n, c) -> (b, t, c)>
#cn = affine_map<(b, t, n, c) -> (c, n)>
#nc = affine_map<(b, t, n, c) -> (n, c)>
#btn = affine_map<(b, t, n, c) -> (b, t, n)>
#x = affine_map<(c, n, b, t) -> (b, t, c)>
#d = affine_map<(c, n, b, t) -> (b, t, n)>
#w = affine_map<(c, n, b, t) -> (c, n)>

// CHECK-DAG: #[[$BTC:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[$CN:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-DAG: #[[$NC:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-DAG: #[[$BTN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @step
// CHECK-SAME:  %[[W1:[^:]*]]: tensor<8x6xf32> {{[^%]*}}, %[[W2:[^:]*]]: tensor<6x4xf32> {{[^%]*}}, %[[X:[^:]*]]: tensor<2x3x8xf32>

// ROW:         %[[W1_COLUMNS:.*]]:2 = fp8.quantize %[[W1]] granularity<block 8x1> outs(%{{.*}} : tensor<8x6xf8E4M3FN>, tensor<1x6xf32>) {fp8.name = "w1.columns.e4m3"}
// ROW:         fp8.quantize %[[W2]] granularity<block 6x1> {{.*}} {fp8.name = "w2.columns.e4m3"}
// ROW:         %[[W2_ROWS:.*]]:2 = fp8.quantize %[[W2]] granularity<row> outs(%{{.*}} : tensor<6x4xf8E4M3FN>, tensor<6xf32>) {fp8.name = "w2.rows.e4m3"}
// ROW:         %[[X_ROWS:.*]]:2 = fp8.quantize %[[X]] granularity<row> outs(%{{.*}} : tensor<2x3x8xf8E4M3FN>, tensor<2x3xf32>) {fp8.name = "x.rows.e4m3"}
// ROW:          %[[XC:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
// ROW:         %[[X_COLUMNS:.*]]:2 = fp8.quantize %[[XC]] granularity<block 6x1> outs(%{{.*}} : tensor<6x8xf8E4M3FN>, tensor<1x8xf32>) {fp8.name = "x.columns.e4m3"}
// ROW:         fp8.contract [#[[$BTC]], #[[$CN]], #[[$BTN]]] %[[X_ROWS]]#0 by %[[X_ROWS]]#1 granularity<row>, %[[W1_COLUMNS]]#0 by %[[W1_COLUMNS]]#1 granularity<block 8x1> {{.*}} {fp8.class = "fwd"}
// ROW:         fp8.name = "w2:x.rows.e4m3"
// ROW:         fp8.name = "w2:x.columns.e4m3"
// ROW:         %[[D_ROWS:.*]]:2 = fp8.quantize %{{.*}} granularity<row> outs(%{{.*}} : tensor<2x3x4xf8E5M2>, tensor<2x3xf32>) {fp8.name = "w2:dy.rows.e5m2"}
// ROW:         fp8.contract [#[[$BTC]], #[[$NC]], #[[$BTN]]] %[[D_ROWS]]#0 by %[[D_ROWS]]#1 granularity<row>, %[[W2_ROWS]]#0 by %[[W2_ROWS]]#1 granularity<row> {{.*}} {fp8.class = "dX"}
// ROW:         %[[E_COLUMNS:.*]]:2 = fp8.quantize %{{.*}} granularity<block 6x1> outs(%{{.*}} : tensor<6x6xf8E5M2>, tensor<1x6xf32>) {fp8.name = "w1:dy.columns.e5m2"}
// ROW:         fp8.contract [#[[$KM]], #[[$KN]], #[[$MN]]] %[[X_COLUMNS]]#0 by %[[X_COLUMNS]]#1 granularity<block 6x1>, %[[E_COLUMNS]]#0 by %[[E_COLUMNS]]#1 granularity<block 6x1> {{.*}} {fp8.class = "dW"}

// The squares of a weight serve both readers.
// BLOCK:       %[[W1_BLOCKS:.*]]:2 = fp8.quantize %[[W1]] granularity<block 4x4> outs(%{{.*}} : tensor<8x6xf8E4M3FN>, tensor<2x2xf32>) {fp8.name = "w1.blocks.e4m3"}
// BLOCK:       %[[W2_BLOCKS:.*]]:2 = fp8.quantize %[[W2]] granularity<block 4x4> {{.*}} {fp8.name = "w2.blocks.e4m3"}
// BLOCK:       fp8.quantize %[[X]] granularity<block 1x4> outs(%{{.*}} : tensor<2x3x8xf8E4M3FN>, tensor<2x3x2xf32>) {fp8.name = "x.rows.e4m3"}
// BLOCK:        %[[XC:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
// BLOCK:       fp8.quantize %[[XC]] granularity<block 4x1> outs(%{{.*}} : tensor<6x8xf8E4M3FN>, tensor<2x8xf32>) {fp8.name = "x.columns.e4m3"}
// BLOCK:       fp8.contract {{.*}} granularity<block 1x4>, %[[W2_BLOCKS]]#0 by %[[W2_BLOCKS]]#1 granularity<block 4x4> {{.*}} {fp8.class = "fwd"}
// BLOCK:       fp8.contract {{.*}} granularity<block 1x4>, %[[W2_BLOCKS]]#0 by %[[W2_BLOCKS]]#1 granularity<block 4x4> {{.*}} {fp8.class = "dX"}
// BLOCK-NOT:   fp8.quantize %[[W1]]
// BLOCK-NOT:   fp8.quantize %[[W2]]

// MX:          fp8.quantize %[[W1]] granularity<mx 32x1> outs(%{{.*}} : tensor<8x6xf8E4M3FN>, tensor<1x6xf8E8M0FNU>) {fp8.name = "w1.columns.e4m3"}
// MX:          fp8.quantize %[[W2]] granularity<mx> outs(%{{.*}} : tensor<6x4xf8E4M3FN>, tensor<6x1xf8E8M0FNU>) {fp8.name = "w2.rows.e4m3"}
// MX:          fp8.contract {{.*}} granularity<mx>, {{.*}} granularity<mx 32x1> {{.*}} {fp8.class = "fwd"}

// CHECK-NOT:   linalg.contract
func.func @step(%w1: tensor<8x6xf32> {fp8.name = "w1"}, %w2: tensor<6x4xf32> {fp8.name = "w2"}, %x: tensor<2x3x8xf32> {fp8.name = "x"}, %t: tensor<2x3x4xf32> {fp8.name = "t"}) -> (tensor<8x6xf32>, tensor<6x4xf32>, tensor<f32>) {
  %zero_h = arith.constant dense<0.0> : tensor<2x3x6xf32>
  %zero_y = arith.constant dense<0.0> : tensor<2x3x4xf32>
  %zero_1 = arith.constant dense<0.0> : tensor<8x6xf32>
  %zero_2 = arith.constant dense<0.0> : tensor<6x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.contract indexing_maps = [#btc, #cn, #btn] ins(%x, %w1 : tensor<2x3x8xf32>, tensor<8x6xf32>) outs(%zero_h : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %y = linalg.contract indexing_maps = [#btc, #cn, #btn] ins(%h, %w2 : tensor<2x3x6xf32>, tensor<6x4xf32>) outs(%zero_y : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %d = arith.subf %y, %t : tensor<2x3x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x3x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x3x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1, 2]
  %e = linalg.contract indexing_maps = [#btc, #nc, #btn] ins(%d, %w2 : tensor<2x3x4xf32>, tensor<6x4xf32>) outs(%zero_h : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %dw2 = linalg.contract indexing_maps = [#x, #d, #w] ins(%h, %d : tensor<2x3x6xf32>, tensor<2x3x4xf32>) outs(%zero_2 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %dw1 = linalg.contract indexing_maps = [#x, #d, #w] ins(%x, %e : tensor<2x3x8xf32>, tensor<2x3x6xf32>) outs(%zero_1 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %n1 = arith.subf %w1, %dw1 : tensor<8x6xf32>
  %n2 = arith.subf %w2, %dw2 : tensor<6x4xf32>
  return %n1, %n2, %loss : tensor<8x6xf32>, tensor<6x4xf32>, tensor<f32>
}
