// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @granularities
func.func @granularities(%c: tensor<4x64xf8E4M3FN>, %s: tensor<f32>, %r: tensor<4xf32>, %m: tensor<4x2xf8E8M0FNU>, %x: tensor<4x64xbf16>) {
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  %0 = fp8.dequantize %c by %s outs(%x : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} granularity<row> outs(%{{.*}} : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4xf32>
  %1 = fp8.dequantize %c by %r granularity<row> outs(%x : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4xf32>
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} granularity<mx> outs(%{{.*}} : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>
  %2 = fp8.dequantize %c by %m granularity<mx> outs(%x : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>
  return
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%c: tensor<?x64xf8E4M3FN>, %b: tensor<?x2xf32>, %x: tensor<?x64xf32>) {
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} granularity<block 4x32> outs
  %0 = fp8.dequantize %c by %b granularity<block 4x32> outs(%x : tensor<?x64xf32>) : tensor<?x64xf8E4M3FN>, tensor<?x2xf32>
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%c: memref<4x8xf8E5M2>, %s: memref<f32>, %x: memref<4x8xf16>) {
  // CHECK: fp8.dequantize %{{.*}} by %{{.*}} outs(%{{.*}} : memref<4x8xf16>) : memref<4x8xf8E5M2>, memref<f32>
  fp8.dequantize %c by %s outs(%x : memref<4x8xf16>) : memref<4x8xf8E5M2>, memref<f32>
  return
}
