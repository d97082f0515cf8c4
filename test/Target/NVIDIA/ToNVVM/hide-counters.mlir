// RUN: fp8-opt %s --fp8-hide-counters | FileCheck %s

// A permutation that moves nothing; the loop itself counts as before.
// CHECK-LABEL: func.func @many_arrays
func.func @many_arrays(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %d: !llvm.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %all = arith.constant 1000 : i64
  %end = arith.minui %n, %all : i64
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
  // CHECK-NEXT: %[[WORD:.*]] = arith.trunci %[[I]] : i64 to i32
  // CHECK: arith.constant 12816 : i32
  // CHECK: %[[SAME:.*]] = llvm.call_intrinsic "llvm.nvvm.prmt"(%[[WORD]], %[[WORD]], %{{.*}})
  // CHECK: %[[COUNTER:.*]] = arith.extui %[[SAME]] : i32 to i64
  // CHECK-NOT: %[[I]]
  // CHECK: llvm.getelementptr %{{.*}}[%[[COUNTER]]]
  scf.for %i = %zero to %end step %one : i64 {
    %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pd = llvm.getelementptr %d[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %pa : !llvm.ptr -> f32
    %y = llvm.load %pb : !llvm.ptr -> f32
    llvm.store %x, %pc : f32, !llvm.ptr
    llvm.store %y, %pd : f32, !llvm.ptr
  }
  return
}

// Nobody says that words can count this far.
// CHECK-LABEL: func.func @negative_far
func.func @negative_far(%a: !llvm.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %x = arith.constant 1.0 : f32
  // CHECK-NOT: llvm.nvvm.prmt
  scf.for %i = %zero to %n step %one : i64 {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
    llvm.store %x, %p : f32, !llvm.ptr
    llvm.store %x, %p : f32, !llvm.ptr
    llvm.store %x, %p : f32, !llvm.ptr
  }
  return
}

// CHECK-LABEL: func.func @negative_few_accesses
func.func @negative_few_accesses(%a: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.constant 64 : i64
  %x = arith.constant 1.0 : f32
  // CHECK-NOT: llvm.nvvm.prmt
  scf.for %i = %zero to %end step %one : i64 {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
  }
  return
}
