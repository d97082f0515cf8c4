// RUN: fp8-opt %s --fp8-stock-results-to-arguments=update-in-place | FileCheck %s

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
