// RUN: fp8-opt %s --fp8-copies-to-kernels --verify-diagnostics

func.func @wide(%x: memref<4xf64>, %y: memref<4xf64>) {
  // expected-error @below {{unsupported by fp8-copies-to-kernels: a copy of type 'memref<4xf64>'}}
  memref.copy %x, %y : memref<4xf64> to memref<4xf64>
  return
}
