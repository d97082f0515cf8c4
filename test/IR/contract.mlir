// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: @operands
func.func @operands(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %v: tensor<16x8xbf16>, %s: tensor<f32>, %y: tensor<4x16xf32>, %z: tensor<4x16xbf16>) {
  // CHECK: fp8.contract [#{{.*}}, #{{.*}}, #{{.*}}] %{{.*}} by %{{.*}}, %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  // CHECK: fp8.contract {{.*}} %{{.*}} by %{{.*}}, %{{.*}} outs(%{{.*}} : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xbf16>
  %1 = fp8.contract [#lhs, #rhs, #out] %x by %s, %v outs(%z : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xbf16>
  return
}

// CHECK-LABEL: @epilogue
func.func @epilogue(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %s: tensor<f32>, %b: tensor<16xf32>, %c: tensor<4x16xf8E4M3FN>, %a: tensor<f32>) {
  // CHECK: bias %{{.*}} activation<gelu_tanh> scale %{{.*}} with_amax outs(%{{.*}}, %{{.*}} : tensor<4x16xf8E4M3FN>, tensor<f32>) : {{.*}} bias tensor<16xf32> scale tensor<f32>
  %0:2 = fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s bias %b activation<gelu_tanh> scale %s with_amax outs(%c, %a : tensor<4x16xf8E4M3FN>, tensor<f32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xf32> scale tensor<f32>
  return
}

// CHECK-LABEL: @batch
func.func @batch(%x: tensor<2x4x8xf8E4M3FN>, %w: tensor<2x8x16xf8E4M3FN>, %s: tensor<f32>, %y: tensor<2x4x16xf32>) {
  // CHECK: fp8.contract {{.*}} : tensor<2x4x8xf8E4M3FN> by tensor<f32>, tensor<2x8x16xf8E4M3FN> by tensor<f32>
  %0 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] %x by %s, %w by %s outs(%y : tensor<2x4x16xf32>) : tensor<2x4x8xf8E4M3FN> by tensor<f32>, tensor<2x8x16xf8E4M3FN> by tensor<f32>
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%x: memref<4x8xf8E4M3FN>, %w: memref<16x8xf8E5M2>, %s: memref<f32>, %y: memref<4x16xf32>) {
  // CHECK: fp8.contract {{.*}} outs(%{{.*}} : memref<4x16xf32>) : memref<4x8xf8E4M3FN> by memref<f32>, memref<16x8xf8E5M2> by memref<f32>
  fp8.contract [#lhs, #rhs, #out] %x by %s, %w by %s outs(%y : memref<4x16xf32>) : memref<4x8xf8E4M3FN> by memref<f32>, memref<16x8xf8E5M2> by memref<f32>
  return
}

// CHECK-LABEL: @granules
func.func @granules(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<4xf32>, %w: tensor<16x8xf8E5M2>, %sw: tensor<16x1xf8E8M0FNU>, %y: tensor<4x16xf32>) {
  // CHECK: fp8.contract {{.*}} %{{.*}} by %{{.*}} granularity<row>, %{{.*}} by %{{.*}} granularity<mx> outs(%{{.*}} : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<16x8xf8E5M2> by tensor<16x1xf8E8M0FNU>
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %sx granularity<row>, %w by %sw granularity<mx> outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<16x8xf8E5M2> by tensor<16x1xf8E8M0FNU>
  return
}
