// RUN: fp8-opt %s --fp8-encode-avx512 --canonicalize --split-input-file | FileCheck %s

// Signs stay; nothing is known of the operand. Of four registers two are packed
// into the high bytes of half words, two into the low ones.
// CHECK-LABEL: @any
// CHECK-SAME: (%[[X:.*]]: vector<64xf32>)
func.func @any(%x: vector<64xf32>) -> vector<64xf8E4M3FN> {
  // CHECK-DAG: %[[MAX:.*]] = arith.constant dense<4.480000e+02> : vector<16xf32>
  // CHECK-DAG: %[[MIN:.*]] = arith.constant dense<1.562500e-02> : vector<16xf32>
  // CHECK-DAG: %[[FACTOR:.*]] = arith.constant dense<0x4980FB98> : vector<16xf32>
  // CHECK-DAG: %[[NAN:.*]] = arith.constant dense<2032> : vector<16xi32>
  // CHECK: %[[PART:.*]] = vector.extract_strided_slice %[[X]] {offsets = [0], sizes = [16]
  // CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[PART]], %[[PART]]
  // CHECK: %[[CAPPED:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"(%[[PART]], %[[MAX]],
  // CHECK: %[[BINADE:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"(%{{.*}}, %[[MIN]],
  // CHECK: %[[SUM:.*]] = math.fma %[[BINADE]], %[[FACTOR]], %[[CAPPED]]
  // CHECK: %[[CODE:.*]] = llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
  // CHECK: arith.select %[[IS_NAN]], %[[NAN]], %[[CODE]]
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.packssdw.512"
  // CHECK: vector.shuffle {{.*}} [1, 3, 5, 7, 17, {{.*}}, 62] : vector<64xi8>, vector<64xi8>
  // CHECK-NOT: fp8.convert
  %0 = fp8.convert %x : vector<64xf32> to vector<64xf8E4M3FN>
  return %0 : vector<64xf8E4M3FN>
}

// -----

// CHECK-LABEL: @number
func.func @number(%x: vector<32xf32>) -> vector<32xf8E5M2> {
  // CHECK-NOT: arith.cmpf
  // CHECK-COUNT-4: "llvm.x86.avx512.mask.range.ps.512"
  // CHECK-NOT: range.ps
  // CHECK: "llvm.x86.avx512.packssdw.512"
  // CHECK-NOT: packssdw
  // CHECK: vector.shuffle {{.*}} : vector<64xi8>, vector<64xi8>
  // CHECK: arith.bitcast {{.*}} : vector<32xi8> to vector<32xf8E5M2>
  %0 = fp8.convert %x {fp8.assumes = "number"} : vector<32xf32> to vector<32xf8E5M2>
  return %0 : vector<32xf8E5M2>
}

// -----

// A value that rounds to a finite code needs no clamp.
// CHECK-LABEL: @in_range
func.func @in_range(%x: vector<128xf32>) -> vector<128xf8E4M3FN> {
  // CHECK-NOT: arith.cmpf
  // CHECK-COUNT-8: "llvm.x86.avx512.mask.range.ps.512"
  // CHECK-NOT: range.ps
  // CHECK: vector.insert_strided_slice {{.*}} {offsets = [64], strides = [1]} : vector<64xi8> into vector<128xi8>
  %0 = fp8.convert %x {fp8.assumes = "in_range"} : vector<128xf32> to vector<128xf8E4M3FN>
  return %0 : vector<128xf8E4M3FN>
}

// -----

// Left to --convert-fp8-to-arith: one register, formats without a sign, draws.
// CHECK-LABEL: @others
func.func @others(%x: vector<16xf32>, %y: vector<64xf32>, %r: vector<64xi16>) -> (vector<16xf8E4M3FN>, vector<64xi8>, vector<64xf8E4M3FN>) {
  // CHECK-COUNT-3: fp8.convert
  // CHECK-NOT: llvm.call_intrinsic
  %0 = fp8.convert %x : vector<16xf32> to vector<16xf8E4M3FN>
  %1 = fp8.convert %y format<ue4m4> : vector<64xf32> to vector<64xi8>
  %2 = fp8.convert %y random %r rounding<stochastic> : vector<64xf32>, vector<64xi16> to vector<64xf8E4M3FN>
  return %0, %1, %2 : vector<16xf8E4M3FN>, vector<64xi8>, vector<64xf8E4M3FN>
}

// -----

// More than 32 registers are left to --convert-fp8-to-arith, too.
// CHECK-LABEL: @negative_wide
func.func @negative_wide(%x: vector<2147483648xf32>) -> vector<2147483648xf8E4M3FN> {
  // CHECK: fp8.convert
  // CHECK-NOT: llvm.call_intrinsic
  %0 = fp8.convert %x : vector<2147483648xf32> to vector<2147483648xf8E4M3FN>
  return %0 : vector<2147483648xf8E4M3FN>
}
