// RUN: fp8-opt %s --convert-fp8-to-nvvm | FileCheck %s
// RUN: fp8-opt %s --convert-fp8-to-nvvm --convert-fp8-to-arith | FileCheck %s --check-prefix=REST

// REST-NOT: fp8.convert

// The first operand of cvt becomes the high byte.
// CHECK-LABEL: func.func @encode
// CHECK-SAME: %[[X:.*]]: vector<2xf32>
func.func @encode(%x: vector<2xf32>) -> vector<2xf8E4M3FN> {
  // CHECK: %[[LOW:.*]] = vector.extract %[[X]][0]
  // CHECK: %[[HIGH:.*]] = vector.extract %[[X]][1]
  // CHECK: nvvm.convert.f32x2.to.f8x2 %[[HIGH]], %[[LOW]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
  %q = fp8.convert %x : vector<2xf32> to vector<2xf8E4M3FN>
  return %q : vector<2xf8E4M3FN>
}

// The last of an odd number is converted twice, and kept once.
// CHECK-LABEL: func.func @encode_odd
func.func @encode_odd(%x: vector<3xf32>) -> vector<3xf8E5M2> {
  // CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[2]
  // CHECK: nvvm.convert.f32x2.to.f8x2 %[[LAST]], %[[LAST]] {{.*}}(f8E5M2)
  // CHECK: vector.extract_strided_slice {{.*}} : vector<4xi8> to vector<3xi8>
  %q = fp8.convert %x : vector<3xf32> to vector<3xf8E5M2>
  return %q : vector<3xf8E5M2>
}

// Over an exact f32: a bf16 is its upper half.
// CHECK-LABEL: func.func @encode_bf16
func.func @encode_bf16(%x: vector<2xbf16>) -> vector<2xf8E4M3FN> {
  // CHECK: arith.extui {{.*}} : vector<2xi16> to vector<2xi32>
  // CHECK: arith.shli
  // CHECK: nvvm.convert.f32x2.to.f8x2
  %q = fp8.convert %x : vector<2xbf16> to vector<2xf8E4M3FN>
  return %q : vector<2xf8E4M3FN>
}

// CHECK-LABEL: func.func @encode_f16
func.func @encode_f16(%x: vector<2xf16>) -> vector<2xf8E4M3FN> {
  // CHECK: arith.extf {{.*}} : vector<2xf16> to vector<2xf32>
  // CHECK: nvvm.convert.f32x2.to.f8x2
  %q = fp8.convert %x : vector<2xf16> to vector<2xf8E4M3FN>
  return %q : vector<2xf8E4M3FN>
}

// Exact in f16; NaN gets the bits that are declared.
// CHECK-LABEL: func.func @decode
func.func @decode(%x: f8E4M3FN) -> f32 {
  // CHECK: %[[PAIR:.*]] = nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E4M3FN)
  // CHECK: vector.extract %[[PAIR]][0]
  // CHECK: %[[HALF:.*]] = vector.from_elements
  // CHECK: %[[WIDE:.*]] = arith.extf %[[HALF]] : vector<1xf16> to vector<1xf32>
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[HALF]], %[[HALF]]
  // CHECK: arith.constant dense<2143289344> : vector<1xi32>
  // CHECK: arith.select %[[NAN]], %{{.*}}, %[[WIDE]]
  %y = fp8.convert %x : f8E4M3FN to f32
  return %y : f32
}

// Nobody sees its bits.
// CHECK-LABEL: func.func @decode_code_for_arithmetic
func.func @decode_code_for_arithmetic(%x: vector<2xf8E4M3FN>, %scale: vector<2xf32>) -> vector<2xf32> {
  // CHECK: arith.extf
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.mulf
  %y = fp8.convert %x : vector<2xf8E4M3FN> to vector<2xf32>
  %z = arith.mulf %y, %scale : vector<2xf32>
  return %z : vector<2xf32>
}

// CHECK-LABEL: func.func @decode_bf16
func.func @decode_bf16(%x: vector<4xf8E5M2>) -> vector<4xbf16> {
  // CHECK-COUNT-2: nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E5M2)
  // CHECK: arith.shrui
  // CHECK: arith.trunci {{.*}} : vector<4xi32> to vector<4xi16>
  %y = fp8.convert %x : vector<4xf8E5M2> to vector<4xbf16>
  return %y : vector<4xbf16>
}

// CHECK-LABEL: func.func @decode_f16
func.func @decode_f16(%x: vector<4xf8E5M2>) -> vector<4xf16> {
  // CHECK-COUNT-2: nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E5M2)
  // CHECK-NOT: arith.extf
  // CHECK: arith.constant dense<32256> : vector<4xi16>
  %y = fp8.convert %x : vector<4xf8E5M2> to vector<4xf16>
  return %y : vector<4xf16>
}

// The code and, below it, 20 bits of fraction: a draw is moved up by 4 bits and
// added. Codes come together from high halves, two of which are clamped at once,
// and signs from the top bytes.
// CHECK-LABEL: func.func @stochastic
// CHECK-SAME: %[[X:.*]]: vector<4xf32>, %[[DRAWS:.*]]: vector<4xi16>
func.func @stochastic(%x: vector<4xf32>, %r: vector<4xi16>) -> vector<4xf8E4M3FN> {
  // CHECK: %[[X0:.*]] = vector.extract %[[X]][0]
  // CHECK: vector.bitcast %[[DRAWS]] : vector<4xi16> to vector<2xi32>
  // CHECK: arith.constant 16 : i32
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[X0]]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rz.f"(%[[MAGNITUDE]], {{.*}})
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"
  // CHECK: arith.constant 4096 : i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"
  // CHECK: arith.constant 30258 : i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  // 0x7E, and 4 bits of fraction.
  // CHECK: arith.constant dense<2031> : vector<2xi16>
  // CHECK: arith.minsi
  // CHECK: arith.constant -2139062144 : i32
  // CHECK: %[[CODES:.*]] = vector.bitcast {{.*}} : vector<1xi32> to vector<4xi8>
  // CHECK: arith.cmpf uno
  // CHECK: arith.cmpf uno
  // CHECK: %[[MENDED:.*]] = scf.if
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : vector<4xf32>
  // CHECK: arith.select %[[NAN]], {{.*}}, %[[CODES]]
  // CHECK: arith.bitcast %[[MENDED]] : vector<4xi8> to vector<4xf8E4M3FN>
  %q = fp8.convert %x random %r rounding<stochastic> : vector<4xf32>, vector<4xi16> to vector<4xf8E4M3FN>
  return %q : vector<4xf8E4M3FN>
}

// Nobody asks for NaN where there is none. Negative numbers are negative halves.
// CHECK-LABEL: func.func @stochastic_numbers
func.func @stochastic_numbers(%x: vector<4xf32>, %r: vector<4xi16>) -> vector<4xi8> {
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"
  // CHECK: %[[CAPPED:.*]] = arith.minsi {{.*}} : vector<2xi16>
  // CHECK: arith.maxsi %[[CAPPED]], %{{.*}} : vector<2xi16>
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"
  // CHECK-NOT: scf.if
  // CHECK: return
  %q = fp8.convert %x random %r format<ue4m4> rounding<stochastic> {fp8.assumes = "number"} : vector<4xf32>, vector<4xi16> to vector<4xi8>
  return %q : vector<4xi8>
}

// 12 bits of fraction, and 4 more where the number is subnormal.
// CHECK-LABEL: func.func @stochastic_e4m11
func.func @stochastic_e4m11(%x: vector<2xf32>, %r: vector<2xi16>) -> vector<2xi16> {
  // CHECK: %[[MULTIPLE:.*]] = llvm.call_intrinsic "llvm.nvvm.mul.rz.f"
  // CHECK: %[[WHOLE:.*]] = llvm.call_intrinsic "llvm.nvvm.mul.rz.f"(%[[MULTIPLE]], {{.*}})
  // CHECK: arith.constant -1.600000e+01
  // CHECK: math.fma %[[WHOLE]], {{.*}}, %[[MULTIPLE]]
  // CHECK: arith.shli
  // CHECK: %[[POINT:.*]] = arith.addi
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"({{.*}}, %[[POINT]])
  %q = fp8.convert %x random %r format<e4m11> rounding<stochastic> : vector<2xf32>, vector<2xi16> to vector<2xi16>
  return %q : vector<2xi16>
}

// CHECK-LABEL: func.func @negative_stochastic_odd
func.func @negative_stochastic_odd(%x: vector<3xf32>, %r: vector<3xi16>) -> vector<3xf8E4M3FN> {
  // CHECK: fp8.convert
  %q = fp8.convert %x random %r rounding<stochastic> : vector<3xf32>, vector<3xi16> to vector<3xf8E4M3FN>
  return %q : vector<3xf8E4M3FN>
}

// A multiple of an f16, and one question for NaN.
// CHECK-LABEL: func.func @decode_ue4m4
// CHECK-SAME: %[[CODES:.*]]: vector<4xi8>
func.func @decode_ue4m4(%x: vector<4xi8>) -> vector<4xf32> {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: %[[HALVES:.*]] = arith.bitcast {{.*}} to vector<4xf16>
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[HALVES]], %{{.*}} : vector<4xf16>
  // CHECK: %[[WIDE:.*]] = arith.extf %[[SCALED]]
  // CHECK: scf.if
  // CHECK: arith.select {{.*}}, %[[WIDE]]
  %y = fp8.convert %x format<ue4m4> : vector<4xi8> to vector<4xf32>
  return %y : vector<4xf32>
}

// CHECK-LABEL: func.func @decode_e4m11
func.func @decode_e4m11(%x: vector<2xi16>) -> vector<2xf32> {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.shli
  // CHECK: arith.andi
  // CHECK: arith.mulf
  // CHECK: arith.shrsi
  // CHECK: arith.andi
  // CHECK: arith.mulf
  // CHECK: %[[WIDE:.*]] = vector.from_elements
  // CHECK: scf.if
  // CHECK: arith.select {{.*}}, %[[WIDE]]
  %y = fp8.convert %x format<e4m11> : vector<2xi16> to vector<2xf32>
  return %y : vector<2xf32>
}

// The digits of selectors: 3 of 0x1404 and 0x3424, 0x9180 and 0xB3A2, 0x7531.
// CHECK-LABEL: func.func @bytes
func.func @bytes(%x: vector<4xi8>, %y: vector<4xi16>) -> (vector<4xi16>, vector<4xi16>, vector<4xi8>) {
  %eight = arith.constant dense<8> : vector<4xi16>
  // CHECK: arith.constant 5124 : i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.prmt"
  // CHECK: arith.constant 13348 : i32
  %e = arith.extui %x : vector<4xi8> to vector<4xi16>
  %high = arith.shli %e, %eight : vector<4xi16>
  // CHECK: arith.constant 37248 : i32
  // CHECK: arith.constant 45986 : i32
  %s = arith.extsi %x : vector<4xi8> to vector<4xi16>
  // CHECK: arith.constant 30001 : i32
  %t = arith.shrui %y, %eight : vector<4xi16>
  %b = arith.trunci %t : vector<4xi16> to vector<4xi8>
  return %high, %s, %b : vector<4xi16>, vector<4xi16>, vector<4xi8>
}

// No chip has the unsigned formats.
// CHECK-LABEL: func.func @negative_unsigned
func.func @negative_unsigned(%x: vector<4xf32>) -> vector<4xi8> {
  // CHECK: fp8.convert
  %q = fp8.convert %x format<ue4m4> : vector<4xf32> to vector<4xi8>
  return %q : vector<4xi8>
}

// The first operand of cvt becomes the high half. NaN is 0x7FFF, which a signed
// minimum replaces by 0x7FC0.
// CHECK-LABEL: func.func @encode_to_bf16
// CHECK-SAME: %[[X:.*]]: vector<4xf32>
func.func @encode_to_bf16(%x: vector<4xf32>) -> vector<4xbf16> {
  // CHECK: %[[LOW:.*]] = vector.extract %[[X]][0]
  // CHECK: %[[HIGH:.*]] = vector.extract %[[X]][1]
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn.satfinite"(%[[HIGH]], %[[LOW]])
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn.satfinite"
  // CHECK: %[[NAN:.*]] = arith.constant dense<32704> : vector<4xi16>
  // CHECK: arith.minsi %{{.*}}, %[[NAN]]
  %q = fp8.convert %x : vector<4xf32> to vector<4xbf16>
  return %q : vector<4xbf16>
}

// Values that are too large become infinite.
// CHECK-LABEL: func.func @truncate_to_bf16
func.func @truncate_to_bf16(%x: vector<2xf32>) -> vector<2xbf16> {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn"(
  // CHECK: arith.minsi
  %q = arith.truncf %x : vector<2xf32> to vector<2xbf16>
  return %q : vector<2xbf16>
}

// The bf16 of a single f32 is the high half of a word, where the canonical NaN is
// a signed minimum.
// CHECK-LABEL: func.func @truncate_single
// CHECK-SAME: %[[X:.*]]: f32)
func.func @truncate_single(%x: f32) -> bf16 {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn"(%[[X]], %[[ZERO]])
  // CHECK: arith.constant 2143289344 : i32
  // CHECK: arith.minsi
  // CHECK: arith.shrui
  // CHECK-NOT: arith.truncf
  %q = arith.truncf %x : f32 to bf16
  return %q : bf16
}

// CHECK-LABEL: func.func @encode_vector_of_one
func.func @encode_vector_of_one(%x: vector<1xf32>) -> vector<1xbf16> {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn.satfinite"(
  // CHECK-NOT: fp8.convert
  %q = fp8.convert %x : vector<1xf32> to vector<1xbf16>
  return %q : vector<1xbf16>
}

// CHECK-LABEL: func.func @decode_from_bf16
func.func @decode_from_bf16(%x: vector<4xbf16>) -> vector<4xf32> {
  // CHECK: %[[WORDS:.*]] = vector.bitcast %{{.*}} : vector<4xi16> to vector<2xi32>
  // CHECK: %[[LOW:.*]] = arith.shli %[[WORDS]]
  // CHECK: %[[HIGH:.*]] = arith.andi %[[WORDS]]
  // CHECK: vector.interleave %[[LOW]], %[[HIGH]]
  // CHECK: arith.cmpf uno
  // CHECK: arith.select
  %y = fp8.convert %x : vector<4xbf16> to vector<4xf32>
  return %y : vector<4xf32>
}

// Arithmetic returns one NaN for any NaN operand; a select and an absolute
// value preserve its sign.
// CHECK-LABEL: func.func @decode_for_arithmetic
func.func @decode_for_arithmetic(%x: vector<2xbf16>, %f: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>) {
  // CHECK: vector.interleave
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.mulf
  %y = fp8.convert %x : vector<2xbf16> to vector<2xf32>
  %product = arith.mulf %y, %f : vector<2xf32>
  %magnitude = math.absf %y : vector<2xf32>
  %sum = arith.addf %magnitude, %f : vector<2xf32>
  return %product, %sum : vector<2xf32>, vector<2xf32>
}

// Any NaN is the largest.
// CHECK-LABEL: func.func @decode_for_a_maximum
func.func @decode_for_a_maximum(%x: vector<2xbf16>, %largest: vector<2xi32>) -> vector<2xi32> {
  // CHECK: vector.interleave
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.maxui
  %y = fp8.convert %x : vector<2xbf16> to vector<2xf32>
  %magnitude = math.absf %y : vector<2xf32>
  %bits = arith.bitcast %magnitude : vector<2xf32> to vector<2xi32>
  %max = arith.maxui %largest, %bits : vector<2xi32>
  return %max : vector<2xi32>
}

// Its bits are seen.
// CHECK-LABEL: func.func @decode_for_bits
func.func @decode_for_bits(%x: vector<2xbf16>) -> vector<2xi32> {
  // CHECK: vector.interleave
  // CHECK: arith.cmpf uno
  %y = fp8.convert %x : vector<2xbf16> to vector<2xf32>
  %magnitude = math.absf %y : vector<2xf32>
  %bits = arith.bitcast %magnitude : vector<2xf32> to vector<2xi32>
  return %bits : vector<2xi32>
}

// A NaN of arith is any NaN.
// CHECK-LABEL: func.func @extend_from_bf16
func.func @extend_from_bf16(%x: vector<2xbf16>) -> vector<2xf32> {
  // CHECK: vector.interleave
  // CHECK-NOT: arith.cmpf
  %y = arith.extf %x : vector<2xbf16> to vector<2xf32>
  return %y : vector<2xf32>
}

// cvt fills a word.
// CHECK-LABEL: func.func @negative_odd_bf16
func.func @negative_odd_bf16(%x: vector<3xf32>) -> vector<3xbf16> {
  // CHECK: fp8.convert
  %q = fp8.convert %x : vector<3xf32> to vector<3xbf16>
  return %q : vector<3xbf16>
}

// The bits are the code and its fraction; the test for values that are too
// large includes NaN.
// CHECK-LABEL: func.func @stochastic_bf16
// CHECK-SAME: %[[X:.*]]: vector<4xf32>
func.func @stochastic_bf16(%x: vector<4xf32>, %r: vector<4xi16>) -> vector<4xbf16> {
  // CHECK: %[[X0:.*]] = vector.extract %[[X]][0]
  // CHECK: arith.constant 1 : i32
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[X0]] : f32 to i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.idp2a.u.u"({{.*}}, %[[BITS]])
  // CHECK: arith.cmpf uge
  // CHECK: scf.if
  %q = fp8.convert %x random %r rounding<stochastic> : vector<4xf32>, vector<4xi16> to vector<4xbf16>
  return %q : vector<4xbf16>
}

// CHECK-LABEL: func.func @negative_wide
func.func @negative_wide(%x: vector<4xf32>) -> vector<4xf16> {
  // CHECK: fp8.convert
  %q = fp8.convert %x : vector<4xf32> to vector<4xf16>
  return %q : vector<4xf16>
}

// CHECK-LABEL: func.func @negative_rank
func.func @negative_rank(%x: vector<2x2xf32>) -> vector<2x2xf8E4M3FN> {
  // CHECK: fp8.convert
  %q = fp8.convert %x : vector<2x2xf32> to vector<2x2xf8E4M3FN>
  return %q : vector<2x2xf8E4M3FN>
}

// A vector that would need billions of instructions.
// CHECK-LABEL: func.func @negative_long
func.func @negative_long(%x: vector<8589934592xbf16>) -> vector<8589934592xf8E4M3FN> {
  // CHECK: fp8.convert
  %q = fp8.convert %x : vector<8589934592xbf16> to vector<8589934592xf8E4M3FN>
  return %q : vector<8589934592xf8E4M3FN>
}
