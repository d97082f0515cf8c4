// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin --load-pass-plugin=%fp8_plugin --pass-pipeline='builtin.module(fp8-expand-math,canonicalize)' %s | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin --one-shot-bufferize %s | FileCheck %s --check-prefix=BUFFER

// Passes, folds and bufferization work in a driver that knows nothing of fp8.

// CHECK-LABEL: @quantize
// CHECK: fp8.quantize
// BUFFER-LABEL: @quantize
// BUFFER: fp8.quantize %{{.*}} : memref<4x8xf32{{.*}}>, memref<f32{{.*}}>
func.func @quantize(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf8E4M3FN> {
  %c = tensor.empty() : tensor<4x8xf8E4M3FN>
  %q = fp8.quantize %x by %s outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %q : tensor<4x8xf8E4M3FN>
}

// CHECK-LABEL: @convert
// CHECK: arith.constant 1.000000e+00 : f8E5M2
func.func @convert() -> f8E5M2 {
  %x = arith.constant 1.0 : f32
  %c = fp8.convert %x : f32 to f8E5M2
  return %c : f8E5M2
}

// CHECK-LABEL: @exp
// CHECK-NOT: math.exp
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
