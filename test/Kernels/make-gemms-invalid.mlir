// RUN: fp8-opt %s --fp8-make-gemms --verify-diagnostics

func.func @buffers(%x: memref<4x8xf8E4M3FN>, %s: memref<f32>, %w: memref<8x16xf8E4M3FN>, %y: memref<4x16xf32>) {
  // expected-error @below {{unsupported by fp8-make-gemms: operands that are memrefs}}
  fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s outs(%y : memref<4x16xf32>) : memref<4x8xf8E4M3FN> by memref<f32>, memref<8x16xf8E4M3FN> by memref<f32>
  return
}
