// A sum in the order of its elements has no vectors: the inspection says so.
// REQUIRES: x86-codegen
// RUN: not %inspect_loops --cpu haswell < %s | FileCheck %s
// CHECK: sum: {{.*}}not expected: vaddss

module {
  func.func @sum(%x: !llvm.ptr, %n: i64, %out: !llvm.ptr) {
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %start = arith.constant 0.0 : f32
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %start) -> f32 : i64 {
      %address = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %e = llvm.load %address : !llvm.ptr -> f32
      %next = arith.addf %s, %e : f32
      scf.yield %next : f32
    }
    llvm.store %sum, %out : f32, !llvm.ptr
    return
  }
}
