// RUN: fp8-opt %s --fp8-make-gemms=packs-operands=true --cse --canonicalize | FileCheck %s
// RUN: fp8-opt %s --fp8-make-gemms --cse --canonicalize | FileCheck %s --check-prefix=INPLACE

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The library packs the weight for one product instead of two, and no kernel
// transposes it.
// CHECK-LABEL: func.func @tied(
// CHECK-NOT: linalg.transpose
// CHECK: fp8.gemm
// CHECK: fp8.gemm
// INPLACE-LABEL: func.func @tied(
// INPLACE-NOT: linalg.transpose
// INPLACE: return
func.func @tied(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %dy: tensor<4x16xf32>, %y: tensor<4x16xf32>, %dx: tensor<4x8xf32>) -> (tensor<4x16xf32>, tensor<4x8xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = fp8.contract [#mk, #kn, #mn] %x, %t outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<8x16xf32>
  %1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%dy, %t : tensor<4x16xf32>, tensor<8x16xf32>) outs(%dx : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x16xf32>, tensor<4x8xf32>
}

// Packing would take as long as the transpose.
// CHECK-LABEL: func.func @negative_as_many_copies(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %[[T]] accumulate
// INPLACE-LABEL: func.func @negative_as_many_copies(
// INPLACE-NOT: linalg.transpose
// INPLACE: return
func.func @negative_as_many_copies(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = fp8.contract [#mk, #kn, #mn] %x, %t outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<8x16xf32>
  return %0 : tensor<4x16xf32>
}

// The columns of the result are contiguous, so the library multiplies the other
// way round, and packs the transpose.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: linalg.transpose
// CHECK: fp8.gemm
func.func @columns(%x: tensor<8x4xf32>, %w: tensor<16x8xf32>, %y: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, #kn, affine_map<(m, n, k) -> (n, m)>] ins(%x, %t : tensor<8x4xf32>, tensor<8x16xf32>) outs(%y : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// A contraction to a scalar is no matmul: it reads the transposed tensor.
// CHECK-LABEL: func.func @negative_scalar(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[T]], %[[T]]
// CHECK: fp8.gemm
// INPLACE-LABEL: func.func @negative_scalar(
func.func @negative_scalar(%x: tensor<16x8xf32>, %b: tensor<16x4xf32>, %d: tensor<f32>, %c: tensor<8x4xf32>) -> (tensor<f32>, tensor<8x4xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%x : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.contract indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>] ins(%t, %t : tensor<8x16xf32>, tensor<8x16xf32>) outs(%d : tensor<f32>) -> tensor<f32>
  %1 = linalg.matmul ins(%t, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<f32>, tensor<8x4xf32>
}
