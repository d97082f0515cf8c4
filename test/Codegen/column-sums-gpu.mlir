// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// Two blocks of 4096 rows by 32 lanes by two threads side by side: 32 rows of
// each are read before the first is added. A panel is 8 columns, four warps.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@sum items 384 grain 1
// CHECK: llvm.mlir.global internal @sum_shared_0() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2048 x i8>
// CHECK-LABEL: gpu.func @sum(
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: scf.for
// CHECK-COUNT-32: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xi16>
// CHECK-NOT: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<4xi16>
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.vote.sync ballot
// CHECK: scf.if
// CHECK-COUNT-32: arith.addf %{{.*}} : vector<4xf32>
// 32 lanes, by halving.
// CHECK-COUNT-7: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @main(%x: memref<8192x768xbf16>, %s: memref<768xf32>) {
  fp8.kernel "sum" ins(%x : memref<8192x768xbf16>) outs(%s : memref<768xf32>) {
  ^bb0(%in: tensor<8192x768xbf16>, %out: tensor<768xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<768xf32>) -> tensor<768xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%in : tensor<8192x768xbf16>) outs(%init : tensor<768xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %wide = arith.extf %e : bf16 to f32
      %0 = arith.addf %acc, %wide : f32
      linalg.yield %0 : f32
    } -> tensor<768xf32>
    fp8.kernel_yield %sum : tensor<768xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// One block of rows: four threads side by side. The last panel has 4 of 16
// columns; its other threads read these and store nothing.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@sum items 8 grain 1
// CHECK-LABEL: gpu.func @sum(
// CHECK: arith.minsi
// CHECK: gpu.return
func.func @main(%x: memref<100x20xf32>, %s: memref<20xf32>) {
  fp8.kernel "sum" ins(%x : memref<100x20xf32>) outs(%s : memref<20xf32>) {
  ^bb0(%in: tensor<100x20xf32>, %out: tensor<20xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<20xf32>) -> tensor<20xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%in : tensor<100x20xf32>) outs(%init : tensor<20xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<20xf32>
    fp8.kernel_yield %sum : tensor<20xf32>
  }
  return
}

// -----

#position = affine_map<(a, b, c, d, e) -> (a, d, e)>
#value = affine_map<(a, b, c, d, e) -> (a, d, e, c)>
#sum = affine_map<(a, b, c, d, e) -> (a, b, c)>

// Values common to all rows, such as the number of the item, are computed
// before the loop over rows: the remaining rows read them, too.
// CHECK-LABEL: gpu.func @sum(
// CHECK: scf.for %[[ITEM:.*]] =
// CHECK: %[[INDEX:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: scf.for
// CHECK: arith.cmpi eq, %{{.*}}, %[[INDEX]] : index
// CHECK: scf.if
// CHECK: arith.cmpi eq, %{{.*}}, %[[INDEX]] : index
func.func @main(%i: memref<2x8x3xi32>, %x: memref<2x8x3x16xf32>, %s: memref<2x8x16xf32>) {
  fp8.kernel "sum" ins(%i, %x : memref<2x8x3xi32>, memref<2x8x3x16xf32>) outs(%s : memref<2x8x16xf32>) {
  ^bb0(%to: tensor<2x8x3xi32>, %in: tensor<2x8x3x16xf32>, %out: tensor<2x8x16xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
    %sum = linalg.generic {indexing_maps = [#position, #value, #sum], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%to, %in : tensor<2x8x3xi32>, tensor<2x8x3x16xf32>) outs(%init : tensor<2x8x16xf32>) {
    ^bb0(%p: i32, %e: f32, %acc: f32):
      %item = linalg.index 1 : index
      %place = arith.index_cast %p : i32 to index
      %is = arith.cmpi eq, %place, %item : index
      %term = arith.select %is, %e, %zero : f32
      %0 = arith.addf %acc, %term : f32
      linalg.yield %0 : f32
    } -> tensor<2x8x16xf32>
    fp8.kernel_yield %sum : tensor<2x8x16xf32>
  }
  return
}
