// RUN: fp8-opt %s --convert-fp8-to-arith --split-input-file | FileCheck %s

// CHECK-LABEL: @encode_e4m3
// CHECK-SAME: (%[[X:.*]]: f32) -> f8E4M3FN
func.func @encode_e4m3(%x: f32) -> f8E4M3FN {
  // CHECK: arith.bitcast %[[X]] : f32 to i32
  // Saturation is a minimum up front; 1138753536 are the bits of 448.
  // CHECK: %[[MAX:.*]] = arith.constant 1138753536 : i32
  // CHECK: arith.minui %{{.*}}, %[[MAX]] : i32
  // Subnormals use the quantum of the lowest normal binade, 2^-6; the factor
  // is 2^20 + 7, and the sum is x in quanta.
  // CHECK: %[[LOW:.*]] = arith.constant 1015021568 : i32
  // CHECK: %[[BINADE:.*]] = arith.maxui %{{.*}}, %[[LOW]] : i32
  // CHECK: %[[FACTOR:.*]] = arith.constant 0x49800038 : f32
  // CHECK: math.fma %{{.*}}, %[[FACTOR]], %{{.*}} : f32
  // CHECK: %[[CODE:.*]] = arith.trunci %{{.*}} : i32 to i8
  // CHECK: arith.bitcast %[[CODE]] : i8 to f8E4M3FN
  // CHECK-NOT: fp8.convert
  %y = fp8.convert %x : f32 to f8E4M3FN
  return %y : f8E4M3FN
}

// -----

// CHECK-LABEL: @encode_vector
func.func @encode_vector(%x: vector<16xf32>) -> vector<16xf8E5M2> {
  // CHECK: arith.minui %{{.*}} : vector<16xi32>
  // CHECK: arith.bitcast %{{.*}} : vector<16xi8> to vector<16xf8E5M2>
  %y = fp8.convert %x : vector<16xf32> to vector<16xf8E5M2>
  return %y : vector<16xf8E5M2>
}

// -----

// The draw is added where nearest rounding adds its half: no subnormal is
// rounded by the FPU.
// CHECK-LABEL: @encode_stochastic
// CHECK-SAME: (%{{.*}}: f32, %[[R:.*]]: i16)
func.func @encode_stochastic(%x: f32, %r: i16) -> f8E4M3FN {
  // CHECK: arith.extui %{{.*}} : i16 to i32
  // CHECK: arith.fptosi
  // CHECK-NOT: math.fma
  %y = fp8.convert %x random %r rounding<stochastic> : f32, i16 to f8E4M3FN
  return %y : f8E4M3FN
}

// -----

// bf16 has the subnormals of f32, so there is no second path.
// CHECK-LABEL: @encode_bf16
func.func @encode_bf16(%x: f32) -> bf16 {
  // CHECK-NOT: math.fma
  // CHECK-NOT: arith.truncf
  // CHECK: arith.bitcast %{{.*}} : i16 to bf16
  %y = fp8.convert %x : f32 to bf16
  return %y : bf16
}

// -----

// Not the instruction of the target: it may flush subnormals.
// CHECK-LABEL: @truncate_bf16
func.func @truncate_bf16(%x: f32) -> bf16 {
  // CHECK-NOT: arith.truncf
  %y = arith.truncf %x : f32 to bf16
  return %y : bf16
}

// -----

// CHECK-LABEL: @decode_e4m3
func.func @decode_e4m3(%x: f8E4M3FN) -> f32 {
  // CHECK: arith.bitcast %{{.*}} : f8E4M3FN to i8
  // CHECK: %[[HALF:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[SCALE:.*]] = arith.constant 2.560000e+02 : f32
  // CHECK: arith.mulf %[[HALF]], %[[SCALE]] : f32
  %y = fp8.convert %x : f8E4M3FN to f32
  return %y : f32
}

// -----

// e5m2 is the upper half of f16.
// CHECK-LABEL: @decode_e5m2
func.func @decode_e5m2(%x: f8E5M2) -> f32 {
  // CHECK-NOT: arith.mulf
  %y = fp8.convert %x : f8E5M2 to f32
  return %y : f32
}

// -----

// CHECK-LABEL: @unsigned
func.func @unsigned(%x: f32) -> f32 {
  // CHECK: arith.trunci %{{.*}} : i32 to i8
  // CHECK: arith.extui %{{.*}} : i8 to i16
  %c = fp8.convert %x format<ue4m4> : f32 to i8
  %y = fp8.convert %c format<ue4m4> : i8 to f32
  return %y : f32
}

// -----

// CHECK-LABEL: @extend_e4m3
func.func @extend_e4m3(%x: f8E4M3FN) -> f32 {
  // CHECK-NOT: arith.extf %{{.*}} : f8E4M3FN
  %y = arith.extf %x : f8E4M3FN to f32
  return %y : f32
}

// -----

// Every target has this one, and it rounds as it should.
// CHECK-LABEL: @negative_f16_extends
func.func @negative_f16_extends(%x: f16) -> f32 {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  %y = arith.extf %x : f16 to f32
  return %y : f32
}

// -----

// A cast does not distinguish NaNs: a NaN of bf16 is preserved. If the bits
// of the f32 are read, it becomes the canonical NaN.
// CHECK-LABEL: @nan_of_bf16
func.func @nan_of_bf16(%x: bf16) -> (bf16, f32) {
  // CHECK-NOT: arith.cmpi
  // CHECK: arith.mulf
  // CHECK: arith.cmpi ugt
  // CHECK: arith.select
  // CHECK: arith.addf
  %two = arith.constant 2.0 : f32
  %hidden = fp8.convert %x : bf16 to f32
  %twice = arith.mulf %hidden, %two : f32
  %code = fp8.convert %twice : f32 to bf16
  %seen = fp8.convert %x : bf16 to f32
  %sum = arith.addf %seen, %two : f32
  return %code, %sum : bf16, f32
}

// -----

// Known facts about the operand remove the test for NaN and the minimum.
// CHECK-LABEL: @encode_number
func.func @encode_number(%x: f32) -> f8E5M2 {
  // CHECK: arith.minui
  // CHECK-NOT: arith.cmpi
  // CHECK: arith.trunci
  %y = fp8.convert %x {fp8.assumes = "number"} : f32 to f8E5M2
  return %y : f8E5M2
}

// -----

// CHECK-LABEL: @encode_in_range
func.func @encode_in_range(%x: f32) -> f8E4M3FN {
  // CHECK-NOT: arith.minui
  // CHECK-NOT: arith.cmpi
  // CHECK: arith.trunci
  %y = fp8.convert %x {fp8.assumes = "in_range"} : f32 to f8E4M3FN
  return %y : f8E4M3FN
}

// -----

// LLVM would select between two f32 and round.
// CHECK-LABEL: @select_bf16
// CHECK-SAME: i1, %[[A:.*]]: bf16, %[[B:.*]]: bf16)
func.func @select_bf16(%c: i1, %a: bf16, %b: bf16) -> bf16 {
  // CHECK-DAG: %[[ABITS:.*]] = arith.bitcast %[[A]] : bf16 to i16
  // CHECK-DAG: %[[BBITS:.*]] = arith.bitcast %[[B]] : bf16 to i16
  // CHECK: %[[BITS:.*]] = arith.select %{{.*}}, %[[ABITS]], %[[BBITS]] : i16
  // CHECK: arith.bitcast %[[BITS]] : i16 to bf16
  %y = arith.select %c, %a, %b : bf16
  return %y : bf16
}

// -----

// CHECK-LABEL: @negative_select_f32
func.func @negative_select_f32(%c: i1, %a: f32, %b: f32) -> f32 {
  // CHECK: arith.select %{{.*}} : f32
  %y = arith.select %c, %a, %b : f32
  return %y : f32
}

// -----

// The body of a named op is implied by its name.

// CHECK-LABEL: @negative_named
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<5x8xbf16>, tensor<8x2xbf16>)
func.func @negative_named(%x: tensor<5x8xbf16>, %y: tensor<8x2xbf16>, %z: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<5x8xbf16>, tensor<8x2xbf16>) outs(%z : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

// Bodies that are in the text are lowered.

// CHECK-LABEL: @mapped
// CHECK-NOT: arith.extf
// CHECK: return
func.func @mapped(%x: tensor<8xbf16>, %y: tensor<8xf32>, %z: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  %0 = linalg.map ins(%x : tensor<8xbf16>) outs(%y : tensor<8xf32>)
    (%e: bf16, %o: f32) {
      %w = arith.extf %e : bf16 to f32
      linalg.yield %w : f32
    }
  %1 = linalg.reduce ins(%x : tensor<8xbf16>) outs(%z : tensor<f32>) dimensions = [0]
    (%e: bf16, %sum: f32) {
      %w = arith.extf %e : bf16 to f32
      %s = arith.addf %w, %sum : f32
      linalg.yield %s : f32
    }
  return %0, %1 : tensor<8xf32>, tensor<f32>
}
