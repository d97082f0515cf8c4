// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-results-to-arguments=update-in-place | FileCheck %s

// A state that was made in a buffer of its own is copied, at the end.
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[W:.*]]: memref<4x4xf32> {fp8.in_place, fp8.name = "w"}, %[[X:.*]]: memref<4x4xf32>)
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: memref.copy %[[X]], %[[NEW]]
// CHECK: memref.copy %[[NEW]], %[[W]]
// CHECK-NEXT: return{{$}}
func.func @step(%w: memref<4x4xf32> {fp8.name = "w"}, %x: memref<4x4xf32>) -> (memref<4x4xf32> {fp8.updates = "w"}) {
  %new = memref.alloc() : memref<4x4xf32>
  memref.copy %x, %new : memref<4x4xf32> to memref<4x4xf32>
  return %new : memref<4x4xf32>
}

// -----

// A result in the old buffer of a state is copied before the new state.
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[W:.*]]: memref<4x4xf32> {fp8.in_place, fp8.name = "w"}, %[[X:.*]]: memref<4x4xf32>, %[[OLD:.*]]: memref<4x4xf32> {fp8.result = "old"})
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: memref.copy %[[X]], %[[NEW]]
// CHECK: memref.copy %[[W]], %[[OLD]]
// CHECK: memref.copy %[[NEW]], %[[W]]
// CHECK-NEXT: return{{$}}
func.func @step(%w: memref<4x4xf32> {fp8.name = "w"}, %x: memref<4x4xf32>)
    -> (memref<4x4xf32> {fp8.updates = "w"}, memref<4x4xf32> {fp8.name = "old"}) {
  %new = memref.alloc() : memref<4x4xf32>
  memref.copy %x, %new : memref<4x4xf32> to memref<4x4xf32>
  return %new, %w : memref<4x4xf32>, memref<4x4xf32>
}

// -----

// A state that lies in a result, which is a view of it.
// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[W:.*]]: memref<4x4xf32> {fp8.in_place, fp8.name = "w"}, %[[X:.*]]: memref<4x4xf32>, %[[Y:.*]]: memref<2x2x4xf32> {fp8.result = "y"})
// CHECK: %[[VIEW:.*]] = memref.collapse_shape %[[Y]]
// CHECK: memref.copy %[[X]], %[[VIEW]]
// CHECK: memref.copy %[[VIEW]], %[[W]]
// CHECK-NEXT: return{{$}}
func.func @step(%w: memref<4x4xf32> {fp8.name = "w"}, %x: memref<4x4xf32>)
    -> (memref<2x2x4xf32> {fp8.name = "y"}, memref<4x4xf32> {fp8.updates = "w"}) {
  %new = memref.alloc() : memref<4x4xf32>
  memref.copy %x, %new : memref<4x4xf32> to memref<4x4xf32>
  %y = memref.expand_shape %new [[0, 1], [2]] output_shape [2, 2, 4] : memref<4x4xf32> into memref<2x2x4xf32>
  return %y, %new : memref<2x2x4xf32>, memref<4x4xf32>
}

// -----

// No order of copies swaps two states.
// expected-error @below {{unsupported: the state 'v' cannot be updated in place}}
// expected-note @below {{supported are new states that are computed in the buffer of the old one, or in a buffer that no other state is copied to}}
func.func @swap(%v: memref<8xf32> {fp8.name = "v"}, %w: memref<8xf32> {fp8.name = "w"})
    -> (memref<8xf32> {fp8.updates = "v"}, memref<8xf32> {fp8.updates = "w"}) {
  return %w, %v : memref<8xf32>, memref<8xf32>
}

// -----

// A sum in the old state, which the copy of the new one would destroy unread.
func.func @lost(%w: memref<8xf32> {fp8.name = "w"}, %x: memref<8xf32>) -> (memref<8xf32> {fp8.updates = "w"}) {
  // expected-note @below {{the value that this op writes is overwritten before it is read}}
  memref.copy %x, %w : memref<8xf32> to memref<8xf32>
  // expected-error @below {{unsupported write of the state 'w' in Planned form}}
  // expected-note @below {{supported: kernels that read and write the argument in place}}
  // expected-note @below {{this is likely due to --fp8-update-in-place}}
  %new = memref.alloc() : memref<8xf32>
  return %new : memref<8xf32>
}
