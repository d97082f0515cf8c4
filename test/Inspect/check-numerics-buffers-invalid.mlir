// RUN: fp8-opt %s --fp8-check-numerics --verify-diagnostics

func.func @negative_buffers(%x: memref<4x8xf32>, %s: memref<f32>, %q: memref<4x8xf8E4M3FN>) {
  // expected-error @below {{expected a step on tensors, but this op is on buffers}}
  // expected-note @below {{run --fp8-check-numerics before bufferization}}
  fp8.quantize %x by %s outs(%q : memref<4x8xf8E4M3FN>) : memref<4x8xf32>, memref<f32>
  return
}
