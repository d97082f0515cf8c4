// RUN: fp8-opt %s --convert-elementwise-to-linalg --fp8-upstream-fuse --split-input-file | FileCheck %s

// CHECK-LABEL: @chain
func.func @chain(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-COUNT-1: linalg.generic
  // CHECK: arith.addf
  // CHECK-NEXT: arith.mulf
  // CHECK-NOT: linalg.generic
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = arith.mulf %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// A root per row, read by every column, is taken once per row.
// CHECK-LABEL: @negative_expensive_broadcast
func.func @negative_expensive_broadcast(%v: tensor<4xf32>, %x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.generic
  // CHECK: math.sqrt
  // CHECK: linalg.generic
  // CHECK: arith.divf
  %0 = math.sqrt %v : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %0 : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// A column sum runs along the rows, which are contiguous; each sum keeps its
// order.
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: @column_sum
func.func @column_sum(%x: tensor<128x64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["reduction", "parallel"]}
  %0 = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<128x64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// The outer sum runs along contiguous elements, and stays outside of the inner
// one all the same: their order is that of the terms.
// CHECK-DAG: #[[$IN:.*]] = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-LABEL: @negative_two_sums
func.func @negative_two_sums(%x: tensor<8x4x16xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$IN]], #{{.*}}], iterator_types = ["reduction", "reduction", "parallel"]}
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (c, b, a)>, affine_map<(a, b, c) -> (b)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%x : tensor<8x4x16xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Each element of a destination is added to once, though every column reads
// the sum.
// CHECK-LABEL: @negative_added_to_destination
func.func @negative_added_to_destination(%v: tensor<4x1xf32>, %d: tensor<4x1xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
  // CHECK: arith.addf
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]}
  // CHECK: arith.mulf
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<4x1xf32>) outs(%d : tensor<4x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0 : tensor<4x1xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %b, %a : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @added_to_destination
func.func @added_to_destination(%v: tensor<4x8xf32>, %d: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: arith.addf
  // CHECK-NEXT: arith.mulf
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<4x8xf32>) outs(%d : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
