// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Codes across rows that are read later are transposed together, before the first reader.
// The equal kernels before them then lie side by side, too.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@rows items 600 of [300, 300]
// CHECK-NEXT: fp8.launch @kernels::@transpose items 48 of [24, 24]
// CHECK-NEXT: fp8.gemm
// CHECK-NEXT: fp8.gemm
func.func @main(%x: memref<300x256xf32>, %y: memref<300x256xf32>, %u: memref<16x300xf8E4M3FN>, %s: memref<f32>, %d0: memref<256x16xf32>, %d1: memref<256x16xf32>) {
  %c0 = memref.alloc() : memref<300x256xf8E4M3FN>
  %c1 = memref.alloc() : memref<300x256xf8E4M3FN>
  %t0 = memref.alloc() : memref<256x300xf8E4M3FN>
  %t1 = memref.alloc() : memref<256x300xf8E4M3FN>
  fp8.kernel "rows" ins(%x : memref<300x256xf32>) outs(%c0, %t0 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.kernel "other" ins(%y : memref<300x256xf32>) outs(%c1, %t1 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.gemm [#mk, #nk, #mn] %t1 by %s, %u by %s outs(%d0 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  fp8.gemm [#mk, #nk, #mn] %t0 by %s, %u by %s outs(%d1 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The first codes are read before the second are there.
// CHECK-LABEL: func.func @negative_early_reader
// CHECK: fp8.launch @kernels::@rows items 300 grain
// CHECK-NEXT: fp8.launch @kernels::@transpose items 24 grain
// CHECK-NEXT: fp8.gemm
// CHECK-NEXT: fp8.launch @kernels::@{{.*}} items 300 grain
// CHECK-NEXT: fp8.launch @kernels::@transpose items 24 grain
// CHECK-NEXT: fp8.gemm
func.func @negative_early_reader(%x: memref<300x256xf32>, %y: memref<300x256xf32>, %u: memref<16x300xf8E4M3FN>, %s: memref<f32>, %d0: memref<256x16xf32>, %d1: memref<256x16xf32>) {
  %c0 = memref.alloc() : memref<300x256xf8E4M3FN>
  %c1 = memref.alloc() : memref<300x256xf8E4M3FN>
  %t0 = memref.alloc() : memref<256x300xf8E4M3FN>
  %t1 = memref.alloc() : memref<256x300xf8E4M3FN>
  fp8.kernel "rows" ins(%x : memref<300x256xf32>) outs(%c0, %t0 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.gemm [#mk, #nk, #mn] %t0 by %s, %u by %s outs(%d0 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  fp8.kernel "other" ins(%y : memref<300x256xf32>) outs(%c1, %t1 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.gemm [#mk, #nk, #mn] %t1 by %s, %u by %s outs(%d1 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The codes change before the first reader, so their transpose stays.
// CHECK-LABEL: func.func @negative_overwritten
// CHECK: fp8.launch @kernels::@rows items 300 grain
// CHECK-NEXT: fp8.launch @kernels::@transpose items 24 grain
// CHECK-NEXT: fp8.launch @kernels::@{{.*}} items 300 grain
// CHECK-NEXT: fp8.launch @kernels::@transpose items 24 grain
// CHECK-NEXT: fp8.launch @kernels::@copy
// CHECK-NEXT: fp8.gemm
func.func @negative_overwritten(%x: memref<300x256xf32>, %y: memref<300x256xf32>, %u: memref<16x300xf8E4M3FN>, %s: memref<f32>, %d0: memref<256x16xf32>, %d1: memref<256x16xf32>) {
  %c0 = memref.alloc() : memref<300x256xf8E4M3FN>
  %c1 = memref.alloc() : memref<300x256xf8E4M3FN>
  %t0 = memref.alloc() : memref<256x300xf8E4M3FN>
  %t1 = memref.alloc() : memref<256x300xf8E4M3FN>
  fp8.kernel "rows" ins(%x : memref<300x256xf32>) outs(%c0, %t0 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.kernel "other" ins(%y : memref<300x256xf32>) outs(%c1, %t1 : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf32>, %out0: tensor<300x256xf8E4M3FN>, %out1: tensor<256x300xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<300xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<300x256xf32>) outs(%init : tensor<300xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<300xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<300x256xf32>, tensor<300xf32>) outs(%out0 : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %f : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x300xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<300x256xf8E4M3FN>) outs(%e1 : tensor<256x300xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x300xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<300x256xf8E4M3FN>, tensor<256x300xf8E4M3FN>
  }
  fp8.kernel "copy" ins(%c1 : memref<300x256xf8E4M3FN>) outs(%c0 : memref<300x256xf8E4M3FN>) {
  ^bb0(%in: tensor<300x256xf8E4M3FN>, %out: tensor<300x256xf8E4M3FN>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<300x256xf8E4M3FN>) outs(%out : tensor<300x256xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<300x256xf8E4M3FN>
    fp8.kernel_yield %r : tensor<300x256xf8E4M3FN>
  }
  fp8.gemm [#mk, #nk, #mn] %t1 by %s, %u by %s outs(%d0 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  fp8.gemm [#mk, #nk, #mn] %t0 by %s, %u by %s outs(%d1 : memref<256x16xf32>) : memref<256x300xf8E4M3FN> by memref<f32>, memref<16x300xf8E4M3FN> by memref<f32>
  return
}
