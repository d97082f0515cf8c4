// RUN: fp8-opt %s --fp8-hide-counters | FileCheck %s

// A permutation that moves nothing; the loop itself counts as before.
// CHECK-LABEL: func.func @many_arrays
func.func @many_arrays(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %n: i64) {
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
    %x = llvm.load %pa : !llvm.ptr -> f32
    %y = llvm.load %pb : !llvm.ptr -> f32
    %sum = arith.addf %x, %y : f32
    llvm.store %sum, %pc : f32, !llvm.ptr
  }
  return
}

// The end is not known to be below 2^31.
// CHECK-LABEL: func.func @negative_far
func.func @negative_far(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %d: !llvm.ptr, %n: i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %x = arith.constant 1.0 : f32
  // CHECK-NOT: llvm.nvvm.prmt
  scf.for %i = %zero to %n step %one : i64 {
    %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pd = llvm.getelementptr %d[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %pa : f32, !llvm.ptr
    llvm.store %x, %pb : f32, !llvm.ptr
    llvm.store %x, %pc : f32, !llvm.ptr
    llvm.store %x, %pd : f32, !llvm.ptr
  }
  return
}

// CHECK-LABEL: func.func @negative_two_arrays
func.func @negative_two_arrays(%a: !llvm.ptr, %b: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.constant 64 : i64
  %x = arith.constant 1.0 : f32
  // CHECK-NOT: llvm.nvvm.prmt
  scf.for %i = %zero to %end step %one : i64 {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %q = llvm.getelementptr %p[32] : (!llvm.ptr) -> !llvm.ptr, f32
    %r = llvm.getelementptr %q[32] : (!llvm.ptr) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
    llvm.store %x, %q : f32, !llvm.ptr
    llvm.store %x, %r : f32, !llvm.ptr
    llvm.store %x, %b : f32, !llvm.ptr
  }
  return
}

// An array, an accumulator on the stack and values in shared memory.
// CHECK-LABEL: func.func @negative_stack_and_shared
func.func @negative_stack_and_shared(%a: !llvm.ptr<1>, %shared: !llvm.ptr<3>) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i32
  %end = arith.constant 64 : i64
  %sum = llvm.alloca %two x f32 : (i32) -> !llvm.ptr
  %most = llvm.getelementptr %sum[1] : (!llvm.ptr) -> !llvm.ptr, f32
  // CHECK-NOT: llvm.nvvm.prmt
  scf.for %i = %zero to %end step %one : i64 {
    %p = llvm.getelementptr %a[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %s = llvm.getelementptr %shared[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    %x = llvm.load %p : !llvm.ptr<1> -> f32
    llvm.store %x, %s : f32, !llvm.ptr<3>
    %old = llvm.load %sum : !llvm.ptr -> f32
    %new = arith.addf %old, %x : f32
    llvm.store %new, %sum : f32, !llvm.ptr
    llvm.store %x, %most : f32, !llvm.ptr
  }
  return
}

// Eight single elements become one iteration. The offset of a lane is part of the
// opaque index, and the others have constant distances from it.
// CHECK-LABEL: func.func @single_elements
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[T:.*]]: i64)
func.func @single_elements(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %thread: i64) {
  %zero = arith.constant 0 : i64
  %lanes = arith.constant 32 : i64
  %end = arith.constant 768 : i64
  // CHECK: %[[LANE:.*]] = arith.remui %[[T]]
  %lane = arith.remui %thread, %lanes : i64
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[STEP:.*]] : i64
  // CHECK: %[[FIRST:.*]] = arith.addi %[[I]], %[[LANE]]
  // CHECK: %[[WORD:.*]] = arith.trunci %[[FIRST]]
  // CHECK: llvm.nvvm.prmt"(%[[WORD]], %[[WORD]]
  // CHECK: %[[INDEX:.*]] = arith.extui
  // CHECK: llvm.getelementptr %[[A]][%[[INDEX]]]
  // CHECK-COUNT-7: arith.addi %[[INDEX]], %{{.*}} : i64
  // CHECK-NOT: arith.addi %[[INDEX]]
  // CHECK: return
  scf.for %i = %zero to %end step %lanes : i64 {
    %j = arith.addi %i, %lane : i64
    %pa = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %pa : !llvm.ptr -> vector<1xf32>
    %y = llvm.load %pb : !llvm.ptr -> vector<1xf32>
    %sum = arith.addf %x, %y : vector<1xf32>
    llvm.store %sum, %pc : vector<1xf32>, !llvm.ptr
  }
  return
}

// Four elements each: two iterations become one.
// CHECK-LABEL: func.func @vectors_of_four
func.func @vectors_of_four(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %step = arith.constant 128 : i64
  %end = arith.constant 768 : i64
  // CHECK: llvm.nvvm.prmt
  // CHECK-COUNT-2: llvm.store
  // CHECK-NOT: llvm.store
  scf.for %i = %zero to %end step %step : i64 {
    %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %x = llvm.load %pa : !llvm.ptr -> vector<4xf32>
    %y = llvm.load %pb : !llvm.ptr -> vector<4xf32>
    %sum = arith.addf %x, %y : vector<4xf32>
    llvm.store %sum, %pc : vector<4xf32>, !llvm.ptr
  }
  return
}

// Nothing divides 7 iterations: the loop is not unrolled.
// CHECK-LABEL: func.func @negative_no_factor
func.func @negative_no_factor(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.constant 7 : i64
  %x = arith.constant 1.0 : f32
  // CHECK: llvm.nvvm.prmt
  // CHECK-COUNT-3: llvm.store
  // CHECK-NOT: llvm.store
  scf.for %i = %zero to %end step %one : i64 {
    %pa = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %pa : f32, !llvm.ptr
    llvm.store %x, %pb : f32, !llvm.ptr
    llvm.store %x, %pc : f32, !llvm.ptr
  }
  return
}

// One index has another offset, so the induction variable itself is opaque.
// CHECK-LABEL: func.func @negative_two_offsets
func.func @negative_two_offsets(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr, %thread: i64) {
  %zero = arith.constant 0 : i64
  %lanes = arith.constant 32 : i64
  %end = arith.constant 96 : i64
  %x = arith.constant 1.0 : f32
  %lane = arith.remui %thread, %lanes : i64
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to
  // CHECK: arith.trunci %[[I]]
  scf.for %i = %zero to %end step %lanes : i64 {
    %j = arith.addi %i, %lane : i64
    %pa = llvm.getelementptr %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pb = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pc = llvm.getelementptr %c[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %pa : f32, !llvm.ptr
    llvm.store %x, %pb : f32, !llvm.ptr
    llvm.store %x, %pc : f32, !llvm.ptr
  }
  return
}
