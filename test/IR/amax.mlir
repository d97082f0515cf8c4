// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @granularities
func.func @granularities(%x: tensor<4x64xf16>, %a: tensor<f32>, %r: tensor<4xf32>, %b: tensor<4x2xf32>) {
  // CHECK: fp8.amax %{{.*}} outs(%{{.*}} : tensor<f32>) : tensor<4x64xf16>
  %0 = fp8.amax %x outs(%a : tensor<f32>) : tensor<4x64xf16>
  // CHECK: fp8.amax %{{.*}} granularity<row> outs(%{{.*}} : tensor<4xf32>) : tensor<4x64xf16>
  %1 = fp8.amax %x granularity<row> outs(%r : tensor<4xf32>) : tensor<4x64xf16>
  // CHECK: fp8.amax %{{.*}} granularity<mx> outs(%{{.*}} : tensor<4x2xf32>) : tensor<4x64xf16>
  %2 = fp8.amax %x granularity<mx> outs(%b : tensor<4x2xf32>) : tensor<4x64xf16>
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%x: memref<4x8xf32>, %a: memref<f32>) {
  // CHECK: fp8.amax %{{.*}} outs(%{{.*}} : memref<f32>) : memref<4x8xf32>
  fp8.amax %x outs(%a : memref<f32>) : memref<4x8xf32>
  return
}
