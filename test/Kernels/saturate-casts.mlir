// RUN: fp8-opt %s --fp8-expand-math | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-math --fp8-expand-math | FileCheck %s

// Floats that an integer does not hold become the nearest one, NaN 0.

// CHECK-LABEL: func.func @signed
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK: %[[NUMBER:.*]] = arith.select %[[NAN]], %[[ZERO:.*]], %[[X]]
// CHECK: %[[ABOVE:.*]] = arith.maximumf %[[NUMBER]], %{{.*}}
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[ABOVE]], %{{.*}}
// CHECK: %[[IN:.*]] = arith.select %[[BELOW]], %[[ABOVE]], %[[ZERO]]
// CHECK: %[[I:.*]] = arith.fptosi %[[IN]] : f32 to i32
// CHECK: arith.select %[[BELOW]], %[[I]], %c2147483647_i32
// CHECK-NOT: arith.select
// CHECK: return
func.func @signed(%x: f32) -> i32 {
  %0 = arith.fptosi %x : f32 to i32
  return %0 : i32
}

// Bounds of integers are none of f16's numbers.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf %{{.*}} : tensor<4xf16> to tensor<4xf32>
// CHECK: arith.fptoui %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: arith.select {{.*}} : tensor<4xi1>, tensor<4xi32>
func.func @narrow(%x: tensor<4xf16>) -> tensor<4xi32> {
  %0 = arith.fptoui %x : tensor<4xf16> to tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @negative_dynamic
// CHECK-NOT: arith.select
func.func @negative_dynamic(%x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = arith.fptosi %x : tensor<?xf32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}
