// RUN: fp8-opt %s --fp8-tensorize-boundaries | FileCheck %s

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME: %[[A:.*]]: tensor<f32> {bufferization.writable = false}, %[[X:.*]]: tensor<3xf32> {bufferization.writable = false}) -> (tensor<f32>, tensor<3xf32>)
func.func @scalars(%a: f32, %x: tensor<3xf32>) -> (f32, tensor<3xf32>) {
  // CHECK: %[[S:.*]] = tensor.extract %[[A]][]
  // CHECK: %[[N:.*]] = arith.negf %[[S]]
  // CHECK: %[[R:.*]] = tensor.from_elements %[[N]] : tensor<f32>
  // CHECK: return %[[R]], %[[X]]
  %n = arith.negf %a : f32
  return %n, %x : f32, tensor<3xf32>
}

// Upstream lowers no buffer of 4x0.
// CHECK-LABEL: func.func @no_columns(
// CHECK-SAME: %{{.*}}: tensor<0xf32> {{{.*}}}) -> tensor<0xf32>
func.func @no_columns(%x: tensor<4x0xf32>) -> tensor<4x0xf32> {
  // CHECK: %[[X:.*]] = tensor.empty() : tensor<4x0xf32>
  // CHECK: arith.negf %[[X]] : tensor<4x0xf32>
  // CHECK: %[[R:.*]] = tensor.empty() : tensor<0xf32>
  // CHECK: return %[[R]] : tensor<0xf32>
  %n = arith.negf %x : tensor<4x0xf32>
  return %n : tensor<4x0xf32>
}

// CHECK-LABEL: func.func private @negative_private(%{{.*}}: f32) -> f32
func.func private @negative_private(%a: f32) -> f32 {
  return %a : f32
}
