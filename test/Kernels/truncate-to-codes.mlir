// RUN: fp8-opt %s --fp8-expand-math | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-math --fp8-expand-math | FileCheck %s

// The values are the values of test/Execution/truncate-to-codes.test.

// A value that fp8.convert saturates becomes the next code. A tie between the
// largest value and the value that would follow rounds to even.

// CHECK-LABEL: func.func @e4m3(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK-DAG: %[[TIE:.*]] = arith.constant 4.640000e+02 : f32
// CHECK-DAG: %[[CODE:.*]] = fp8.convert %[[X]] : f32 to f8E4M3FN
// CHECK-DAG: %[[ABS:.*]] = math.absf %[[X]] : f32
// CHECK: %[[BEYOND:.*]] = arith.cmpf ogt, %[[ABS]], %[[TIE]] : f32
// CHECK-DAG: %[[ONE:.*]] = arith.extui %[[BEYOND]] : i1 to i8
// CHECK-DAG: %[[BITS:.*]] = arith.bitcast %[[CODE]] : f8E4M3FN to i8
// CHECK: %[[NEXT:.*]] = arith.addi %[[BITS]], %[[ONE]] : i8
// CHECK: %[[RESULT:.*]] = arith.bitcast %[[NEXT]] : i8 to f8E4M3FN
// CHECK: return %[[RESULT]]
func.func @e4m3(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// CHECK-LABEL: func.func @e5m2(
// CHECK: arith.constant dense<6.144000e+04> : tensor<4xf32>
// CHECK: arith.cmpf oge
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @e5m2(%x: tensor<4xbf16>) -> tensor<4xf8E5M2> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xbf16> to tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// Two roundings would be another cast, and so is another direction.

// CHECK-LABEL: func.func @kept(
// CHECK: arith.truncf %{{.*}} : f64 to f8E4M3FN
// CHECK: arith.truncf %{{.*}} toward_zero : f32 to f8E4M3FN
func.func @kept(%x: f64, %y: f32) -> (f8E4M3FN, f8E4M3FN) {
  %0 = arith.truncf %x : f64 to f8E4M3FN
  %1 = arith.truncf %y toward_zero : f32 to f8E4M3FN
  return %0, %1 : f8E4M3FN, f8E4M3FN
}
