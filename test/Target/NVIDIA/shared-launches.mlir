// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-emit-cpu --split-input-file | FileCheck %s --check-prefix=CPU

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#scalar = affine_map<(i, j) -> ()>

// Equal kernels side by side are one launch, with a chunk table and one thread block
// per kernel in its second stage. On a CPU each has its own.
// CHECK-LABEL: func.func @main(
// CHECK: fp8.launch @kernels::@cast finish @kernels::@cast_finish items 16 of [8, 8] grain 64 ins(%arg0, %arg1 :{{.*}}) outs(%arg2, %arg4, %arg3, %arg5 :{{.*}}) scratch(%{{.*}}, %{{.*}} :
// CHECK-NOT: fp8.launch
// CHECK: gpu.func @cast(%{{[a-z0-9]+}}: !llvm.ptr<1>, %{{[a-z0-9]+}}: !llvm.ptr<1>)
// CHECK: gpu.func @cast_finish(%{{[a-z0-9]+}}: !llvm.ptr<1>, %{{[a-z0-9]+}}: !llvm.ptr<1>)
// CPU-LABEL: func.func @main(
// CPU-COUNT-2: fp8.launch @cast finish @cast_finish items {{[0-9]+}} grain
func.func @main(%x: memref<8x16xf32>, %y: memref<8x16xf32>, %xt: memref<16x8xbf16>, %yt: memref<16x8xbf16>, %mx: memref<f32>, %my: memref<f32>) {
  fp8.kernel "cast" ins(%x : memref<8x16xf32>) outs(%xt, %mx : memref<16x8xbf16>, memref<f32>) {
  ^bb0(%in: tensor<8x16xf32>, %out: tensor<16x8xbf16>, %max: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%max : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<8x16xf32>) outs(%out : tensor<16x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %0 = arith.truncf %p : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<16x8xbf16>
    %m = linalg.generic {indexing_maps = [#ij, #scalar], iterator_types = ["reduction", "reduction"]} ins(%in : tensor<8x16xf32>) outs(%init : tensor<f32>) {
    ^bb0(%p: f32, %acc: f32):
      %0 = math.absf %p : f32
      %1 = arith.maximumf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %r, %m : tensor<16x8xbf16>, tensor<f32>
  }
  fp8.kernel "cast" ins(%y : memref<8x16xf32>) outs(%yt, %my : memref<16x8xbf16>, memref<f32>) {
  ^bb0(%in: tensor<8x16xf32>, %out: tensor<16x8xbf16>, %max: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%max : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<8x16xf32>) outs(%out : tensor<16x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %0 = arith.truncf %p : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<16x8xbf16>
    %m = linalg.generic {indexing_maps = [#ij, #scalar], iterator_types = ["reduction", "reduction"]} ins(%in : tensor<8x16xf32>) outs(%init : tensor<f32>) {
    ^bb0(%p: f32, %acc: f32):
      %0 = math.absf %p : f32
      %1 = arith.maximumf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %r, %m : tensor<16x8xbf16>, tensor<f32>
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>

// The second kernel reads the result of the first.
// CHECK-LABEL: func.func @negative_dependent(
// CHECK-COUNT-2: fp8.launch @kernels::@negate items 64 grain
// CHECK: return
func.func @negative_dependent(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xf32>) {
  fp8.kernel "negate" ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: tensor<64xf32>, %out: tensor<64xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<64xf32>) outs(%out : tensor<64xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    } -> tensor<64xf32>
    fp8.kernel_yield %r : tensor<64xf32>
  }
  fp8.kernel "negate" ins(%y : memref<64xf32>) outs(%z : memref<64xf32>) {
  ^bb0(%in: tensor<64xf32>, %out: tensor<64xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<64xf32>) outs(%out : tensor<64xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    } -> tensor<64xf32>
    fp8.kernel_yield %r : tensor<64xf32>
  }
  return
}

// -----

#i = affine_map<(i) -> (i)>

// Functions have constant extents.
// CHECK-LABEL: func.func @negative_shapes(
// CHECK: fp8.launch @kernels::@negate items 64 grain
// CHECK: fp8.launch @kernels::@negate_1 items 32 grain
// CHECK: return
func.func @negative_shapes(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<32xf32>, %w: memref<32xf32>) {
  fp8.kernel "negate" ins(%x : memref<64xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%in: tensor<64xf32>, %out: tensor<64xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<64xf32>) outs(%out : tensor<64xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    } -> tensor<64xf32>
    fp8.kernel_yield %r : tensor<64xf32>
  }
  fp8.kernel "negate" ins(%z : memref<32xf32>) outs(%w : memref<32xf32>) {
  ^bb0(%in: tensor<32xf32>, %out: tensor<32xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<32xf32>) outs(%out : tensor<32xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    } -> tensor<32xf32>
    fp8.kernel_yield %r : tensor<32xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Two warps share each row, so thread blocks do not have the size of multi-tensor
// launches.
// CHECK-LABEL: func.func @negative_shared_rows(
// CHECK-COUNT-2: fp8.launch @kernels::@center items 8 grain
// CHECK: return
func.func @negative_shared_rows(%x: memref<4x8192xf32>, %y: memref<4x8192xf32>, %z: memref<4x8192xf32>, %w: memref<4x8192xf32>) {
  fp8.kernel "center" ins(%x : memref<4x8192xf32>) outs(%y : memref<4x8192xf32>) {
  ^bb0(%in: tensor<4x8192xf32>, %out: tensor<4x8192xf32>):
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x8192xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%p: f32, %acc: f32):
      %0 = arith.addf %acc, %p : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<4x8192xf32>, tensor<4xf32>) outs(%out : tensor<4x8192xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<4x8192xf32>
    fp8.kernel_yield %r : tensor<4x8192xf32>
  }
  fp8.kernel "center" ins(%z : memref<4x8192xf32>) outs(%w : memref<4x8192xf32>) {
  ^bb0(%in: tensor<4x8192xf32>, %out: tensor<4x8192xf32>):
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x8192xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%p: f32, %acc: f32):
      %0 = arith.addf %acc, %p : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%in, %sum : tensor<4x8192xf32>, tensor<4xf32>) outs(%out : tensor<4x8192xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<4x8192xf32>
    fp8.kernel_yield %r : tensor<4x8192xf32>
  }
  return
}
