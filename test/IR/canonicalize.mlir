// RUN: fp8-opt %s --canonicalize --split-input-file | FileCheck %s

//===----------------------------------------------------------------------===//
// fp8.convert
//===----------------------------------------------------------------------===//

// Ties go to even, values that are too large saturate, every NaN is one code;
// -0 and subnormal numbers are preserved.
// CHECK-LABEL: @encode_constants
// CHECK-DAG: arith.constant 1.000000e+00 : f8E4M3FN
// CHECK-DAG: arith.constant 4.480000e+02 : f8E4M3FN
// CHECK-DAG: arith.constant -4.480000e+02 : f8E4M3FN
// CHECK-DAG: arith.constant 0x7F : f8E4M3FN
// CHECK-DAG: arith.constant -0.000000e+00 : f8E4M3FN
// CHECK-DAG: arith.constant 1.953130e-03 : f8E4M3FN
// CHECK-NOT: fp8.convert
func.func @encode_constants() -> (f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN) {
  %tie = arith.constant 1.0625 : f32
  %large = arith.constant 1.0e9 : f32
  %inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0xFF800001 : f32
  %zero = arith.constant -0.0 : bf16
  %tiny = arith.constant 0.002 : f16
  %0 = fp8.convert %tie : f32 to f8E4M3FN
  %1 = fp8.convert %large : f32 to f8E4M3FN
  %2 = fp8.convert %inf : f32 to f8E4M3FN
  %3 = fp8.convert %nan : f32 to f8E4M3FN
  %4 = fp8.convert %zero : bf16 to f8E4M3FN
  %5 = fp8.convert %tiny : f16 to f8E4M3FN
  return %0, %1, %2, %3, %4, %5 : f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN, f8E4M3FN
}

// Infinities of e5m2 stay infinities when they are decoded, in f16 too.
// CHECK-LABEL: @decode_constants
// CHECK-DAG: arith.constant 0x7FC00000 : f32
// CHECK-DAG: arith.constant 0x7F800000 : f32
// CHECK-DAG: arith.constant 0xFC00 : f16
// CHECK-NOT: fp8.convert
func.func @decode_constants() -> (f32, f32, f16) {
  %nan = arith.constant 0xFF : f8E4M3FN
  %inf = arith.constant 0x7C : f8E5M2
  %neg = arith.constant 0xFC : f8E5M2
  %0 = fp8.convert %nan : f8E4M3FN to f32
  %1 = fp8.convert %inf : f8E5M2 to f32
  %2 = fp8.convert %neg : f8E5M2 to f16
  return %0, %1, %2 : f32, f32, f16
}

// CHECK-LABEL: @unsigned_constants
// CHECK-DAG: arith.constant 0 : i8
// CHECK-DAG: arith.constant -2 : i8
// CHECK-DAG: arith.constant 6.144000e+04 : f32
// CHECK-NOT: fp8.convert
func.func @unsigned_constants() -> (i8, i8, f32) {
  %negative = arith.constant -1.0 : f32
  %large = arith.constant 1.0e9 : f32
  %code = arith.constant 0xF7 : i8
  %0 = fp8.convert %negative format<ue4m4> : f32 to i8
  %1 = fp8.convert %large format<ue4m4> : f32 to i8
  %2 = fp8.convert %code format<ue5m3> : i8 to f32
  return %0, %1, %2 : i8, i8, f32
}

// CHECK-LABEL: @tensor_constants
// CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<4xf8E5M2>
// CHECK-DAG: arith.constant dense<[1.000000e+00, -2.000000e+00]> : vector<2xbf16>
// CHECK-NOT: fp8.convert
func.func @tensor_constants() -> (tensor<4xf8E5M2>, vector<2xbf16>) {
  %splat = arith.constant dense<1.5> : tensor<4xf32>
  %codes = arith.constant dense<[1.0, -2.0]> : vector<2xf8E4M3FN>
  %0 = fp8.convert %splat : tensor<4xf32> to tensor<4xf8E5M2>
  %1 = fp8.convert %codes : vector<2xf8E4M3FN> to vector<2xbf16>
  return %0, %1 : tensor<4xf8E5M2>, vector<2xbf16>
}

// A draw decides how the constant is rounded.
// CHECK-LABEL: @negative_stochastic
// CHECK: fp8.convert
func.func @negative_stochastic(%r: i16) -> f8E4M3FN {
  %x = arith.constant 1.01 : f32
  %0 = fp8.convert %x random %r rounding<stochastic> : f32, i16 to f8E4M3FN
  return %0 : f8E4M3FN
}

// CHECK-LABEL: @encode_decode
// CHECK: %[[CODE:.*]] = fp8.convert %{{.*}} : f32 to f8E5M2
// CHECK-NEXT: return %[[CODE]]
func.func @encode_decode(%x: f32, %r: i16) -> f8E5M2 {
  %0 = fp8.convert %x : f32 to f8E5M2
  %1 = fp8.convert %0 : f8E5M2 to bf16
  %2 = fp8.convert %1 random %r rounding<stochastic> : bf16, i16 to f8E5M2
  return %2 : f8E5M2
}

// A code that no encode made may be a NaN other than 0x7F, or an infinity.
// CHECK-LABEL: @negative_unknown_code
// CHECK-COUNT-2: fp8.convert
func.func @negative_unknown_code(%code: f8E5M2) -> f8E5M2 {
  %0 = fp8.convert %code : f8E5M2 to f32
  %1 = fp8.convert %0 : f32 to f8E5M2
  return %1 : f8E5M2
}

// The same i8 means another number.
// CHECK-LABEL: @negative_other_format
// CHECK-COUNT-3: fp8.convert
func.func @negative_other_format(%x: f32) -> i8 {
  %0 = fp8.convert %x format<ue5m3> : f32 to i8
  %1 = fp8.convert %0 format<ue4m4> : i8 to f32
  %2 = fp8.convert %1 format<ue4m4> : f32 to i8
  return %2 : i8
}

// Encoding rounds.
// CHECK-LABEL: @negative_decode_encode
// CHECK-COUNT-2: fp8.convert
func.func @negative_decode_encode(%x: f32) -> f32 {
  %0 = fp8.convert %x : f32 to f8E4M3FN
  %1 = fp8.convert %0 : f8E4M3FN to f32
  return %1 : f32
}

// CHECK-LABEL: @decode_at_once
// CHECK: %[[X:.*]] = fp8.convert %{{.*}} format<ue5m3> : i8 to f32
// CHECK-NEXT: return %[[X]]
func.func @decode_at_once(%code: i8) -> f32 {
  %0 = fp8.convert %code format<ue5m3> : i8 to f16
  %1 = fp8.convert %0 : f16 to f32
  return %1 : f32
}

// f32 to bf16 rounds before the encoding does.
// CHECK-LABEL: @negative_encode_at_once
// CHECK-COUNT-2: fp8.convert
func.func @negative_encode_at_once(%x: f32) -> f8E4M3FN {
  %0 = fp8.convert %x : f32 to bf16
  %1 = fp8.convert %0 : bf16 to f8E4M3FN
  return %1 : f8E4M3FN
}

// -----

//===----------------------------------------------------------------------===//
// fp8.amax
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @amax_splat
// CHECK-DAG: arith.constant dense<3.000000e+00> : tensor<f32>
// CHECK-DAG: arith.constant dense<4.000000e+00> : tensor<2xf32>
// CHECK-DAG: arith.constant dense<0x7FC00000> : tensor<f32>
// CHECK-NOT: fp8.amax
func.func @amax_splat() -> (tensor<f32>, tensor<2xf32>, tensor<f32>) {
  %x = arith.constant dense<-3.0> : tensor<2x8xbf16>
  %nans = arith.constant dense<0xFF800001> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %fours = arith.constant dense<4.0> : tensor<2xf32>
  %0 = fp8.amax %x outs(%zero : tensor<f32>) : tensor<2x8xbf16>
  %1 = fp8.amax %x granularity<row> outs(%fours : tensor<2xf32>) : tensor<2x8xbf16>
  %2 = fp8.amax %nans outs(%zero : tensor<f32>) : tensor<4xf32>
  return %0, %1, %2 : tensor<f32>, tensor<2xf32>, tensor<f32>
}

// The init may hold more.
// CHECK-LABEL: @negative_amax_of_unknown_init
// CHECK: fp8.amax
func.func @negative_amax_of_unknown_init(%init: tensor<f32>) -> tensor<f32> {
  %x = arith.constant dense<-3.0> : tensor<2x8xf32>
  %0 = fp8.amax %x outs(%init : tensor<f32>) : tensor<2x8xf32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @unused_amax
// CHECK-NEXT: return
func.func @unused_amax(%x: tensor<8xf32>, %init: tensor<f32>) {
  %0 = fp8.amax %x outs(%init : tensor<f32>) : tensor<8xf32>
  return
}

// A memref is written.
// CHECK-LABEL: @negative_unused_amax_on_memrefs
// CHECK: fp8.amax
func.func @negative_unused_amax_on_memrefs(%x: memref<8xf32>, %init: memref<f32>) {
  fp8.amax %x outs(%init : memref<f32>) : memref<8xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Attributes and results that say nothing
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @granularity_tensor
// CHECK: fp8.quantize %{{.*}} by %{{.*}} outs
// CHECK: fp8.amax %{{.*}} outs
// CHECK: fp8.dequantize %{{.*}} by %{{.*}} outs
func.func @granularity_tensor(%x: tensor<8xf32>, %s: tensor<f32>, %c: tensor<8xf8E4M3FN>) -> (tensor<8xf32>, tensor<f32>) {
  %q = fp8.quantize %x by %s granularity<tensor> outs(%c : tensor<8xf8E4M3FN>) : tensor<8xf32>, tensor<f32>
  %a = fp8.amax %x granularity<tensor> outs(%s : tensor<f32>) : tensor<8xf32>
  %d = fp8.dequantize %q by %s granularity<tensor> outs(%x : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  return %d, %a : tensor<8xf32>, tensor<f32>
}

// CHECK-LABEL: @amax_result_without_uses
// CHECK: fp8.quantize %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x8xf8E4M3FN>) {fp8.name = "x"} :
// CHECK: fp8.contract {{.*}} activation<relu> outs(%{{.*}} : tensor<4x4xf32>) :
func.func @amax_result_without_uses(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %a: tensor<f32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %q:2 = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<4x8xf8E4M3FN>, tensor<f32>) {fp8.name = "x"} : tensor<4x8xf32>, tensor<f32>
  %r:2 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %q#0 by %s, %q#0 by %s activation<relu> with_amax outs(%y, %a : tensor<4x4xf32>, tensor<f32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<4x8xf8E4M3FN> by tensor<f32>
  return %r#0 : tensor<4x4xf32>
}

// The operands after the inits stay.
// CHECK-LABEL: @amax_result_before_use_offset
// CHECK: fp8.quantize %{{.*}} by %{{.*}} rounding<stochastic> stream 1 use 16 + %[[SEED:.*]] seed %[[SEED]] step %[[SEED]] outs(%{{.*}} : tensor<8xf8E4M3FN>) :
func.func @amax_result_before_use_offset(%x: tensor<8xf32>, %s: tensor<f32>, %c: tensor<8xf8E4M3FN>, %a: tensor<f32>, %seed: i32) -> tensor<8xf8E4M3FN> {
  %q:2 = fp8.quantize %x by %s rounding<stochastic> stream 1 use 16 + %seed seed %seed step %seed with_amax outs(%c, %a : tensor<8xf8E4M3FN>, tensor<f32>) : tensor<8xf32>, tensor<f32>
  return %q#0 : tensor<8xf8E4M3FN>
}

// CHECK-LABEL: @negative_amax_with_uses
// CHECK: fp8.quantize {{.*}} with_amax
func.func @negative_amax_with_uses(%x: tensor<8xf32>, %s: tensor<f32>, %c: tensor<8xf8E4M3FN>, %a: tensor<f32>) -> tensor<f32> {
  %q:2 = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<8xf8E4M3FN>, tensor<f32>) : tensor<8xf32>, tensor<f32>
  return %q#1 : tensor<f32>
}

// CHECK-LABEL: @contract_tensor_granularity
// CHECK: fp8.contract {{.*}} %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} granularity<row> outs
func.func @contract_tensor_granularity(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E5M2>, %sw: tensor<16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s granularity<tensor>, %w by %sw granularity<row> outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<16xf32>
  return %0 : tensor<4x16xf32>
}
