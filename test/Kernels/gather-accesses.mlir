// RUN: fp8-opt %s --fp8-gather-accesses | FileCheck %s

// CHECK-LABEL: func.func @reversed
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[NEGATED:.*]] = arith.muli %[[I]], %c-1
// CHECK: %[[AT:.*]] = arith.addi %[[NEGATED]], %c3
// CHECK: %[[E:.*]] = tensor.extract %[[X]][%[[AT]]]
// CHECK: linalg.yield %[[E]]
func.func @reversed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a) -> (3 - a)>, affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// The window says how far the loops of the reduction go.
// CHECK-LABEL: func.func @pooling
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x8x8x3xf32>, %[[WINDOW:[a-z0-9]+]]: tensor<2x2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[WINDOW]] : tensor<2x2xf32>)
// CHECK: %[[E:.*]] = tensor.extract %[[X]]
// CHECK: arith.maximumf %{{.*}}, %[[E]]
func.func @pooling(%x: tensor<1x8x8x3xf32>, %window: tensor<2x2xf32>, %y: tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%x, %window : tensor<1x8x8x3xf32>, tensor<2x2xf32>) outs(%y : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}

// Nothing else has the extent of the reduction.
// CHECK-LABEL: func.func @diagonals
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<6x2xf32>
// CHECK: %[[SHAPE:.*]] = tensor.empty() : tensor<2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[SHAPE]] : tensor<2xf32>) outs(%{{.*}} : tensor<3xf32>)
func.func @diagonals(%x: tensor<6x2xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (2 * a + b, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x2xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%e: f32, %out: f32):
    %s = arith.addf %out, %e : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @negative_transposed
// CHECK-NOT: tensor.extract
func.func @negative_transposed(%x: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %empty = tensor.empty() : tensor<2x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x2xf32>) outs(%empty : tensor<2x4xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// Groups that run over rows, and a pattern that repeats.
// CHECK-LABEL: @quotients(
// CHECK: linalg.generic {{.*}} outs(
// CHECK: tensor.extract %{{.*}} : tensor<2xf32>
// CHECK: tensor.extract %{{.*}} : tensor<4xf32>
func.func @quotients(%s: tensor<2xf32>, %p: tensor<4xf32>, %e: tensor<5x33xf32>) -> tensor<5x33xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> ((i * 33 + j) floordiv 128)>, affine_map<(i, j) -> (j mod 4)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %p : tensor<2xf32>, tensor<4xf32>) outs(%e : tensor<5x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

// A granule of 128 elements of a row is found by dividing one loop.
// CHECK-LABEL: @negative_granules(
// CHECK-NOT: tensor.extract
func.func @negative_granules(%s: tensor<5x2xf32>, %e: tensor<5x256xf32>) -> tensor<5x256xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j floordiv 128)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<5x2xf32>) outs(%e : tensor<5x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<5x256xf32>
  return %0 : tensor<5x256xf32>
}
