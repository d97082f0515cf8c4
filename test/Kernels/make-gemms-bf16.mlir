// RUN: fp8-opt %s --fp8-make-gemms | FileCheck %s
// RUN: fp8-opt %s --fp8-make-gemms=round-f32-in-kernels | FileCheck %s --check-prefix=KERNELS

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// A product rounds its result itself, of codes and of bf16.
// CHECK-LABEL: func.func @codes
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} %arg0 by %arg2, %arg1 by %arg2 outs(%{{.*}} : tensor<4x16xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: return %[[Y]]
// KERNELS-LABEL: func.func @codes
// KERNELS: fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xbf16>)
// KERNELS-NOT: linalg.generic
func.func @codes(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %s: tensor<f32>) -> tensor<4x16xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %y = fp8.contract [#mk, #nk, #mn] %x by %s, %w by %s outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
  return %y : tensor<4x16xbf16>
}

// CHECK-LABEL: func.func @wide
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} %arg0, %arg1 outs(%{{.*}} : tensor<4x16xbf16>) : tensor<4x8xbf16>, tensor<16x8xf32>
// CHECK-NEXT: return %[[Y]]
// KERNELS-LABEL: func.func @wide
// KERNELS: %[[SUMS:.*]] = fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>)
// KERNELS: linalg.generic {{.*}} ins(%[[SUMS]] : tensor<4x16xf32>)
// KERNELS: fp8.convert %{{.*}} : f32 to bf16
func.func @wide(%x: tensor<4x8xbf16>, %w: tensor<16x8xf32>) -> tensor<4x16xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %y = fp8.contract [#mk, #nk, #mn] %x, %w outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xbf16>, tensor<16x8xf32>
  return %y : tensor<4x16xbf16>
}

// Scales that multiply terms are in the operands.
// CHECK-LABEL: func.func @terms
// CHECK: %[[Y:.*]] = fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xbf16>) : tensor<4x64xf32>, tensor<16x64xf32>
// CHECK-NOT: linalg.generic
// CHECK: return %[[Y]]
// KERNELS-LABEL: func.func @terms
// KERNELS: fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>)
// KERNELS: fp8.convert %{{.*}} : f32 to bf16
func.func @terms(%x: tensor<4x64xf8E4M3FN>, %sx: tensor<4x2xf8E8M0FNU>, %w: tensor<16x64xf8E4M3FN>, %sw: tensor<16x2xf8E8M0FNU>) -> tensor<4x16xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %y = fp8.contract [#mk, #nk, #mn] %x by %sx granularity<mx>, %w by %sw granularity<mx> outs(%zeros : tensor<4x16xbf16>) : tensor<4x64xf8E4M3FN> by tensor<4x2xf8E8M0FNU>, tensor<16x64xf8E4M3FN> by tensor<16x2xf8E8M0FNU>
  return %y : tensor<4x16xbf16>
}

// Scales of rows multiply f32 sums, which are rounded then. So is a sum that
// begins with something else than zeros.
// CHECK-LABEL: func.func @rows
// CHECK: %[[SUMS:.*]] = fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>)
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[SUMS]], {{.*}} : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4xf32>, tensor<f32>)
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<4x16xf32>)
// CHECK: fp8.convert %{{.*}} : f32 to bf16
// CHECK: return %[[ROUNDED]]
func.func @rows(%x: tensor<4x8xf8E4M3FN>, %sx: tensor<4xf32>, %w: tensor<16x8xf8E4M3FN>, %s: tensor<f32>) -> tensor<4x16xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %y = fp8.contract [#mk, #nk, #mn] %x by %sx granularity<row>, %w by %s outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  return %y : tensor<4x16xbf16>
}

// CHECK-LABEL: func.func @sum
// CHECK: fp8.gemm {{.*}} outs(%{{.*}} : tensor<4x16xf32>)
// CHECK: fp8.convert %{{.*}} : f32 to bf16
func.func @sum(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E4M3FN>, %s: tensor<f32>, %init: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
  %y = fp8.contract [#mk, #nk, #mn] %x by %s, %w by %s outs(%init : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E4M3FN> by tensor<f32>
  return %y : tensor<4x16xbf16>
}
