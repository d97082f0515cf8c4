// RUN: fp8-opt %s --fp8-upstream-contractions-to-loops --split-input-file | FileCheck %s

#lhs = affine_map<(m, k, n) -> (m, k)>
#rhs = affine_map<(m, k, n) -> (k, n)>
#out = affine_map<(m, k, n) -> (m, n)>

// 5 rows are 4 and 1, 6 terms are 4 and 2.
// CHECK-LABEL: @rows_and_terms
func.func @rows_and_terms(%a: memref<5x6xf32>, %b: memref<6x16xf32>, %c: memref<5x16xf32>) {
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-COUNT-16: memref.load %arg0
  // CHECK: scf.for
  // CHECK-COUNT-4: memref.load %arg1
  // The terms of a sum are added in order, one after the other.
  // CHECK: %[[C:.*]] = memref.load %arg2
  // CHECK-NEXT: %[[P0:.*]] = arith.mulf
  // CHECK-NEXT: %[[S0:.*]] = arith.addf %[[C]], %[[P0]]
  // CHECK-NEXT: %[[P1:.*]] = arith.mulf
  // CHECK-NEXT: arith.addf %[[S0]], %[[P1]]
  // CHECK-COUNT-4: memref.store %{{.*}}, %arg2
  // CHECK-COUNT-8: memref.load %arg0
  // CHECK-NOT: linalg.contract
  linalg.contract indexing_maps = [#lhs, #rhs, #out] ins(%a, %b : memref<5x6xf32>, memref<6x16xf32>) outs(%c : memref<5x16xf32>)
  return
}

// -----

// The columns are not contiguous in the second operand.
// CHECK-LABEL: @negative_unordered
func.func @negative_unordered(%a: memref<5x6xf32>, %b: memref<16x6xf32>, %c: memref<5x16xf32>) {
  // CHECK: linalg.contract
  linalg.contract indexing_maps = [affine_map<(m, k, n) -> (m, k)>, affine_map<(m, k, n) -> (n, k)>, affine_map<(m, k, n) -> (m, n)>] ins(%a, %b : memref<5x6xf32>, memref<16x6xf32>) outs(%c : memref<5x16xf32>)
  return
}
