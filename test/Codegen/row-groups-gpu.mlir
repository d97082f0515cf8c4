// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

// Each warp walks four rows together. Of the sums it has eight strips of each
// in flight; then it reads the gains of a strip once, and all four rows before
// it stores any.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@center items 8192 grain 4
// CHECK-LABEL: gpu.func @center(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-32: llvm.load %{{.*}} : !llvm.ptr<1> -> vector<1xi16>
// CHECK-COUNT-20: gpu.shuffle
// CHECK: scf.for
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xi16>
// CHECK-COUNT-1: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK-NOT: llvm.store {{.*}}!llvm.ptr<1>
// CHECK-COUNT-3: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xi16>
// CHECK-NOT: llvm.load {{.*}} : !llvm.ptr<1>
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<4xi16>, !llvm.ptr<1>
// CHECK: gpu.return
// The result is small, so a cache has room for it.
// CHECK-NOT: nontemporal
func.func @main(%x: memref<8192x768xbf16>, %gain: memref<768xf32>, %y: memref<8192x768xbf16>) {
  fp8.kernel "center" ins(%x, %gain : memref<8192x768xbf16>, memref<768xf32>) outs(%y : memref<8192x768xbf16>) {
  ^bb0(%in: tensor<8192x768xbf16>, %g: tensor<768xf32>, %out: tensor<8192x768xbf16>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8192xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x768xbf16>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %wide = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %wide : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum, %g : tensor<8192x768xbf16>, tensor<8192xf32>, tensor<768xf32>) outs(%out : tensor<8192x768xbf16>) {
    ^bb0(%e: bf16, %s: f32, %f: f32, %unused: bf16):
      %wide = arith.extf %e : bf16 to f32
      %d = arith.subf %wide, %s : f32
      %m = arith.mulf %d, %f : f32
      %n = arith.truncf %m : f32 to bf16
      linalg.yield %n : bf16
    } -> tensor<8192x768xbf16>
    fp8.kernel_yield %r : tensor<8192x768xbf16>
  }
  return
}

// -----

// With fewer rows there would be too few warps, and where rows share nothing
// there is nothing to gain. What is dear is kept, of one row.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @negative
// CHECK: fp8.launch @kernels::@few items 2048 grain 1
// CHECK: fp8.launch @kernels::@nothing_shared items 8192 grain 1
// CHECK: fp8.launch @kernels::@kept items 8192 grain 1
func.func @negative(%x: memref<2048x768xf32>, %gain: memref<768xf32>, %y: memref<2048xf32>, %z: memref<8192x768xf32>, %s: memref<8192xf32>, %codes: memref<8192x768xf8E4M3FN>) {
  fp8.kernel "few" ins(%x, %gain : memref<2048x768xf32>, memref<768xf32>) outs(%y : memref<2048xf32>) {
  ^bb0(%in: tensor<2048x768xf32>, %g: tensor<768xf32>, %out: tensor<2048xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<2048xf32>) -> tensor<2048xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in, %g : tensor<2048x768xf32>, tensor<768xf32>) outs(%init : tensor<2048xf32>) {
    ^bb0(%e: f32, %f: f32, %acc: f32):
      %m = arith.mulf %e, %f : f32
      %next = arith.addf %acc, %m : f32
      linalg.yield %next : f32
    } -> tensor<2048xf32>
    fp8.kernel_yield %sum : tensor<2048xf32>
  }
  fp8.kernel "nothing_shared" ins(%z : memref<8192x768xf32>) outs(%s : memref<8192xf32>) {
  ^bb0(%in: tensor<8192x768xf32>, %out: tensor<8192xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x768xf32>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    fp8.kernel_yield %sum : tensor<8192xf32>
  }
  fp8.kernel "kept" ins(%codes, %gain : memref<8192x768xf8E4M3FN>, memref<768xf32>) outs(%z : memref<8192x768xf32>) {
  ^bb0(%in: tensor<8192x768xf8E4M3FN>, %g: tensor<768xf32>, %out: tensor<8192x768xf32>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8192xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x768xf8E4M3FN>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: f8E4M3FN, %acc: f32):
      %wide = fp8.convert %e : f8E4M3FN to f32
      %next = arith.addf %acc, %wide : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum, %g : tensor<8192x768xf8E4M3FN>, tensor<8192xf32>, tensor<768xf32>) outs(%out : tensor<8192x768xf32>) {
    ^bb0(%e: f8E4M3FN, %total: f32, %f: f32, %unused: f32):
      %wide = fp8.convert %e : f8E4M3FN to f32
      %d = arith.subf %wide, %total : f32
      %m = arith.mulf %d, %f : f32
      linalg.yield %m : f32
    } -> tensor<8192x768xf32>
    fp8.kernel_yield %r : tensor<8192x768xf32>
  }
  return
}

// -----

// Rows that several phases read stay in caches between the phases: a group has
// at most 8 KiB of them. A single phase has no limit.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @bytes
// CHECK: fp8.launch @kernels::@two_of_four items 8192 grain 2
// CHECK: fp8.launch @kernels::@one_phase items 8192 grain 4
// CHECK: fp8.launch @kernels::@negative_bytes items 8192 grain 1
func.func @bytes(%x: memref<8192x2048xbf16>, %wide: memref<8192x4096xbf16>, %gain: memref<2048xf32>, %gains: memref<4096xf32>, %y: memref<8192x2048xbf16>, %s: memref<8192xf32>, %z: memref<8192x4096xbf16>) {
  fp8.kernel "two_of_four" ins(%x, %gain : memref<8192x2048xbf16>, memref<2048xf32>) outs(%y : memref<8192x2048xbf16>) {
  ^bb0(%in: tensor<8192x2048xbf16>, %g: tensor<2048xf32>, %out: tensor<8192x2048xbf16>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8192xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x2048xbf16>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum, %g : tensor<8192x2048xbf16>, tensor<8192xf32>, tensor<2048xf32>) outs(%out : tensor<8192x2048xbf16>) {
    ^bb0(%e: bf16, %total: f32, %f: f32, %unused: bf16):
      %w = arith.extf %e : bf16 to f32
      %d = arith.subf %w, %total : f32
      %m = arith.mulf %d, %f : f32
      %t = arith.truncf %m : f32 to bf16
      linalg.yield %t : bf16
    } -> tensor<8192x2048xbf16>
    fp8.kernel_yield %r : tensor<8192x2048xbf16>
  }
  fp8.kernel "one_phase" ins(%wide, %gains : memref<8192x4096xbf16>, memref<4096xf32>) outs(%s : memref<8192xf32>) {
  ^bb0(%in: tensor<8192x4096xbf16>, %g: tensor<4096xf32>, %out: tensor<8192xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in, %g : tensor<8192x4096xbf16>, tensor<4096xf32>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: bf16, %f: f32, %acc: f32):
      %w = arith.extf %e : bf16 to f32
      %m = arith.mulf %w, %f : f32
      %next = arith.addf %acc, %m : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    fp8.kernel_yield %sum : tensor<8192xf32>
  }
  fp8.kernel "negative_bytes" ins(%wide, %gains : memref<8192x4096xbf16>, memref<4096xf32>) outs(%z : memref<8192x4096xbf16>) {
  ^bb0(%in: tensor<8192x4096xbf16>, %g: tensor<4096xf32>, %out: tensor<8192x4096xbf16>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8192xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8192xf32>) -> tensor<8192xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8192x4096xbf16>) outs(%init : tensor<8192xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<8192xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum, %g : tensor<8192x4096xbf16>, tensor<8192xf32>, tensor<4096xf32>) outs(%out : tensor<8192x4096xbf16>) {
    ^bb0(%e: bf16, %total: f32, %f: f32, %unused: bf16):
      %w = arith.extf %e : bf16 to f32
      %d = arith.subf %w, %total : f32
      %m = arith.mulf %d, %f : f32
      %t = arith.truncf %m : f32 to bf16
      linalg.yield %t : bf16
    } -> tensor<8192x4096xbf16>
    fp8.kernel_yield %r : tensor<8192x4096xbf16>
  }
  return
}
