// RUN: fp8-opt %s --fp8-plan-memory --split-input-file --verify-diagnostics | FileCheck %s

// The first and the third buffer share memory, the second lives beside both.
// CHECK-LABEL: @lifetimes
// CHECK-SAME: %[[ARENA:[a-z0-9]*]]: memref<128xi8> {llvm.dereferenceable = 128 : i64, llvm.noalias}
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<8xf32>
// CHECK-DAG: %[[B:.*]] = memref.view %[[ARENA]][%[[C64]]][] : memref<128xi8> to memref<8xf32>
// CHECK-DAG: memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<4xf32>
// CHECK-NOT: memref.alloc
func.func @lifetimes(%x: memref<8xf32>, %r: memref<4xf32>) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %b = memref.alloc() : memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  %c = memref.alloc() : memref<4xf32>
  // A view of the second buffer is a use of it.
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.exp ins(%v : memref<4xf32, strided<[1]>>) outs(%c : memref<4xf32>)
  linalg.add ins(%v, %c : memref<4xf32, strided<[1]>>, memref<4xf32>) outs(%r : memref<4xf32>)
  return
}

// -----

// A buffer of a loop body lives as long as the loop: iterations share it.
// CHECK-LABEL: @in_loop
// CHECK-SAME: memref<128xi8>
// CHECK: memref.view
// CHECK: memref.view
// CHECK: scf.for
// CHECK-NOT: memref.alloc
func.func @in_loop(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloc() : memref<8xf32>
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.exp ins(%b : memref<8xf32>) outs(%a : memref<8xf32>)
  }
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @below {{unsupported by fp8-plan-memory: memref.alloc of type 'memref<?xf32>'}}
  // expected-note @below {{supported are buffers of static size in functions that are public or inlined into one}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// As many elements as a number of 64 bits counts, and one more.
func.func @large() {
  // expected-error @below {{unsupported by fp8-plan-memory: memref.alloc of type 'memref<4611686018427387904x4xf32>'}}
  // expected-note @below {{supported are buffers of at most 2^61 bytes, all together}}
  %a = memref.alloc() : memref<4611686018427387904x4xf32>
  return
}

// -----

func.func @together() {
  // expected-error @below {{unsupported by fp8-plan-memory: memref.alloc of type 'memref<1152921504606846976xi8>'}}
  // expected-note @below {{supported are buffers of at most 2^61 bytes, all together}}
  %a = memref.alloc() : memref<1152921504606846976xi8>
  %b = memref.alloc() : memref<1152921504606846976xi8>
  %c = memref.alloc() : memref<1152921504606846976xi8>
  memref.copy %a, %b : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  memref.copy %b, %c : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  memref.copy %c, %a : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  return
}
