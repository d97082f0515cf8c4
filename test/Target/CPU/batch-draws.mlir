// RUN: fp8-opt %s --fp8-batch-draws --split-input-file | FileCheck %s

// A loop of any length is cut into loops of 256 elements; the draws of each are
// made before it, from the block of its first element on.

// CHECK-LABEL: @long
func.func @long(%begin: i64, %end: i64, %seed: i32, %step: i32, %to: !llvm.ptr) {
  // CHECK: %[[BUFFER:.*]] = llvm.alloca %{{.*}} x i16 {alignment = 64 : i64}
  // CHECK: scf.for %[[OUTER:.*]] = %arg0 to %arg1 step
  // CHECK: %[[TO:.*]] = arith.minsi
  // CHECK: %[[START:.*]] = arith.andi %{{.*}}, %c-8_i64
  // CHECK: scf.for
  // CHECK: fp8.draw {{.*}} to vector<64xi16>
  // CHECK: llvm.store
  // CHECK: scf.for %[[I:.*]] = %[[OUTER]] to %[[TO]]
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[I]], %{{[0-9]+}} : i64
  // CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr %[[BUFFER]][%[[OFFSET]]]
  // CHECK-NOT: fp8.draw
  %c8 = arith.constant 8 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  scf.for %i = %begin to %end step %c8 : i64 {
    %starts = vector.broadcast %i : i64 to vector<8xi64>
    %index = arith.addi %starts, %lanes : vector<8xi64>
    %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    %1 = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    llvm.store %0, %1 : vector<8xi16>, !llvm.ptr
  }
  return
}

// -----

// A short loop stays one; its draws begin at its row.

// CHECK-LABEL: @row
func.func @row(%row: i64, %seed: i32, %to: !llvm.ptr) {
  // CHECK: %[[START:.*]] = arith.muli
  // CHECK: %[[FIRST:.*]] = arith.addi %[[START]]
  // CHECK: arith.andi
  // CHECK-COUNT-2: scf.for
  // CHECK-NOT: scf.for
  %c0 = arith.constant 0 : i64
  %c16 = arith.constant 16 : i64
  %c100 = arith.constant 100 : i64
  %start = arith.muli %row, %c100 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi64>
  scf.for %i = %c0 to %c100 step %c16 : i64 {
    %first = arith.addi %start, %i : i64
    %starts = vector.broadcast %first : i64 to vector<16xi64>
    %index = arith.addi %starts, %lanes : vector<16xi64>
    %0 = fp8.draw %index seed %seed step %seed stream 3 use 0 : vector<16xi64>, i32, i32 to vector<16xi16>
    %1 = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    llvm.store %0, %1 : vector<16xi16>, !llvm.ptr
  }
  return
}

// -----

// Partners share their blocks: one loop fills the buffers of both, and another
// that of a stream of its own.

// CHECK-LABEL: @partners
func.func @partners(%seed: i32, %step: i32, %to: !llvm.ptr) {
  // CHECK-COUNT-3: llvm.alloca
  // CHECK: scf.for
  // CHECK: fp8.draw {{.*}} stream 3 use 0 :
  // CHECK: fp8.draw {{.*}} stream 1073741827 use 0 :
  // CHECK-NOT: fp8.draw
  // CHECK: scf.for
  // CHECK: fp8.draw {{.*}} stream 4 use 0 :
  // CHECK-NOT: fp8.draw
  // CHECK: return
  %c0 = arith.constant 0 : i64
  %c8 = arith.constant 8 : i64
  %c128 = arith.constant 128 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  scf.for %i = %c0 to %c128 step %c8 : i64 {
    %starts = vector.broadcast %i : i64 to vector<8xi64>
    %index = arith.addi %starts, %lanes : vector<8xi64>
    %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    %1 = fp8.draw %index seed %seed step %step stream 4 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    %2 = fp8.draw %index seed %seed step %step stream 1073741827 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    %sum = arith.addi %0, %1 : vector<8xi16>
    %all = arith.addi %sum, %2 : vector<8xi16>
    %3 = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    llvm.store %all, %3 : vector<8xi16>, !llvm.ptr
  }
  return
}

// -----

// Every second vector is skipped: nothing is drawn ahead.

// CHECK-LABEL: @negative_gaps
// CHECK-COUNT-1: scf.for
// CHECK: fp8.draw
// CHECK-NOT: scf.for
func.func @negative_gaps(%begin: i64, %end: i64, %seed: i32, %to: !llvm.ptr) {
  %c16 = arith.constant 16 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  scf.for %i = %begin to %end step %c16 : i64 {
    %starts = vector.broadcast %i : i64 to vector<8xi64>
    %index = arith.addi %starts, %lanes : vector<8xi64>
    %0 = fp8.draw %index seed %seed step %seed stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    llvm.store %0, %to : vector<8xi16>, !llvm.ptr
  }
  return
}

// -----

// The step changes from vector to vector.

// CHECK-LABEL: @negative_varying_step
// CHECK-COUNT-1: scf.for
// CHECK: fp8.draw
// CHECK-NOT: scf.for
func.func @negative_varying_step(%begin: i64, %end: i64, %seed: i32, %to: !llvm.ptr) {
  %c8 = arith.constant 8 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  scf.for %i = %begin to %end step %c8 : i64 {
    %step = llvm.load %to : !llvm.ptr -> i32
    %starts = vector.broadcast %i : i64 to vector<8xi64>
    %index = arith.addi %starts, %lanes : vector<8xi64>
    %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
    llvm.store %0, %to : vector<8xi16>, !llvm.ptr
  }
  return
}
