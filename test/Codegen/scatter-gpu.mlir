// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

// An item is a panel of 128 columns of 25 rows of the table: its warp looks at
// 128 indices at once, and has four slices in flight.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@scatter items 4000 grain 1
// CHECK-LABEL: gpu.func @scatter(
// CHECK: scf.for
// CHECK-COUNT-4: nvvm.vote.sync ballot
// CHECK: llvm.intr.ctpop
// CHECK: scf.for
// CHECK-COUNT-4: llvm.intr.cttz
func.func @main(%u: memref<300x256xf32>, %at: memref<300x1xi32>, %table: memref<50000x256xf32>) {
  fp8.kernel "scatter" ins(%u, %at : memref<300x256xf32>, memref<300x1xi32>) outs(%table : memref<50000x256xf32>) {
  ^bb0(%in: tensor<300x256xf32>, %i: tensor<300x1xi32>, %out: tensor<50000x256xf32>):
    %r = fp8.scatter_add %in at %i outs(%out : tensor<50000x256xf32>) : tensor<300x256xf32>, tensor<300x1xi32>
    fp8.kernel_yield %r : tensor<50000x256xf32>
  }
  return
}

// -----

// Rows of two indices are in one range.
// CHECK: fp8.launch @kernels::@scatter items 1 grain 1
// CHECK-LABEL: gpu.func @scatter(
// CHECK-NOT: nvvm.vote.sync
// CHECK: gpu.return
func.func @main(%u: memref<300x64xf32>, %at: memref<300x2xi32>, %table: memref<5x7x64xf32, strided<[640, 64, 1]>>) {
  fp8.kernel "scatter" ins(%u, %at : memref<300x64xf32>, memref<300x2xi32>) outs(%table : memref<5x7x64xf32, strided<[640, 64, 1]>>) {
  ^bb0(%in: tensor<300x64xf32>, %i: tensor<300x2xi32>, %out: tensor<5x7x64xf32>):
    %r = fp8.scatter_add %in at %i outs(%out : tensor<5x7x64xf32>) : tensor<300x64xf32>, tensor<300x2xi32>
    fp8.kernel_yield %r : tensor<5x7x64xf32>
  }
  return
}
