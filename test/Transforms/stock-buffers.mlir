// RUN: fp8-opt %s --fp8-stock-results-to-arguments --split-input-file | FileCheck %s --check-prefix=RESULTS
// RUN: fp8-opt %s --fp8-stock-outline --split-input-file | FileCheck %s --check-prefix=OUTLINE
// RUN: fp8-opt %s --fp8-stock-plan-memory --split-input-file | FileCheck %s --check-prefix=PLAN

// One buffer is two results, an argument is a third.
// RESULTS-LABEL: @results
// RESULTS-SAME: (%[[X:.*]]: memref<8xf32>, %[[R0:.*]]: memref<8xf32>, %[[R1:.*]]: memref<8xf32>, %[[R2:.*]]: memref<8xf32>) {
// RESULTS-NOT: memref.alloc
// RESULTS: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[R0]] : memref<8xf32>)
// RESULTS: memref.copy %[[R0]], %[[R1]]
// RESULTS: memref.copy %[[X]], %[[R2]]
// RESULTS-NEXT: return{{$}}
func.func @results(%x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>, memref<8xf32>) {
  %y = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return %y, %y, %x : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

// Equal nests are one function; its buffers are known to be apart.
// OUTLINE-LABEL: @equal
// OUTLINE: call @fp8_nest_0(%{{.*}}, %[[Y:.*]]) :
// OUTLINE: call @fp8_nest_0(%[[Y]], %{{.*}}) :
// OUTLINE: call @fp8_nest_1
// In place, there is one buffer to pass.
// OUTLINE: func.func private @fp8_nest_0(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// OUTLINE: linalg.exp
// OUTLINE: func.func private @fp8_nest_1(%[[Z:.*]]: memref<8xf32> {llvm.noalias})
// OUTLINE: linalg.exp ins(%[[Z]] : memref<8xf32>) outs(%[[Z]] : memref<8xf32>)
func.func @equal(%x: memref<8xf32>) {
  %y = memref.alloc() : memref<8xf32>
  %z = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  linalg.exp ins(%y : memref<8xf32>) outs(%z : memref<8xf32>)
  linalg.exp ins(%z : memref<8xf32>) outs(%z : memref<8xf32>)
  return
}

// -----

// Two views of one buffer may overlap.
// OUTLINE-LABEL: @negative_views
// OUTLINE: func.func private @fp8_nest_0(%{{.*}}: memref<8xf32, strided<[1]>>, %{{.*}}: memref<8xf32, strided<[1], offset: 4>>)
func.func @negative_views(%x: memref<16xf32>) {
  %a = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %b = memref.subview %x[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.exp ins(%a : memref<8xf32, strided<[1]>>) outs(%b : memref<8xf32, strided<[1], offset: 4>>)
  return
}

// -----

// A pointer alone does not say where a view of dynamic offset starts.
// OUTLINE-LABEL: @negative_dynamic_offset
// OUTLINE: linalg.exp
// OUTLINE-NOT: @fp8_nest
func.func @negative_dynamic_offset(%x: memref<16xf32>, %i: index) {
  %a = memref.subview %x[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  linalg.exp ins(%a : memref<4xf32, strided<[1], offset: ?>>) outs(%a : memref<4xf32, strided<[1], offset: ?>>)
  return
}

// -----

// The first and the third buffer share memory, the second lives beside both.
// OUTLINE-LABEL: @lifetimes
// PLAN-LABEL: @lifetimes
// PLAN-SAME: %[[ARENA:[a-z0-9]*]]: memref<128xi8> {llvm.dereferenceable = 128 : i64, llvm.noalias}
// PLAN-DAG: %[[C0:.*]] = arith.constant 0 : index
// PLAN-DAG: %[[C64:.*]] = arith.constant 64 : index
// PLAN-DAG: %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<8xf32>
// PLAN-DAG: %[[B:.*]] = memref.view %[[ARENA]][%[[C64]]][] : memref<128xi8> to memref<8xf32>
// PLAN-DAG: memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<4xf32>
// PLAN-NOT: memref.alloc
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
// PLAN-LABEL: @in_loop
// PLAN-SAME: memref<128xi8>
// PLAN: memref.view
// PLAN: memref.view
// PLAN: scf.for
// PLAN-NOT: memref.alloc
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
