// RUN: fp8-opt %s --fp8-select-branches | FileCheck %s

// Two rows, then four: reads of the branch that is not taken stay in bounds.
// CHECK-LABEL: func.func @concatenate
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<2x8xf32>, %[[B:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %[[ROW]],
// CHECK: %[[ABOVE:.*]] = arith.maxsi %[[ROW]], %c0
// CHECK: %[[INSIDE:.*]] = arith.minsi %[[ABOVE]], %c1
// CHECK: %[[FROM_A:.*]] = tensor.extract %[[A]][%[[INSIDE]], %[[COLUMN]]]
// CHECK: %[[SHIFTED:.*]] = arith.subi %[[ROW]],
// CHECK: arith.maxsi %[[SHIFTED]]
// CHECK: %[[FROM_B:.*]] = tensor.extract %[[B]][%{{.*}}, %[[COLUMN]]]
// CHECK: %[[E:.*]] = arith.select %[[FIRST]], %[[FROM_A]], %[[FROM_B]]
// CHECK: linalg.yield %[[E]]
func.func @concatenate(%a: tensor<2x8xf32>, %b: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %c2 = arith.constant 2 : index
  %empty = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<6x8xf32>) {
  ^bb0(%out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %first = arith.cmpi ult, %row, %c2 : index
    %e = scf.if %first -> f32 {
      %x = tensor.extract %a[%row, %column] : tensor<2x8xf32>
      scf.yield %x : f32
    } else {
      %r = arith.subi %row, %c2 : index
      %x = tensor.extract %b[%r, %column] : tensor<4x8xf32>
      scf.yield %x : f32
    }
    linalg.yield %e : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// A division by zero is undefined, even if the quotient is not read.
// CHECK-LABEL: func.func @negative_division
// CHECK: scf.if
func.func @negative_division(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i32, %out: i32):
    %safe = arith.cmpi ne, %e, %c0 : i32
    %q = scf.if %safe -> i32 {
      %d = arith.divsi %c7, %e : i32
      scf.yield %d : i32
    } else {
      scf.yield %c0 : i32
    }
    linalg.yield %q : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @negative_outside_of_generics
// CHECK: scf.if
func.func @negative_outside_of_generics(%c: i1, %a: f32, %b: f32) -> f32 {
  %0 = scf.if %c -> f32 {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %0 : f32
}
