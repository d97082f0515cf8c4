// RUN: fp8-opt %s --fp8-expand-math --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-math="max-expanded=0" --split-input-file | FileCheck %s --check-prefix=NONE

// The values are the business of test/Unit/Numerics/ExpandMathTest.cpp.

// CHECK-LABEL: func.func @exp(
// CHECK-NOT: math.exp
// CHECK: arith.bitcast {{.*}} : f32 to i32
// CHECK: math.fma {{.*}} : f32
// CHECK-NOT: math.exp
// NONE-LABEL: func.func @exp(
// NONE: math.exp
func.func @exp(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @all(
// CHECK-NOT: math.{{exp|log|pow|rsqrt|tanh|erf|sin|cos|atan|cbrt}}
// CHECK: return
func.func @all(%x: f32, %y: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.exp2 %0 : f32
  %2 = math.expm1 %1 : f32
  %3 = math.log %2 : f32
  %4 = math.log1p %3 : f32
  %5 = math.log2 %4 : f32
  %6 = math.log10 %5 : f32
  %7 = math.powf %6, %y : f32
  %8 = math.rsqrt %7 : f32
  %9 = math.tanh %8 : f32
  %10 = math.erf %9 : f32
  %11 = math.erfc %10 : f32
  %12 = math.sin %11 : f32
  %13 = math.cos %12 : f32
  %14, %15 = math.sincos %13 : f32
  %16 = math.atan2 %14, %15 : f32
  %17 = math.atan %16 : f32
  %18 = math.cbrt %17 : f32
  return %18 : f32
}

// -----

// CHECK-LABEL: func.func @vector(
// CHECK-DAG: arith.constant dense<1.000000e+00> : vector<4x8xf32>
// CHECK: math.sqrt {{.*}} : vector<4x8xf32>
// CHECK: arith.divf {{.*}} : vector<4x8xf32>
// CHECK: arith.cmpf uno
// CHECK: arith.select {{.*}} : vector<4x8xi1>, vector<4x8xf32>
func.func @vector(%x: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = math.rsqrt %x : vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @tensor(
// CHECK-NOT: math.log
// CHECK: arith.bitcast {{.*}} : tensor<3xf32> to tensor<3xi32>
// CHECK-NOT: math.log
func.func @tensor(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.log %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Computed in f32, rounded once more.
// CHECK-LABEL: func.func @bf16(
// CHECK-DAG: arith.extf {{.*}} : bf16 to f32
// CHECK-DAG: arith.extf {{.*}} : bf16 to f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @bf16(%x: bf16, %y: bf16) -> bf16 {
  %0 = math.powf %x, %y : bf16
  return %0 : bf16
}

// -----

// CHECK-LABEL: func.func @f16_vector(
// CHECK: arith.extf {{.*}} : vector<4xf16> to vector<4xf32>
// CHECK: arith.truncf {{.*}} : vector<4xf32> to vector<4xf16>
func.func @f16_vector(%x: vector<4xf16>) -> vector<4xf16> {
  %0 = math.tanh %x : vector<4xf16>
  return %0 : vector<4xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @generic(
// CHECK: linalg.generic
// CHECK-NOT: math.erf
// CHECK: arith.select
// CHECK: linalg.yield
func.func @generic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%x : tensor<?xf32>) {
  ^bb0(%in: f32):
    %1 = math.erf %in : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A named op does not print its region: it has to become a generic one.
// CHECK-LABEL: func.func @named(
// CHECK-NOT: linalg.exp
// CHECK: linalg.generic
// CHECK-NOT: math.exp
// CHECK: linalg.yield
func.func @named(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @elementwise_kind(
// CHECK: linalg.generic
// CHECK-NOT: math.tanh
// CHECK: linalg.yield
func.func @elementwise_kind(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<tanh>
      ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Nothing to expand inside: it stays named.
// CHECK-LABEL: func.func @negative_named_exact(
// CHECK: linalg.sqrt
func.func @negative_named_exact(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.sqrt ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// One possible result, the same everywhere.
// CHECK-LABEL: func.func @negative_exact(
// CHECK: math.absf
// CHECK: math.copysign
// CHECK: math.sqrt
// CHECK: math.fma
// CHECK: math.floor
// CHECK: math.roundeven
// CHECK: arith.cmpf uno
// CHECK: math.ctpop
func.func @negative_exact(%x: f32, %y: f64, %i: i32) -> (f32, f64, i1, i32) {
  %0 = math.absf %x : f32
  %1 = math.copysign %0, %x : f32
  %2 = math.sqrt %1 : f32
  %3 = math.fma %2, %x, %x : f32
  %4 = math.floor %y : f64
  %5 = math.roundeven %4 : f64
  %6 = math.isnan %3 : f32
  %7 = math.ctpop %i : i32
  return %3, %5, %6, %7 : f32, f64, i1, i32
}

// -----

// A NaN gives way to the other operand; of zeros, one is the larger.
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: %[[A:.*]]: tensor<4xbf16>, %[[B:.*]]: tensor<4xbf16>
// CHECK: %[[NO_A:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK: %[[X:.*]] = arith.select %[[NO_A]], %[[B]], %[[A]]
// CHECK: %[[NO_B:.*]] = arith.cmpf uno, %[[B]], %[[B]]
// CHECK: %[[Y:.*]] = arith.select %[[NO_B]], %[[A]], %[[B]]
// CHECK: arith.maximumf %[[X]], %[[Y]] : tensor<4xbf16>
// CHECK: arith.minimumf {{.*}} : tensor<4xbf16>
// CHECK-NOT: numf
func.func @numbers(%a: tensor<4xbf16>, %b: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %0 = arith.maxnumf %a, %b : tensor<4xbf16>
  %1 = arith.minnumf %a, %b : tensor<4xbf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xbf16>
}

// The lowest integer has no negation: it stays.
// CHECK-LABEL: func.func @absolute(
// CHECK-SAME: %[[X:.*]]: tensor<4xi64>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : tensor<4xi64>
// CHECK: %[[NEGATED:.*]] = arith.subi %[[ZERO]], %[[X]] : tensor<4xi64>
// CHECK: arith.maxsi %[[X]], %[[NEGATED]] : tensor<4xi64>
// CHECK-NOT: math.absi
func.func @absolute(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = math.absi %x : tensor<4xi64>
  return %0 : tensor<4xi64>
}

// Zeros at the end are the one bits of the inverted value that x - 1 has, too.
// CHECK-LABEL: func.func @trailing_zeros(
// CHECK-SAME: %[[X:.*]]: tensor<4xi16>
// CHECK: %[[ONES:.*]] = arith.constant dense<-1> : tensor<4xi16>
// CHECK-DAG: %[[NOT:.*]] = arith.xori %[[X]], %[[ONES]]
// CHECK-DAG: %[[LESS:.*]] = arith.addi %[[X]], %[[ONES]]
// CHECK: %[[BELOW:.*]] = arith.andi %[[NOT]], %[[LESS]]
// CHECK: math.ctpop %[[BELOW]] : tensor<4xi16>
func.func @trailing_zeros(%x: tensor<4xi16>) -> tensor<4xi16> {
  %0 = math.cttz %x : tensor<4xi16>
  return %0 : tensor<4xi16>
}

// CHECK-LABEL: func.func @leading_zeros(
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>
// CHECK: %[[HALF:.*]] = arith.shrui %[[X]], %{{.*}} : tensor<4xi8>
// CHECK: %[[A:.*]] = arith.ori %[[X]], %[[HALF]]
// CHECK: arith.shrui %[[A]], %{{.*}} : tensor<4xi8>
// CHECK: %[[B:.*]] = arith.ori
// CHECK: arith.shrui %[[B]], %{{.*}} : tensor<4xi8>
// CHECK: %[[ALL:.*]] = arith.ori %[[B]]
// CHECK: %[[ZEROS:.*]] = arith.xori %[[ALL]], %{{.*}} : tensor<4xi8>
// CHECK: math.ctpop %[[ZEROS]] : tensor<4xi8>
func.func @leading_zeros(%x: tensor<4xi8>) -> tensor<4xi8> {
  %0 = math.ctlz %x : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// The remainder of a division is exact, 22 bits of the quotient at a time. That
// of f64 stays.
// CHECK-LABEL: func.func @remainder(
// CHECK-COUNT-13: arith.divf %{{.*}} : tensor<4xf32>
// CHECK-NOT: arith.remf {{.*}}f32
// CHECK: arith.extf %{{.*}} : tensor<4xbf16> to tensor<4xf32>
// CHECK-COUNT-13: arith.divf %{{.*}} : tensor<4xf32>
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: arith.remf %{{.*}} : tensor<4xf64>
func.func @remainder(%x: tensor<4xf32>, %y: tensor<4xf32>, %a: tensor<4xbf16>, %b: tensor<4xbf16>, %c: tensor<4xf64>, %d: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xf64>) {
  %0 = arith.remf %x, %y : tensor<4xf32>
  %1 = arith.remf %a, %b : tensor<4xbf16>
  %2 = arith.remf %c, %d : tensor<4xf64>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xbf16>, tensor<4xf64>
}

// -----

// A function of 8-bit floats is one of them.
// CHECK-LABEL: func.func @narrow_remainder(
// CHECK: arith.extf %{{.*}} : f8E5M2 to f32
// CHECK-NOT: arith.remf
// CHECK: fp8.convert %{{.*}} : f32 to f8E5M2
func.func @narrow_remainder(%x: f8E5M2, %y: f8E5M2) -> f8E5M2 {
  %0 = arith.remf %x, %y : f8E5M2
  return %0 : f8E5M2
}

// -----

// Halves go away from zero, by steps that are exact.

// CHECK-LABEL: func.func @round(
// CHECK-SAME: %[[X:.*]]: bf16
// CHECK: %[[INNER:.*]] = math.trunc %[[X]]
// CHECK: %[[REST:.*]] = arith.subf %[[X]], %[[INNER]]
// CHECK: %[[FAR:.*]] = math.absf %[[REST]]
// CHECK: %[[IS:.*]] = arith.cmpf oge, %[[FAR]], %{{.*}}
// CHECK: %[[ONE:.*]] = math.copysign %{{.*}}, %[[X]]
// CHECK: %[[OUTER:.*]] = arith.addf %[[INNER]], %[[ONE]]
// CHECK: arith.select %[[IS]], %[[OUTER]], %[[INNER]]
func.func @round(%x: bf16) -> bf16 {
  %0 = math.round %x : bf16
  return %0 : bf16
}

// -----

// Questions about a float are comparisons of its magnitude, which a NaN fails.

// CHECK-LABEL: func.func @questions(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[A:.*]] = math.absf %[[X]]
// CHECK: arith.cmpf olt, %[[A]], %{{.*}} : tensor<4xf32>
// CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: arith.cmpf uno, %[[X]], %[[X]] : tensor<4xf32>
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: arith.cmpf oge, %{{.*}}, %{{.*}} : tensor<4xf32>
// CHECK: arith.andi
// CHECK-NOT: math.is
// CHECK: return
func.func @questions(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = math.isfinite %x : tensor<4xf32>
  %1 = math.isinf %x : tensor<4xf32>
  %2 = math.isnan %x : tensor<4xf32>
  %3 = math.isnormal %x : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
