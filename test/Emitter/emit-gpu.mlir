// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// The sums lie where %b does, which all threads read: they have done so before
// one stores.
// CHECK-LABEL: gpu.func @row(
// CHECK: gpu.shuffle xor
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// CHECK-NEXT: llvm.store
// CHECK-NOT: nvvm.bar.warp.sync
// CHECK: gpu.return
func.func @main(%x: memref<8x200xf32>, %b: memref<8xf32>, %y: memref<8x200xf32>) {
  fp8.kernel "row" ins(%x, %b : memref<8x200xf32>, memref<8xf32>) outs(%y, %b : memref<8x200xf32>, memref<8xf32>) {
  ^bb0(%in0: tensor<8x200xf32>, %in1: tensor<8xf32>, %out0: tensor<8x200xf32>, %out1: tensor<8xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in0 : tensor<8x200xf32>) outs(%init : tensor<8xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    %scaled = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in0, %in1 : tensor<8x200xf32>, tensor<8xf32>) outs(%out0 : tensor<8x200xf32>) {
    ^bb0(%e: f32, %f: f32, %unused: f32):
      %0 = arith.mulf %e, %f : f32
      linalg.yield %0 : f32
    } -> tensor<8x200xf32>
    fp8.kernel_yield %scaled, %sum : tensor<8x200xf32>, tensor<8xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Nobody reads values per row.
// CHECK-LABEL: gpu.func @row(
// CHECK-NOT: nvvm.bar.warp.sync
// CHECK: gpu.return
func.func @main(%x: memref<8x200xf32>, %b: memref<8xf32>, %y: memref<8x200xf32>) {
  fp8.kernel "row" ins(%x : memref<8x200xf32>) outs(%y, %b : memref<8x200xf32>, memref<8xf32>) {
  ^bb0(%in0: tensor<8x200xf32>, %out0: tensor<8x200xf32>, %out1: tensor<8xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in0 : tensor<8x200xf32>) outs(%init : tensor<8xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    %scaled = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in0, %sum : tensor<8x200xf32>, tensor<8xf32>) outs(%out0 : tensor<8x200xf32>) {
    ^bb0(%e: f32, %f: f32, %unused: f32):
      %0 = arith.mulf %e, %f : f32
      linalg.yield %0 : f32
    } -> tensor<8x200xf32>
    fp8.kernel_yield %scaled, %sum : tensor<8x200xf32>, tensor<8xf32>
  }
  return
}
