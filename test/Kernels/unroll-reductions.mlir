// RUN: fp8-opt %s --fp8-unroll-reductions=max-terms=4 --canonicalize | FileCheck %s

// The position of the largest of two: one copy of the body per position.
// CHECK-LABEL: func.func @argmax
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x2xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} outs(
// CHECK-NEXT: ^bb0(%[[BEST:.*]]: f32, %[[AT:.*]]: i32):
// CHECK: %[[E0:.*]] = tensor.extract %[[X]][%{{.*}}, %c0]
// CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %[[E0]], %[[BEST]]
// CHECK: %[[BEST0:.*]] = arith.select %[[GREATER]], %[[E0]], %[[BEST]]
// CHECK: %[[AT0:.*]] = arith.select %[[GREATER]], %c0_i32, %[[AT]]
// CHECK: %[[E1:.*]] = tensor.extract %[[X]][%{{.*}}, %c1]
// CHECK: arith.cmpf ogt, %[[E1]], %[[BEST0]]
// CHECK: %[[AT1:.*]] = arith.select %{{.*}}, %c1_i32, %[[AT0]]
// CHECK: linalg.yield %{{.*}}, %[[AT1]]
func.func @argmax(%x: tensor<5x2xf32>, %best: tensor<5xf32>, %at: tensor<5xi32>) -> tensor<5xi32> {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x2xf32>) outs(%best, %at : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %out: f32, %i: i32):
    %b = linalg.index 1 : index
    %j = arith.index_cast %b : index to i32
    %greater = arith.cmpf ogt, %e, %out : f32
    %m = arith.select %greater, %e, %out : f32
    %n = arith.select %greater, %j, %i : i32
    linalg.yield %m, %n : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}

// CHECK-LABEL: func.func @negative_maximum
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @negative_maximum(%x: tensor<5x2xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x2xf32>) outs(%y : tensor<5xf32>) {
  ^bb0(%e: f32, %out: f32):
    %m = arith.maximumf %e, %out : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func.func @negative_five_terms
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @negative_five_terms(%x: tensor<3x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x5xf32>) outs(%y : tensor<3xf32>) {
  ^bb0(%e: f32, %out: f32):
    %p = arith.mulf %e, %out : f32
    linalg.yield %p : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A named op is one, too.
// CHECK-LABEL: func.func @named
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x2xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} outs(
// CHECK: arith.maxnumf
// CHECK: arith.maxnumf
// CHECK: linalg.yield
func.func @named(%x: tensor<5x2xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.reduce {arith.maxnumf} ins(%x : tensor<5x2xf32>) outs(%init : tensor<5xf32>) dimensions = [1]
  return %0 : tensor<5xf32>
}

// No result has the first loop.
// CHECK-LABEL: func.func @negative_unknown_extent
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @negative_unknown_extent(%x: tensor<5x2xf32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> ()>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x2xf32>) outs(%y : tensor<f32>) {
  ^bb0(%e: f32, %out: f32):
    %p = arith.mulf %e, %out : f32
    linalg.yield %p : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
