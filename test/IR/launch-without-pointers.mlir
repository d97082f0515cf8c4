// RUN: not fp8-opt %s 2>&1 | FileCheck %s

// The file has no type of the LLVM dialect, which the message names.

// CHECK: error: 'fp8.launch' op expected @a to be of type '(i64, i64, !llvm.ptr, !llvm.ptr) -> ()', but it is of type '() -> ()'
func.func @step(%x: memref<8xf32>) {
  fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
func.func private @a()
