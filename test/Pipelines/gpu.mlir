// RUN: fp8-opt %s --fp8-gpu-pipeline | FileCheck %s

// One function of launches over one arena, and one gpu.module. The state is
// updated where it lies, after the last reader of its old value.
// CHECK: module attributes {{.*}}gpu.container_module
// CHECK: func.func @step(%[[W:.*]]: memref<64x32xf32> {fp8.in_place, fp8.name = "w"}, %[[X:.*]]: memref<16x64xf32>, %[[Y:.*]]: memref<16x32xf32> {fp8.result = "result1"}, %[[ARENA:.*]]: memref<{{[0-9]+}}xi8>
// CHECK-NOT: memref.alloc
// CHECK: fp8.gemm {{.*}} %[[X]], %[[W]] on<0 event 0> outs(%[[Y]] :
// CHECK: fp8.launch @kernels::@[[K:[a-z_0-9]+]] on<2 waits[0]> items 2048 grain 128 ins(%[[W]] : {{.*}}) outs(%[[W]] :
// CHECK: gpu.module @kernels
// CHECK: gpu.func @[[K]](%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>) kernel
func.func @step(%w: tensor<64x32xf32> {fp8.name = "w"}, %x: tensor<16x64xf32>)
    -> (tensor<64x32xf32> {fp8.updates = "w"}, tensor<16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<0.5> : tensor<64x32xf32>
  %next = arith.mulf %w, %half : tensor<64x32xf32>
  %e = tensor.empty() : tensor<16x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x32xf32>) outs(%z : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %next, %y : tensor<64x32xf32>, tensor<16x32xf32>
}
