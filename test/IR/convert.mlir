// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @scalars
func.func @scalars(%x: f32, %b: bf16, %h: f16, %c: f8E4M3FN, %i: i8) {
  // CHECK: fp8.convert %{{.*}} : f32 to f8E4M3FN
  %0 = fp8.convert %x : f32 to f8E4M3FN
  // CHECK: fp8.convert %{{.*}} : bf16 to f8E5M2
  %1 = fp8.convert %b : bf16 to f8E5M2
  // CHECK: fp8.convert %{{.*}} format<ue4m4> : f16 to i8
  %2 = fp8.convert %h format<ue4m4> : f16 to i8
  // CHECK: fp8.convert %{{.*}} : f8E4M3FN to f32
  %3 = fp8.convert %c : f8E4M3FN to f32
  // CHECK: fp8.convert %{{.*}} format<ue5m3> : i8 to bf16
  %4 = fp8.convert %i format<ue5m3> : i8 to bf16
  // CHECK: fp8.convert %{{.*}} : f32 to bf16
  %5 = fp8.convert %x : f32 to bf16
  // CHECK: fp8.convert %{{.*}} : f16 to f32
  %6 = fp8.convert %h : f16 to f32
  return
}

// CHECK-LABEL: @shaped
func.func @shaped(%x: tensor<4x?xf32>, %v: vector<16xf32>) {
  // CHECK: fp8.convert %{{.*}} : tensor<4x?xf32> to tensor<4x?xf8E4M3FN>
  %0 = fp8.convert %x : tensor<4x?xf32> to tensor<4x?xf8E4M3FN>
  // CHECK: fp8.convert %{{.*}} : vector<16xf32> to vector<16xf8E5M2>
  %1 = fp8.convert %v : vector<16xf32> to vector<16xf8E5M2>
  return
}

// CHECK-LABEL: @rounding
func.func @rounding(%x: f32, %r: i16, %v: vector<16xf32>, %d: vector<16xi16>) {
  // The default is not printed.
  // CHECK: fp8.convert %{{[a-z0-9]*}} : f32 to f8E4M3FN
  %0 = fp8.convert %x rounding<nearest_even> : f32 to f8E4M3FN
  // CHECK: fp8.convert %{{.*}} random %{{.*}} rounding<stochastic> : f32, i16 to f8E4M3FN
  %1 = fp8.convert %x random %r rounding<stochastic> : f32, i16 to f8E4M3FN
  // CHECK: fp8.convert %{{.*}} random %{{.*}} rounding<stochastic> : vector<16xf32>, vector<16xi16> to vector<16xbf16>
  %2 = fp8.convert %v random %d rounding<stochastic> : vector<16xf32>, vector<16xi16> to vector<16xbf16>
  // CHECK: fp8.convert %{{.*}} rounding<stochastic_hw> : f32 to f8E5M2
  %3 = fp8.convert %x rounding<stochastic_hw> : f32 to f8E5M2
  return
}
