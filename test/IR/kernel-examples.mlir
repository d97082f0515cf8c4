// The documented examples of ops on kernels, parsed, verified and printed.

// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s

// CHECK-LABEL: @kernel
func.func @kernel(%x: tensor<8xf32>, %c: tensor<8xf8E4M3FN>, %a: tensor<f32>) {
  // CHECK: fp8.kernel "cast" ins
  %codes, %amax = fp8.kernel "cast" ins(%x : tensor<8xf32>) outs(%c, %a : tensor<8xf8E4M3FN>, tensor<f32>) {
  ^bb0(%in: tensor<8xf32>, %out0: tensor<8xf8E4M3FN>, %out1: tensor<f32>):
    %q, %m = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
        iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out0, %out1 : tensor<8xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %unused: f8E4M3FN, %max: f32):
      %code = fp8.convert %e : f32 to f8E4M3FN
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<8xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %q, %m : tensor<8xf8E4M3FN>, tensor<f32>
  }
  return
}

// CHECK-LABEL: @launch
func.func @launch(%x: memref<8xf32>, %codes: memref<8xf8E4M3FN>, %amax: memref<f32>, %partials: memref<4xi8>,
                  %g0: memref<8xf32>, %g1: memref<3xf32>, %w0: memref<8xf32>, %w1: memref<3xf32>) {
  // CHECK: fp8.launch @cast finish @cast_finish items 8 grain 16384
  // CHECK: fp8.launch @sgd items 11 of [8, 3] grain 16384 ins(
  fp8.launch @cast finish @cast_finish items 8 grain 16384 ins(%x : memref<8xf32>) outs(%codes, %amax : memref<8xf8E4M3FN>, memref<f32>) scratch(%partials : memref<4xi8>)
  fp8.launch @sgd items 11 of [8, 3] grain 16384 ins(%g0, %g1 : memref<8xf32>, memref<3xf32>) outs(%w0, %w1 : memref<8xf32>, memref<3xf32>)
  // CHECK: fp8.launch @cast on<1 waits[0, 2] event 3> items 8 grain 8
  fp8.launch @cast on<1 waits[0, 2] event 3> items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// CHECK-LABEL: @bucket
func.func @bucket(%x: tensor<8xf32>) {
  // CHECK: fp8.kernel "same" bucket 3 outs(
  %y = fp8.kernel "same" bucket 3 outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    fp8.kernel_yield %out : tensor<8xf32>
  }
  return
}

// CHECK-LABEL: @bucket_of_scalars
func.func @bucket_of_scalars(%x: tensor<f32>) {
  // CHECK: fp8.kernel bucket 0 outs(
  %y = fp8.kernel bucket 0 outs(%x : tensor<f32>) {
  ^bb0(%out: tensor<f32>):
    fp8.kernel_yield %out : tensor<f32>
  }
  return
}
func.func private @cast(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @cast_finish(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @sgd(i64, i64, !llvm.ptr, !llvm.ptr)

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  gpu.func @sgd(%chunks: !llvm.ptr<1>, %tensors: !llvm.ptr<1>) kernel {
    gpu.return
  }
  gpu.func @sum(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
    gpu.return
  }
}
gpu.binary @compiled [#gpu.object<#nvvm.target, "bytes">]

// CHECK-LABEL: @launch_on_gpu
func.func @launch_on_gpu(%x: memref<8xf32>, %y: memref<3xf32>) {
  // CHECK: fp8.launch @kernels::@sgd items 11 of [8, 3]
  fp8.launch @kernels::@sgd items 11 of [8, 3] grain 8 outs(%x, %y : memref<8xf32>, memref<3xf32>)
  // CHECK: fp8.launch @kernels::@sum items 8
  fp8.launch @kernels::@sum items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<3xf32>)
  // CHECK: fp8.launch @compiled::@any items 8
  fp8.launch @compiled::@any items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
