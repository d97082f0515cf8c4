// RUN: fp8-opt %s --convert-fp8-to-nvvm | FileCheck %s

// The first operand of cvt becomes the high byte.
// CHECK-LABEL: func.func @encode
// CHECK-SAME: %[[X:.*]]: vector<2xf32>
func.func @encode(%x: vector<2xf32>) -> vector<2xf8E4M3FN> {
  // CHECK: %[[LOW:.*]] = vector.extract %[[X]][0]
  // CHECK: %[[HIGH:.*]] = vector.extract %[[X]][1]
  // CHECK: nvvm.convert.f32x2.to.f8x2 %[[HIGH]], %[[LOW]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8> (f8E4M3FN)
  %q = fp8.convert %x : vector<2xf32> to vector<2xf8E4M3FN>
  return %q : vector<2xf8E4M3FN>
}

// CHECK-LABEL: func.func @encode_odd
func.func @encode_odd(%x: vector<3xf32>) -> vector<3xf8E5M2> {
  // CHECK-COUNT-2: nvvm.convert.f32x2.to.f8x2 {{.*}} (f8E5M2)
  // CHECK-NOT: nvvm.convert
  %q = fp8.convert %x : vector<3xf32> to vector<3xf8E5M2>
  return %q : vector<3xf8E5M2>
}

// CHECK-LABEL: func.func @decode
func.func @decode(%x: f8E4M3FN) -> f32 {
  // CHECK: %[[PAIR:.*]] = nvvm.convert.f8x2.to.f16x2
  // CHECK: %[[HALF:.*]] = vector.extract %[[PAIR]][0]
  // CHECK: %[[WIDE:.*]] = arith.extf %[[HALF]] : f16 to f32
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[HALF]], %[[HALF]] : f16
  // CHECK: arith.select %[[NAN]], %{{.*}}, %[[WIDE]] : f32
  %y = fp8.convert %x : f8E4M3FN to f32
  return %y : f32
}

// CHECK-LABEL: func.func @negative_bf16
func.func @negative_bf16(%x: vector<4xbf16>) -> vector<4xf8E4M3FN> {
  // CHECK: fp8.convert
  %q = fp8.convert %x : vector<4xbf16> to vector<4xf8E4M3FN>
  return %q : vector<4xf8E4M3FN>
}
