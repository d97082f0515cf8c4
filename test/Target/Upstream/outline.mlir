// RUN: fp8-opt %s --fp8-upstream-outline --split-input-file | FileCheck %s

// Equal nests are one function; its buffers are known to be apart.
// CHECK-LABEL: @equal
// CHECK: call @fp8_nest_0(%{{.*}}, %[[Y:.*]]) :
// CHECK: call @fp8_nest_0(%[[Y]], %{{.*}}) :
// CHECK: call @fp8_nest_1
// In place, there is one buffer to pass.
// CHECK: func.func private @fp8_nest_0(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK: linalg.exp
// CHECK: func.func private @fp8_nest_1(%[[Z:.*]]: memref<8xf32> {llvm.noalias})
// CHECK: linalg.exp ins(%[[Z]] : memref<8xf32>) outs(%[[Z]] : memref<8xf32>)
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
// CHECK-LABEL: @negative_views
// CHECK: func.func private @fp8_nest_0(%{{.*}}: memref<8xf32, strided<[1]>>, %{{.*}}: memref<8xf32, strided<[1], offset: 4>>)
func.func @negative_views(%x: memref<16xf32>) {
  %a = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %b = memref.subview %x[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.exp ins(%a : memref<8xf32, strided<[1]>>) outs(%b : memref<8xf32, strided<[1], offset: 4>>)
  return
}

// -----

// A pointer alone does not say where a view of dynamic offset starts.
// CHECK-LABEL: @negative_dynamic_offset
// CHECK: linalg.exp
// CHECK-NOT: @fp8_nest
func.func @negative_dynamic_offset(%x: memref<16xf32>, %i: index) {
  %a = memref.subview %x[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  linalg.exp ins(%a : memref<4xf32, strided<[1], offset: ?>>) outs(%a : memref<4xf32, strided<[1], offset: ?>>)
  return
}
