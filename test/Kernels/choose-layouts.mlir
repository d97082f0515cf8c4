// RUN: fp8-opt %s --fp8-choose-layouts=k-major-codes | FileCheck %s
// RUN: fp8-opt %s --fp8-choose-layouts | FileCheck %s --check-prefix=STAY
// RUN: fp8-opt %s --fp8-choose-layouts=k-major-codes --fp8-fuse | FileCheck %s --check-prefix=FUSED

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>

// The reduced dimension is innermost in the left operand, but not in the right one.
// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func.func @weight
// CHECK-DAG: %[[W:.*]] = arith.constant {{.*}} : tensor<3x4xf8E4M3FN>
// CHECK-DAG: %[[X:.*]] = linalg.generic
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] : {{.*}}) outs(%{{.*}} : tensor<4x3xf8E4M3FN>) permutation = [1, 0]
// CHECK: fp8.gemm [#[[$MK]], #[[$NK]], #{{.*}}] %[[X]] by %{{.*}}, %[[T]] by
// STAY-LABEL: func.func @weight
// STAY-NOT: linalg.transpose
func.func @weight() -> tensor<2x4xf32> {
  %f = arith.constant dense<[[1.0, -2.0, 3.0], [0.5, 4.0, -8.0]]> : tensor<2x3xf32>
  %qe = tensor.empty() : tensor<2x3xf8E4M3FN>
  %x = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%f : tensor<2x3xf32>) outs(%qe : tensor<2x3xf8E4M3FN>) {
  ^bb0(%v: f32, %unused: f8E4M3FN):
    %c = fp8.convert %v : f32 to f8E4M3FN
    linalg.yield %c : f8E4M3FN
  } -> tensor<2x3xf8E4M3FN>
  %w = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.5, 0.25, 9.0, 10.0]]> : tensor<3x4xf8E4M3FN>
  %e = tensor.empty() : tensor<2x4xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %y = fp8.gemm [#mk, #kn, #mn] %x by %one, %w by %one outs(%e : tensor<2x4xf32>) : tensor<2x3xf8E4M3FN> by tensor<f32>, tensor<3x4xf8E4M3FN> by tensor<f32>
  return %y : tensor<2x4xf32>
}

// A gradient is read by rows and by columns: one kernel writes both.
// FUSED-LABEL: func.func @gradient
// FUSED: fp8.kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<4x3xf8E5M2>, tensor<3x4xf8E5M2>)
// FUSED-NOT: fp8.kernel "
// FUSED: return
func.func @gradient(%g: tensor<4x3xf32>, %w: tensor<2x3xf8E4M3FN>, %x: tensor<2x4xf8E4M3FN>) -> (tensor<4x2xf32>, tensor<2x3xf32>) {
  %qe = tensor.empty() : tensor<4x3xf8E5M2>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<4x3xf32>) outs(%qe : tensor<4x3xf8E5M2>) {
  ^bb0(%v: f32, %unused: f8E5M2):
    %c = fp8.convert %v : f32 to f8E5M2
    linalg.yield %c : f8E5M2
  } -> tensor<4x3xf8E5M2>
  %e0 = tensor.empty() : tensor<4x2xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %dx = fp8.gemm [#mk, affine_map<(m, n, k) -> (n, k)>, #mn] %q by %one, %w by %one outs(%e0 : tensor<4x2xf32>) : tensor<4x3xf8E5M2> by tensor<f32>, tensor<2x3xf8E4M3FN> by tensor<f32>
  %e1 = tensor.empty() : tensor<2x3xf32>
  %dw = fp8.gemm [#mk, #kn, #mn] %x by %one, %q by %one outs(%e1 : tensor<2x3xf32>) : tensor<2x4xf8E4M3FN> by tensor<f32>, tensor<4x3xf8E5M2> by tensor<f32>
  return %dx, %dw : tensor<4x2xf32>, tensor<2x3xf32>
}

// Wide operands are read in their layout.
// CHECK-LABEL: func.func @negative_wide
// CHECK-NOT: linalg.transpose
func.func @negative_wide(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %y = fp8.gemm [#mk, #kn, #mn] %x, %w outs(%e : tensor<2x4xf32>) : tensor<2x3xf32>, tensor<3x4xf32>
  return %y : tensor<2x4xf32>
}
