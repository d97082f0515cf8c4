// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @formats
func.func @formats(%a: tensor<f32>, %p: tensor<f32>, %n: tensor<3xf32>) {
  // CHECK: fp8.compute_scale %{{.*}} for e4m3 : tensor<f32>
  %0, %1 = fp8.compute_scale %a for e4m3 : tensor<f32>
  // CHECK: fp8.compute_scale %{{.*}} for e5m2 scaling<margin = 2> : tensor<3xf32>
  %2, %3 = fp8.compute_scale %n for e5m2 scaling<margin = 2> : tensor<3xf32>
  // CHECK: fp8.compute_scale %{{.*}} for ue4m4 scaling<pow2 = true> keeping %{{.*}} : tensor<f32>, tensor<f32>
  %4, %5 = fp8.compute_scale %a for ue4m4 scaling<pow2 = true> keeping %p : tensor<f32>, tensor<f32>
  // CHECK: fp8.compute_scale %{{.*}} for ue5m3 : tensor<f32>
  %6, %7 = fp8.compute_scale %a for ue5m3 : tensor<f32>
  return
}
