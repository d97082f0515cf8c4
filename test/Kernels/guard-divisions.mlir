// RUN: fp8-opt %s --fp8-expand-math | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-math --fp8-expand-math | FileCheck %s

// Integers are divided by 1 where a division would end the process.

// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %c0_i32
// CHECK: %[[BY:.*]] = arith.select %[[ZERO]], %c1_i32{{.*}}, %[[B]]
// CHECK-NOT: arith.select
// CHECK: arith.divui %[[A]], %[[BY]]
func.func @unsigned(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// CHECK-LABEL: func.func @signed
// CHECK-SAME: (%[[A:.*]]: tensor<4xi8>, %[[B:.*]]: tensor<4xi8>)
// CHECK-DAG: %[[ZERO:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : tensor<4xi8>
// CHECK-DAG: %[[LEAST:.*]] = arith.cmpi eq, %[[A]], %{{.*}} : tensor<4xi8>
// CHECK-DAG: %[[MINUS:.*]] = arith.cmpi eq, %[[B]], %{{.*}} : tensor<4xi8>
// CHECK: %[[OVER:.*]] = arith.andi %[[LEAST]], %[[MINUS]]
// CHECK: %[[TRAPS:.*]] = arith.ori %[[ZERO]], %[[OVER]]
// CHECK: %[[BY:.*]] = arith.select %[[TRAPS]], %{{.*}}, %[[B]] : tensor<4xi1>, tensor<4xi8>
// CHECK-NOT: arith.select
// CHECK: arith.remsi %[[A]], %[[BY]]
func.func @signed(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  %q = arith.remsi %a, %b : tensor<4xi8>
  return %q : tensor<4xi8>
}

// CHECK-LABEL: func.func @negative_constants
// CHECK-NOT: arith.select
// CHECK: return
func.func @negative_constants(%a: index, %b: vector<4xi32>) -> (index, vector<4xi32>, vector<4xi32>) {
  %c8 = arith.constant 8 : index
  %three = arith.constant dense<-3> : vector<4xi32>
  %q = arith.remsi %a, %c8 : index
  %r = arith.floordivsi %b, %three : vector<4xi32>
  // As an unsigned divisor this is large.
  %all = arith.constant dense<-1> : vector<4xi32>
  %s = arith.ceildivui %b, %all : vector<4xi32>
  return %q, %r, %s : index, vector<4xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @minus_one
// CHECK: arith.select
// CHECK: arith.divsi
func.func @minus_one(%a: i64) -> i64 {
  %all = arith.constant -1 : i64
  %q = arith.divsi %a, %all : i64
  return %q : i64
}
