// RUN: fp8-opt %s --fp8-emit-gpu --canonicalize --cse --split-input-file | FileCheck %s

// Thirteen warps share a row, one for each block of 4096 elements of its sum.
// They store their maxima and the sums of the blocks in shared memory. A
// barrier precedes each combination. The first phase and the last one iterate
// backwards: each begins with the data that the GPU's caches read last. Results
// of 32 MB or more are stored so that they do not displace these data.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@share items 106496 grain 1 {{.*}}fp8.block_warps = 13 : i64
// CHECK: llvm.mlir.global internal @share_shared_0() {addr_space = 3 : i32, {{.*}}} : !llvm.array<128 x i8>
// CHECK-LABEL: gpu.func @share({{.*}}known_block_size = array<i32: 416, 1, 1>
// CHECK: %[[WARP:.*]] = arith.divui %{{.*}}, %c32{{.*}} : i64
// CHECK: %[[ROW:.*]] = arith.divui %{{.*}}, %c13{{.*}} : i64
// CHECK: %[[BLOCK:.*]] = arith.muli %[[WARP]], %c4096{{.*}} : i64
// CHECK: scf.for
// CHECK: %[[BACK:.*]] = arith.subi
// CHECK: llvm.getelementptr %{{.*}}[%[[BACK]]]
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<8xi16>
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK-COUNT-5: gpu.shuffle
// CHECK: scf.for
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<1xi16>
// CHECK-COUNT-5: gpu.shuffle
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK-COUNT-5: gpu.shuffle
// CHECK: scf.for
// CHECK: arith.subi
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<8xi16>
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64, nontemporal} : vector<8xi16>, !llvm.ptr<1>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @main(%x: memref<8192x50304xbf16>, %y: memref<8192x50304xbf16>) {
  fp8.kernel "share" ins(%x : memref<8192x50304xbf16>) outs(%y : memref<8192x50304xbf16>) {
  ^bb0(%in: tensor<8192x50304xbf16>, %out: tensor<8192x50304xbf16>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<8192xf32>
    %lows = linalg.fill ins(%lowest : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x50304xbf16>) outs(%lows : tensor<8192xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %wide = arith.extf %e : bf16 to f32
      %next = arith.maximumf %acc, %wide : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in, %max : tensor<8192x50304xbf16>, tensor<8192xf32>) outs(%zeros : tensor<8192xf32>) {
    ^bb0(%e: bf16, %m: f32, %acc: f32):
      %wide = arith.extf %e : bf16 to f32
      %d = arith.subf %wide, %m : f32
      %next = arith.addf %acc, %d : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<8192x50304xbf16>, tensor<8192xf32>) outs(%out : tensor<8192x50304xbf16>) {
    ^bb0(%e: bf16, %s: f32, %unused: bf16):
      %wide = arith.extf %e : bf16 to f32
      %d = arith.mulf %wide, %s : f32
      %n = arith.truncf %d : f32 to bf16
      linalg.yield %n : bf16
    } -> tensor<8192x50304xbf16>
    fp8.kernel_yield %r : tensor<8192x50304xbf16>
  }
  return
}

// -----

// Rows that are read once are shared if there are few of them. Seventeen blocks
// are two turns of nine warps. Where there are many, or rows are shorter, a
// warp has a row.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @which
// CHECK: fp8.launch @kernels::@few items 36 grain 1 {{.*}}fp8.block_warps = 9 : i64
// CHECK: fp8.launch @kernels::@many items 2048 grain 1
// CHECK-NOT: fp8.block_warps
// CHECK: fp8.launch @kernels::@short items 4 grain 1
// CHECK-NOT: fp8.block_warps
func.func @which(%a: memref<4x69632xf32>, %b: memref<2048x69632xf32>, %c: memref<4x8191xf32>,
                 %x: memref<4xf32>, %y: memref<2048xf32>) {
  fp8.kernel "few" ins(%a : memref<4x69632xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%in: tensor<4x69632xf32>, %out: tensor<4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<4xf32>) -> tensor<4xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<4x69632xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<4xf32>
    fp8.kernel_yield %sum : tensor<4xf32>
  }
  fp8.kernel "many" ins(%b : memref<2048x69632xf32>) outs(%y : memref<2048xf32>) {
  ^bb0(%in: tensor<2048x69632xf32>, %out: tensor<2048xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<2048xf32>) -> tensor<2048xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<2048x69632xf32>) outs(%init : tensor<2048xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<2048xf32>
    fp8.kernel_yield %sum : tensor<2048xf32>
  }
  fp8.kernel "short" ins(%c : memref<4x8191xf32>) outs(%x : memref<4xf32>) {
  ^bb0(%in: tensor<4x8191xf32>, %out: tensor<4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<4xf32>) -> tensor<4xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<4x8191xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<4xf32>
    fp8.kernel_yield %sum : tensor<4xf32>
  }
  return
}
