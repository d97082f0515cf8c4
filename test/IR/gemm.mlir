// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --emit-bytecode | fp8-opt | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: @codes
// CHECK: fp8.gemm [#{{.*}}, #{{.*}}, #{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
func.func @codes(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E5M2>, %y: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s outs(%y : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return %0 : tensor<4x16xbf16>
}

// CHECK-LABEL: @blocks
// CHECK: fp8.gemm [{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} blocks<vec128>, <square128> accumulate outs(%{{.*}} : tensor<16x32xf32>)
func.func @blocks(%x: tensor<16x300xf8E4M3FN>, %sx: tensor<3x16xf32>, %w: tensor<32x300xf8E4M3FN>, %sw: tensor<1x4xf32>, %y: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %sx, %w by %sw blocks<vec128>, <square128> accumulate outs(%y : tensor<16x32xf32>) : tensor<16x300xf8E4M3FN> by tensor<3x16xf32>, tensor<32x300xf8E4M3FN> by tensor<1x4xf32>
  return %0 : tensor<16x32xf32>
}

// CHECK-LABEL: @planned
// CHECK: fp8.gemm [{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} blocks<mx32>, <mx32> on<1 {{.*}}> outs(%{{.*}} : memref<16x16xf32>)
func.func @planned(%x: memref<16x64xf8E4M3FN>, %s: memref<1x1x32x4x4xf8E8M0FNU>, %y: memref<16x16xf32>) {
  fp8.gemm [#lhs, #rhs, #out] %x by %s, %x by %s blocks<mx32>, <mx32> on<1 event 0> outs(%y : memref<16x16xf32>) : memref<16x64xf8E4M3FN> by memref<1x1x32x4x4xf8E8M0FNU>, memref<16x64xf8E4M3FN> by memref<1x1x32x4x4xf8E8M0FNU>
  return
}

// CHECK-LABEL: @epilogue
// CHECK: fp8.gemm [{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} bias %{{.*}} activation<relu> accumulate outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xbf16>
func.func @epilogue(%x: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %w: tensor<16x8xf8E5M2>, %b: tensor<16xbf16>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w by %s bias %b activation<relu> accumulate outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xbf16>
  return %0 : tensor<4x16xf32>
}

// None is not written.
// CHECK-LABEL: @bias
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %{{.*}} bias %{{.*}} outs(%{{.*}} : memref<4x16xf32>) : memref<4x8xf32>, memref<16x8xf32> bias memref<16xf32>
func.func @bias(%x: memref<4x8xf32>, %w: memref<16x8xf32>, %b: memref<16xf32>, %y: memref<4x16xf32>) {
  fp8.gemm [#lhs, #rhs, #out] %x, %w bias %b activation<none> outs(%y : memref<4x16xf32>) : memref<4x8xf32>, memref<16x8xf32> bias memref<16xf32>
  return
}
