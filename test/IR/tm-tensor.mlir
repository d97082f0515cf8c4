// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s

// The examples of the reference.

// CHECK-LABEL: @scatter
func.func @scatter(%rows: tensor<6x1x8xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // CHECK: tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%{{.*}} : tensor<32x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[UPDATE:.*]]: f32, %[[OLD:.*]]: f32):
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[UPDATE]]
  // CHECK-NEXT: tm_tensor.yield %[[SUM]] : f32
  // CHECK-NEXT: } -> tensor<32x8xf32>
  %table1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<32x8xf32>
  return %table1 : tensor<32x8xf32>
}

// CHECK-LABEL: @scan
func.func @scan(%mask: tensor<4x12xi64>, %init: tensor<4x12xi64>, %zeros: tensor<4xi64>) -> tensor<4x12xi64> {
  // CHECK: tm_tensor.scan dimension(1) inclusive(true) ins(%{{.*}} : tensor<4x12xi64>) outs(%{{.*}}, %{{.*}} : tensor<4x12xi64>, tensor<4xi64>) {
  %positions, %count = tm_tensor.scan dimension(1) inclusive(true) ins(%mask : tensor<4x12xi64>) outs(%init, %zeros : tensor<4x12xi64>, tensor<4xi64>) {
  ^bb0(%element: i64, %sum: i64):
    %next = arith.addi %element, %sum : i64
    tm_tensor.yield %next : i64
  } -> tensor<4x12xi64>, tensor<4xi64>
  return %positions : tensor<4x12xi64>
}

// Helpers are functions of their own in some graphs.
// RUN: fp8-opt %s --inline | FileCheck %s --check-prefix=INLINE
// INLINE-LABEL: @caller
// INLINE: tm_tensor.scan
func.func private @cumsum(%mask: tensor<4xi64>, %zero: tensor<i64>) -> tensor<4xi64> {
  %sums, %count = tm_tensor.scan dimension(0) inclusive(true) ins(%mask : tensor<4xi64>) outs(%mask, %zero : tensor<4xi64>, tensor<i64>) {
  ^bb0(%element: i64, %sum: i64):
    %next = arith.addi %element, %sum : i64
    tm_tensor.yield %next : i64
  } -> tensor<4xi64>, tensor<i64>
  return %sums : tensor<4xi64>
}
func.func @caller(%mask: tensor<4xi64>, %zero: tensor<i64>) -> tensor<4xi64> {
  %0 = call @cumsum(%mask, %zero) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
