// RUN: fp8-opt %s --fp8-emit-cpu | FileCheck %s

// A kernel that yields its argument traverses all of it, although no op of
// its body has loops.
// CHECK-LABEL: func.func @main
func.func @main(%x: memref<1024x4xf32>, %y: memref<1024x4xf32>, %t: memref<64x128xf32, strided<[1, 64]>>, %u: memref<64x128xf32>, %r: memref<1x1xf32>, %one: memref<1x1xf32>) {
  // CHECK: fp8.launch @whole items 4096
  fp8.kernel "whole" ins(%x : memref<1024x4xf32>) outs(%y : memref<1024x4xf32>) {
  ^bb0(%in: tensor<1024x4xf32>, %out: tensor<1024x4xf32>):
    fp8.kernel_yield %in : tensor<1024x4xf32>
  }
  // Tiles of 64 x 64.
  // CHECK: fp8.launch @transposed items 2
  fp8.kernel "transposed" ins(%t : memref<64x128xf32, strided<[1, 64]>>) outs(%u : memref<64x128xf32>) {
  ^bb0(%in: tensor<64x128xf32>, %out: tensor<64x128xf32>):
    fp8.kernel_yield %in : tensor<64x128xf32>
  }
  // CHECK: fp8.launch @scalar items 1
  fp8.kernel "scalar" ins(%one : memref<1x1xf32>) outs(%r : memref<1x1xf32>) {
  ^bb0(%in: tensor<1x1xf32>, %out: tensor<1x1xf32>):
    fp8.kernel_yield %in : tensor<1x1xf32>
  }
  return
}
