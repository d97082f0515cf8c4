// RUN: fp8-opt %s --fp8-bufferize-kernels | FileCheck %s

// Functions are bufferized in their order, independent of addresses:
// compilation is deterministic.

// CHECK-DAG: memref.global "private" constant @__constant_xi32 : memref<i32> = dense<1>
// CHECK-DAG: memref.global "private" constant @__constant_xi32_0 : memref<i32> = dense<2>
// CHECK-DAG: memref.global "private" constant @__constant_xi32_1 : memref<i32> = dense<3>
// CHECK-DAG: memref.global "private" constant @__constant_xi32_2 : memref<i32> = dense<4>
// CHECK-DAG: memref.global "private" constant @__constant_xi32_3 : memref<i32> = dense<5>
func.func @a() -> tensor<i32> {
  %c = arith.constant dense<1> : tensor<i32>
  return %c : tensor<i32>
}
func.func @b() -> tensor<i32> {
  %c = arith.constant dense<2> : tensor<i32>
  return %c : tensor<i32>
}
func.func @c() -> tensor<i32> {
  %c = arith.constant dense<3> : tensor<i32>
  return %c : tensor<i32>
}
func.func @d() -> tensor<i32> {
  %c = arith.constant dense<4> : tensor<i32>
  return %c : tensor<i32>
}
func.func @e() -> tensor<i32> {
  %c = arith.constant dense<5> : tensor<i32>
  return %c : tensor<i32>
}
