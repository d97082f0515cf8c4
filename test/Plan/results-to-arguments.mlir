// RUN: fp8-opt %s --fp8-results-to-arguments --split-input-file --verify-diagnostics | FileCheck %s

// One buffer is two results, an argument is a third.
// CHECK-LABEL: @results
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[R0:.*]]: memref<8xf32>, %[[R1:.*]]: memref<8xf32>, %[[R2:.*]]: memref<8xf32>) {
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[R0]] : memref<8xf32>)
// CHECK: memref.copy %[[R0]], %[[R1]]
// CHECK: memref.copy %[[X]], %[[R2]]
// CHECK-NEXT: return{{$}}
func.func @results(%x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>, memref<8xf32>) {
  %y = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return %y, %y, %x : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

// expected-error @below {{unsupported by fp8-results-to-arguments: a function of more than one block}}
func.func @blocks(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : memref<4xf32>
^b:
  return %x : memref<4xf32>
}
