// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @rows
func.func @rows(%u: tensor<128x64xf32>, %i: tensor<128x1xi64>, %t: tensor<96x64xf32>) {
  // CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%{{.*}} : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
  return
}

// CHECK-LABEL: @elements
func.func @elements(%u: tensor<5xbf16>, %i: tensor<5x2xi32>, %t: tensor<96x64xbf16>) {
  // CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%{{.*}} : tensor<96x64xbf16>) : tensor<5xbf16>, tensor<5x2xi32>
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<96x64xbf16>) : tensor<5xbf16>, tensor<5x2xi32>
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%u: memref<8x4xf32>, %i: memref<8x1xindex>, %t: memref<6x4xf32>) {
  // CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%{{.*}} : memref<6x4xf32>) : memref<8x4xf32>, memref<8x1xindex>
  fp8.scatter_add %u at %i outs(%t : memref<6x4xf32>) : memref<8x4xf32>, memref<8x1xindex>
  return
}
