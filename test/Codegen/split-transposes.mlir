// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>

// A warp has a row: the codes that lie across rows are made of the others.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@rows
// CHECK-SAME: outs(%[[CODES:[a-z0-9]+]] : memref<300x256xf8E4M3FN>)
// CHECK-NEXT: fp8.launch @kernels::@transpose
// CHECK-SAME: ins(%[[CODES]] : memref<300x256xf8E4M3FN>) outs(%{{.*}} : memref<256x300xf8E4M3FN>)
// CHECK-LABEL: gpu.func @rows(
// CHECK-COUNT-1: llvm.store %{{.*}} : vector<4xi8>, !llvm.ptr<1>
// CHECK-NOT: llvm.intr.masked.scatter
// CHECK-LABEL: gpu.func @transpose(
// CHECK: llvm.store %{{.*}} : vector<8xi8>, !llvm.ptr<1>
func.func @main(%x: memref<300x256xf32>, %codes: memref<300x256xf8E4M3FN>, %across: memref<256x300xf8E4M3FN>) {
  fp8.kernel "rows" ins(%x : memref<300x256xf32>) outs(%codes, %across : memref<300x256xf8E4M3FN>, memref<256x300xf8E4M3FN>) {
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
    ^bb0(%e: f32, %s: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %s : f32
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
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>

// Another launch would take longer.
// CHECK-LABEL: func.func @main
// CHECK: fp8.launch @kernels::@rows
// CHECK-NOT: fp8.launch
func.func @main(%x: memref<30x256xf32>, %codes: memref<30x256xf8E4M3FN>, %across: memref<256x30xf8E4M3FN>) {
  fp8.kernel "rows" ins(%x : memref<30x256xf32>) outs(%codes, %across : memref<30x256xf8E4M3FN>, memref<256x30xf8E4M3FN>) {
  ^bb0(%in: tensor<30x256xf32>, %out0: tensor<30x256xf8E4M3FN>, %out1: tensor<256x30xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<30xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<30xf32>) -> tensor<30xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<30x256xf32>) outs(%init : tensor<30xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %0 = arith.addf %acc, %e : f32
      linalg.yield %0 : f32
    } -> tensor<30xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<30x256xf32>, tensor<30xf32>) outs(%out0 : tensor<30x256xf8E4M3FN>) {
    ^bb0(%e: f32, %s: f32, %unused: f8E4M3FN):
      %0 = arith.mulf %e, %s : f32
      %1 = fp8.convert %0 : f32 to f8E4M3FN
      linalg.yield %1 : f8E4M3FN
    } -> tensor<30x256xf8E4M3FN>
    %e1 = tensor.empty() : tensor<256x30xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<30x256xf8E4M3FN>) outs(%e1 : tensor<256x30xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x30xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<30x256xf8E4M3FN>, tensor<256x30xf8E4M3FN>
  }
  return
}
