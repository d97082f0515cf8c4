// RUN: split-file %s %t
// RUN: fp8-opt %t/plan.mlir --fp8-plan-memory --split-input-file --verify-diagnostics
// RUN: fp8-opt %t/results.mlir --fp8-results-to-arguments --split-input-file --verify-diagnostics
// RUN: fp8-opt %t/inner.mlir --fp8-results-to-arguments | FileCheck %t/inner.mlir

// Functions whose types change must not be used by name.

//--- plan.mlir
func.func @negative_address() -> ((f32) -> f32) {
  // expected-error @below {{unsupported by fp8-plan-memory: the address of 'addressed', which is public}}
  // expected-note @below {{supported: inlined calls and calls of private functions without recursion}}
  %f = constant @addressed : (f32) -> f32
  return %f : (f32) -> f32
}
func.func @addressed(%x: f32) -> f32 {
  return %x : f32
}

// -----

func.func @negative_call(%x: memref<4xf32>) {
  // expected-error @below {{unsupported by fp8-plan-memory: a call of 'called', which is public}}
  // expected-note @below {{supported: inlined calls}}
  call @called(%x) : (memref<4xf32>) -> ()
  return
}
func.func @called(%x: memref<4xf32>) {
  return
}

//--- results.mlir
func.func @negative_call(%x: memref<4xf32>) -> memref<4xf32> {
  // expected-error @below {{unsupported by fp8-results-to-arguments: a call of 'called', which is public}}
  // expected-note @below {{supported: inlined calls}}
  %0 = call @called(%x) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @called(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

//--- inner.mlir
// A callee without results keeps its type, and so does one of an inner module
// that has the same name.
// CHECK-LABEL: func.func @called(
// CHECK-SAME:    memref<4xf32>, %{{.*}}: memref<4xf32>)
func.func @called(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
// CHECK-LABEL: func.func @calls(
func.func @calls() {
  // CHECK: call @calls() : () -> ()
  call @calls() : () -> ()
  return
}
module @inner {
  func.func @called(%x: f32) -> f32 {
    // CHECK: call @called(%{{.*}}) : (f32) -> f32
    %0 = call @called(%x) : (f32) -> f32
    return %0 : f32
  }
}
