// RUN: fp8-opt %s --fp8-update-in-place | FileCheck %s

// A buffer is written by whoever makes it.
// CHECK-LABEL: @buffer(
// CHECK-NEXT: return %arg1
func.func @buffer(%w: memref<4xf32> {fp8.name = "w"}, %x: memref<4xf32>) -> (memref<4xf32> {fp8.updates = "w"}) {
  return %x : memref<4xf32>
}
