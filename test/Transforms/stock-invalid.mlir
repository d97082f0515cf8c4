// RUN: fp8-opt %s --fp8-stock-plan-memory --split-input-file --verify-diagnostics

func.func @dynamic(%n: index) {
  // expected-error @below {{unsupported by fp8-stock-plan-memory: memref.alloc of type 'memref<?xf32>'}}
  // expected-note @below {{supported are buffers of static size in functions that are public or inlined into one}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
