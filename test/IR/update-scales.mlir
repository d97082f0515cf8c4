// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @algorithms
func.func @algorithms(%h: tensor<16x3xf32>, %a: tensor<3xf32>, %s: tensor<3xf32>) {
  // The default algorithm is not printed.
  // CHECK: fp8.update_scales %{{.*}}, %{{.*}}, %{{.*}} for e4m3 : tensor<16x3xf32>, tensor<3xf32>
  %0:3 = fp8.update_scales %h, %a, %s for e4m3 algo<max> : tensor<16x3xf32>, tensor<3xf32>
  // CHECK: fp8.update_scales %{{.*}}, %{{.*}}, %{{.*}} for e5m2 algo<most_recent> scaling<epsilon = 5.000000e-01> : tensor<16x3xf32>, tensor<3xf32>
  %1:3 = fp8.update_scales %h, %a, %s for e5m2 algo<most_recent> scaling<epsilon = 0.5> : tensor<16x3xf32>, tensor<3xf32>
  return
}
