// RUN: fp8-opt %s --fp8-decompose --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: @compute_scale
func.func @compute_scale(%amax: tensor<3xf32>, %old: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // 224 is 448 * 2^-1; 0x7F800000 is infinity; -8388608 clears the mantissa.
  // CHECK-DAG: %[[EPS:.*]] = arith.constant 9.99999996E-13 : f32
  // CHECK-DAG: %[[NUM:.*]] = arith.constant 2.240000e+02 : f32
  // CHECK-DAG: %[[INF:.*]] = arith.constant 0x7F800000 : f32
  // CHECK-DAG: %[[MASK:.*]] = arith.constant -8388608 : i32
  // CHECK: ^bb0(%[[A:[a-z0-9_]+]]: f32, %[[P:[a-z0-9_]+]]: f32,
  // CHECK: %[[SMALL:.*]] = arith.cmpf olt, %[[A]], %[[EPS]]
  // CHECK: %[[B:.*]] = arith.select %[[SMALL]], %[[EPS]], %[[A]]
  // CHECK: %[[Q:.*]] = arith.divf %[[NUM]], %[[B]] : f32
  // CHECK: arith.cmpf oeq, %[[Q]], %[[INF]]
  // CHECK: arith.andi %{{.*}}, %[[MASK]] : i32
  // CHECK: %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %[[P]] : f32
  // CHECK: %[[I:.*]] = arith.divf %{{.*}}, %[[S]] : f32
  // CHECK: linalg.yield %[[S]], %[[I]]
  %s, %i = fp8.compute_scale %amax for e4m3 scaling<margin = 1, pow2 = true, epsilon = 1.0e-12> keeping %old : tensor<3xf32>, tensor<3xf32>
  return %s, %i : tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @update_scales
// CHECK-SAME: (%[[H:.*]]: tensor<16x3xf32>, %[[A:.*]]: tensor<3xf32>, %[[S:.*]]: tensor<3xf32>)
func.func @update_scales(%h: tensor<16x3xf32>, %a: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<16x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // The live slot is row 0, the window the rows after it.
  // CHECK: tensor.extract_slice %[[H]][0, 0] [1, 3] [1, 1]
  // CHECK: tensor.extract_slice %[[H]][1, 0] [15, 3] [1, 1]
  // CHECK: iterator_types = ["reduction", "parallel"]
  // CHECK: arith.divf
  // The rows move up by one.
  // CHECK: linalg.index 0
  // CHECK: tensor.extract %[[H]]
  %0:3 = fp8.update_scales %h, %a, %s for e4m3 : tensor<16x3xf32>, tensor<3xf32>
  return %0#0, %0#1, %0#2 : tensor<16x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// The last amax alone sets the scale: no reduction.
// CHECK-LABEL: @negative_most_recent
func.func @negative_most_recent(%h: tensor<4x3xf32>, %a: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NOT: reduction
  %0:3 = fp8.update_scales %h, %a, %s for e4m3 algo<most_recent> : tensor<4x3xf32>, tensor<3xf32>
  return %0#1 : tensor<3xf32>
}

// -----

// Without tensors nothing changes.
// CHECK-LABEL: @update_no_scales
// CHECK-SAME: (%[[H:.*]]: tensor<4x0xf32>, %[[A:.*]]: tensor<0xf32>, %[[S:.*]]: tensor<0xf32>)
// CHECK-NEXT: return %[[H]], %[[S]], %[[A]]
func.func @update_no_scales(%h: tensor<4x0xf32>, %a: tensor<0xf32>, %s: tensor<0xf32>) -> (tensor<4x0xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = fp8.update_scales %h, %a, %s for e4m3 algo<most_recent> : tensor<4x0xf32>, tensor<0xf32>
  return %0#0, %0#1, %0#2 : tensor<4x0xf32>, tensor<0xf32>, tensor<0xf32>
}
