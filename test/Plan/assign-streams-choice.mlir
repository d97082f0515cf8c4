// RUN: fp8-opt %s --fp8-assign-streams=streams=0 | FileCheck %s

// Ops of a few bytes overlap on several streams.

// CHECK-LABEL: func.func @short
// CHECK: fp8.launch @a items
// CHECK: fp8.launch @b on<1> items
func.func @short(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>) {bytes_read = 0, bytes_written = 32}
  fp8.launch @b items 8 grain 8 outs(%y : memref<8xf32>) {bytes_read = 0, bytes_written = 32}
  return
}

// Ops that move more than 32 MiB on average run one after another.

// CHECK-LABEL: func.func @negative_long
// CHECK-NOT: on<
// CHECK: return
func.func @negative_long(%x: memref<16777216xf32>, %y: memref<16777216xf32>) {
  fp8.launch @a items 16777216 grain 1024 outs(%x : memref<16777216xf32>) {bytes_read = 0, bytes_written = 67108864}
  fp8.launch @b items 16777216 grain 1024 outs(%y : memref<16777216xf32>) {bytes_read = 0, bytes_written = 67108864}
  return
}

// Matmuls count: 64 MiB of operands and results. The mean of both ops is 33 MiB.

// CHECK-LABEL: func.func @negative_matmul
// CHECK-NOT: on<
// CHECK: return
func.func @negative_matmul(%a: memref<2048x4096xf32>, %b: memref<2048x4096xf32>, %y: memref<2048x2048xf32>, %x: memref<524288xf32>) {
  fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    %a, %b outs(%y : memref<2048x2048xf32>) : memref<2048x4096xf32>, memref<2048x4096xf32>
  fp8.launch @a items 524288 grain 1024 outs(%x : memref<524288xf32>) {bytes_read = 0, bytes_written = 2097152}
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
