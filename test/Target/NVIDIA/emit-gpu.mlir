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

// -----

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// At most 32768 chunks leave something.
// CHECK-LABEL: func.func @main(
// CHECK: fp8.launch @kernels::@amax finish @kernels::@amax_finish items 134217728 grain 4096

// Every warp of the finish reduces a part of the chunks' results and stores it
// at the start of the part. After a barrier, the first warp combines the parts.
// CHECK-LABEL: gpu.func @amax_finish(
// CHECK-SAME: known_block_size = array<i32: 1024, 1, 1>
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: nvvm.bar.warp.sync
// CHECK: scf.if
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store
// CHECK: gpu.barrier
// CHECK: %[[WARP:.*]] = arith.cmpi eq
// CHECK-NEXT: scf.if %[[WARP]]
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @main(%x: memref<16384x8192xf32>, %a: memref<f32>) {
  fp8.kernel "amax" ins(%x : memref<16384x8192xf32>) outs(%a : memref<f32>) {
  ^bb0(%in: tensor<16384x8192xf32>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %max = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%in : tensor<16384x8192xf32>) outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = math.absf %e : f32
      %1 = arith.maximumf %0, %acc : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %max : tensor<f32>
  }
  return
}
