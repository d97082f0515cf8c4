// RUN: fp8-opt %s --fp8-narrow-f64 | FileCheck %s
// RUN: fp8-opt %s --fp8-narrow-f64 -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=REMARK

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// A mean, as torch-mlir writes it, and a rate that f32 does not hold.
// CHECK-LABEL: @mean
// CHECK-NOT: f64
// CHECK: arith.constant 1.000000e-01 : f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[X]], %[[SUM]] : f32
// CHECK-NEXT: linalg.yield %[[NEXT]] : f32
// CHECK: return %{{.*}} : tensor<4xf32>
// REMARK: [[@LINE+1]]:{{.*}}values of f64 are computed in f32
func.func @mean(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zeros = arith.constant dense<0.0> : tensor<4xf64>
  %rate = arith.constant 0.1 : f64
  %wide_empty = tensor.empty() : tensor<4x8xf64>
  %empty = tensor.empty() : tensor<4xf32>
  %wide = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%wide_empty : tensor<4x8xf64>) {
  ^bb0(%a: f32, %out: f64):
    %0 = arith.extf %a : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<4x8xf64>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%wide : tensor<4x8xf64>) outs(%zeros : tensor<4xf64>) {
  ^bb0(%a: f64, %s: f64):
    %0 = arith.addf %a, %s : f64
    linalg.yield %0 : f64
  } -> tensor<4xf64>
  %mean = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%sum : tensor<4xf64>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f64, %out: f32):
    %0 = arith.mulf %a, %rate : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %mean : tensor<4xf32>
}

// Signatures stay.
// CHECK-LABEL: @signature
// CHECK-SAME: (%[[X:.*]]: tensor<4xf64>) -> tensor<4xf64>
// CHECK: %[[NARROW:.*]] = arith.truncf %[[X]] : tensor<4xf64> to tensor<4xf32>
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[NARROW]], %[[NARROW]] : tensor<4xf32>
// CHECK: %[[WIDE:.*]] = arith.extf %[[SQUARE]] : tensor<4xf32> to tensor<4xf64>
// CHECK: return %[[WIDE]]
func.func @signature(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = arith.mulf %x, %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// To bf16 by way of f32: the cast remains one.
// CHECK-LABEL: @other_casts
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.sitofp %{{.*}} : i64 to f32
func.func @other_casts(%x: bf16, %n: i64) -> (bf16, f32) {
  %0 = arith.extf %x : bf16 to f64
  %1 = arith.addf %0, %0 : f64
  %2 = arith.truncf %1 : f64 to bf16
  %3 = arith.sitofp %n : i64 to f64
  %4 = arith.truncf %3 : f64 to f32
  return %2, %4 : bf16, f32
}

// CHECK-LABEL: @negative_bits
// CHECK: arith.bitcast %{{.*}} : f64 to i64
func.func @negative_bits(%x: f32) -> i64 {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.bitcast %0 : f64 to i64
  return %1 : i64
}

// The lowest f64, as masks hold it, is not infinite.
// CHECK-LABEL: @lowest
// CHECK: arith.constant -3.40282347E+38 : f32
func.func @lowest(%x: f32) -> f32 {
  %lowest = arith.constant -1.7976931348623157e308 : f64
  %0 = arith.extf %x : f32 to f64
  %1 = arith.addf %0, %lowest : f64
  %2 = arith.truncf %1 : f64 to f32
  return %2 : f32
}

// Forwarded values keep their bits.
// CHECK-LABEL: @handed_on
// CHECK-SAME: %[[X:.*]]: tensor<f64>
// CHECK: return %[[X]], %{{.*}} : tensor<f64>, tensor<f32>
func.func @handed_on(%x: tensor<f64>) -> (tensor<f64>, tensor<f32>) {
  %0 = arith.truncf %x : tensor<f64> to tensor<f32>
  return %x, %0 : tensor<f64>, tensor<f32>
}

// CHECK-LABEL: @negative_vanishes
// CHECK: arith.divf %{{.*}}, %{{.*}} : f64
// REMARK: kept f64: 'arith.constant' is a constant that f32 rounds to 0, reads the bits of an f64, is a call, or creates a buffer
func.func @negative_vanishes(%x: f32) -> f32 {
  %epsilon = arith.constant 1.0e-60 : f64
  %0 = arith.extf %x : f32 to f64
  %1 = arith.divf %0, %epsilon : f64
  %2 = arith.truncf %1 : f64 to f32
  return %2 : f32
}

// A splat is one number, however many elements it has.
// CHECK-LABEL: @long_splat
// CHECK: arith.constant dense<1.000000e+00> : tensor<2147483648x4xf32>
func.func @long_splat() -> tensor<2147483648x4xf64> {
  %0 = arith.constant dense<1.0> : tensor<2147483648x4xf64>
  return %0 : tensor<2147483648x4xf64>
}

// CHECK-LABEL: @negative_buffer
// CHECK-SAME: (%[[X:.*]]: memref<4xf64>
// CHECK: %[[E:.*]] = memref.load %[[X]]
// CHECK: arith.addf %[[E]], %[[E]] : f64
// REMARK: [[@LINE+1]]:{{.*}}kept f64: an argument is a buffer, whose type cannot change
func.func @negative_buffer(%x: memref<4xf64>, %i: index) -> f64 {
  %0 = memref.load %x[%i] : memref<4xf64>
  %1 = arith.addf %0, %0 : f64
  return %1 : f64
}

// CHECK-LABEL: @negative_made_buffer
// CHECK: memref.alloc() : memref<4xf64>
// REMARK: kept f64: 'memref.alloc' is a constant that f32 rounds to 0, reads the bits of an f64, is a call, or creates a buffer
func.func @negative_made_buffer(%x: f64, %i: index) {
  %0 = memref.alloc() : memref<4xf64>
  memref.store %x, %0[%i] : memref<4xf64>
  return
}
