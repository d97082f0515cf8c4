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
