// RUN: fp8-opt %s --fp8-make-gemms --cse --canonicalize | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#across = affine_map<(i, j) -> (j, i)>

// CHECK-DAG: #[[$MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$NK:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<16x8xf32>,
// CHECK-NOT: linalg
// CHECK: fp8.gemm [#[[$MK]], #[[$NK]], #[[$MN]]] %[[X]], %[[W]] accumulate
func.func @transpose(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%y : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// A tied weight: the forward product reads the transpose, which a frontend
// writes as a generic, and so does one product of the backward. One cast serves
// both.
// CHECK-LABEL: func.func @tied(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>, %[[W:.*]]: tensor<16x8xf32>, %[[DY:.*]]: tensor<4x16xbf16>)
// CHECK: %[[CAST:.*]] = arith.truncf %[[W]] : tensor<16x8xf32> to tensor<16x8xbf16>
// CHECK-NOT: linalg
// CHECK: fp8.gemm [#[[$MK]], #[[$NK]], #[[$MN]]] %[[X]], %[[CAST]] outs
// CHECK: fp8.gemm [#[[$MK]], #[[$KN]], #[[$MN]]] %[[DY]], %[[CAST]] outs
func.func @tied(%x: tensor<4x8xbf16>, %w: tensor<16x8xf32>, %dy: tensor<4x16xbf16>) -> (tensor<4x16xbf16>, tensor<4x8xbf16>) {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %more = arith.constant dense<0.0> : tensor<4x8xbf16>
  %cast = arith.truncf %w : tensor<16x8xf32> to tensor<16x8xbf16>
  %empty = tensor.empty() : tensor<8x16xbf16>
  %t = linalg.generic {indexing_maps = [#across, #id], iterator_types = ["parallel", "parallel"]} ins(%cast : tensor<16x8xbf16>) outs(%empty : tensor<8x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    linalg.yield %in : bf16
  } -> tensor<8x16xbf16>
  %y = fp8.contract [#mk, #kn, #mn] %x, %t outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xbf16>, tensor<8x16xbf16>
  %dx = fp8.contract [#mk, affine_map<(m, n, k) -> (n, k)>, #mn] %dy, %t outs(%more : tensor<4x8xbf16>) : tensor<4x16xbf16>, tensor<8x16xbf16>
  return %y, %dx : tensor<4x16xbf16>, tensor<4x8xbf16>
}

// The cast follows the transpose, as an op on tensors and as a generic.
// CHECK-LABEL: func.func @cast_of_transpose(
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf32>, %[[W:.*]]: tensor<16x8xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: %[[LHS:.*]] = arith.truncf %[[X]] : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK: %[[RHS:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<16x8xf32>) outs(%{{.*}} : tensor<16x8xbf16>)
// CHECK: arith.truncf
// CHECK: fp8.gemm [#[[$KM]], #[[$NK]], #[[$MN]]] %[[LHS]], %[[RHS]] outs
func.func @cast_of_transpose(%x: tensor<8x4xf32>, %w: tensor<16x8xf32>) -> tensor<4x16xbf16> {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %rows = tensor.empty() : tensor<4x8xf32>
  %lhs = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%rows : tensor<4x8xf32>) permutation = [1, 0]
  %lhs16 = arith.truncf %lhs : tensor<4x8xf32> to tensor<4x8xbf16>
  %empty = tensor.empty() : tensor<8x16xf32>
  %rhs = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %empty16 = tensor.empty() : tensor<8x16xbf16>
  %rhs16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%rhs : tensor<8x16xf32>) outs(%empty16 : tensor<8x16xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %c = arith.truncf %in : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<8x16xbf16>
  %y = fp8.contract [#mk, #kn, #mn] %lhs16, %rhs16 outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xbf16>, tensor<8x16xbf16>
  return %y : tensor<4x16xbf16>
}

// Heads of attention: the strides of two batch dimensions, in a slice of the
// projection.
// CHECK-LABEL: func.func @heads(
// CHECK: %[[Q:.*]] = tensor.extract_slice
// CHECK-NOT: linalg
// CHECK: fp8.gemm [{{.*}}] %[[Q]], %{{.*}} outs(%{{.*}} : tensor<2x4x8x8xf32>)
func.func @heads(%qkv: tensor<2x8x3x4x16xf32>, %k: tensor<2x4x16x8xf32>) -> tensor<2x4x8x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<2x4x8x8xf32>
  %q = tensor.extract_slice %qkv[0, 0, 0, 0, 0] [2, 8, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<2x8x3x4x16xf32> to tensor<2x8x4x16xf32>
  %empty = tensor.empty() : tensor<2x4x8x16xf32>
  %t = linalg.transpose ins(%q : tensor<2x8x4x16xf32>) outs(%empty : tensor<2x4x8x16xf32>) permutation = [0, 2, 1, 3]
  %0 = linalg.contract indexing_maps = [affine_map<(b, h, m, n, k) -> (b, h, m, k)>, affine_map<(b, h, m, n, k) -> (b, h, k, n)>, affine_map<(b, h, m, n, k) -> (b, h, m, n)>] ins(%t, %k : tensor<2x4x8x16xf32>, tensor<2x4x16x8xf32>) outs(%zeros : tensor<2x4x8x8xf32>) -> tensor<2x4x8x8xf32>
  return %0 : tensor<2x4x8x8xf32>
}

// Neither rows nor columns of the source are contiguous.
// CHECK-LABEL: func.func @negative_batch_last(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %[[T]], %{{.*}} accumulate
func.func @negative_batch_last(%x: tensor<4x8x2xf32>, %w: tensor<2x8x16xf32>, %y: tensor<2x4x16xf32>) -> tensor<2x4x16xf32> {
  %empty = tensor.empty() : tensor<2x4x8xf32>
  %t = linalg.transpose ins(%x : tensor<4x8x2xf32>) outs(%empty : tensor<2x4x8xf32>) permutation = [2, 0, 1]
  %0 = linalg.batch_matmul ins(%t, %w : tensor<2x4x8xf32>, tensor<2x8x16xf32>) outs(%y : tensor<2x4x16xf32>) -> tensor<2x4x16xf32>
  return %0 : tensor<2x4x16xf32>
}

// The terms (k, l) lie apart in the source.
// CHECK-LABEL: func.func @negative_split_terms(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %[[T]], %{{.*}} accumulate
func.func @negative_split_terms(%x: tensor<3x4x5xf32>, %w: tensor<3x5x16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<4x3x5xf32>
  %t = linalg.transpose ins(%x : tensor<3x4x5xf32>) outs(%empty : tensor<4x3x5xf32>) permutation = [1, 0, 2]
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>] ins(%t, %w : tensor<4x3x5xf32>, tensor<3x5x16xf32>) outs(%y : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Without the transpose of the larger operand, the terms of the other one would
// have to be copied.
// CHECK-LABEL: func.func @negative_other_operand(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %[[T]], %{{.*}} accumulate
func.func @negative_other_operand(%x: tensor<5x3x64xf32>, %w: tensor<3x5x16xf32>, %y: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %empty = tensor.empty() : tensor<64x3x5xf32>
  %t = linalg.transpose ins(%x : tensor<5x3x64xf32>) outs(%empty : tensor<64x3x5xf32>) permutation = [2, 1, 0]
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>] ins(%t, %w : tensor<64x3x5xf32>, tensor<3x5x16xf32>) outs(%y : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

// Every second element of a row is not contiguous.
// CHECK-LABEL: func.func @negative_strided_slice(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %[[T]] accumulate
func.func @negative_strided_slice(%x: tensor<4x8xf32>, %w: tensor<16x16xf32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %half = tensor.extract_slice %w[0, 0] [16, 8] [1, 2] : tensor<16x16xf32> to tensor<16x8xf32>
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%half : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%y : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// The transposed cast is a result, too: a second cast would read all of %w.
// CHECK-LABEL: func.func @negative_cast_read_elsewhere(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[CAST:.*]] = arith.truncf %[[T]]
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %[[CAST]] outs
// CHECK: return %{{.*}}, %[[CAST]]
func.func @negative_cast_read_elsewhere(%x: tensor<4x8xbf16>, %w: tensor<16x8xf32>) -> (tensor<4x16xbf16>, tensor<8x16xbf16>) {
  %zeros = arith.constant dense<0.0> : tensor<4x16xbf16>
  %empty = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%w : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) permutation = [1, 0]
  %cast = arith.truncf %t : tensor<8x16xf32> to tensor<8x16xbf16>
  %y = fp8.contract [#mk, #kn, #mn] %x, %cast outs(%zeros : tensor<4x16xbf16>) : tensor<4x8xbf16>, tensor<8x16xbf16>
  return %y, %cast : tensor<4x16xbf16>, tensor<8x16xbf16>
}

// --fp8-choose-layouts decides about codes.
// CHECK-LABEL: func.func @negative_codes(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fp8.gemm [{{.*}}] %{{.*}} by %{{.*}}, %[[T]] by %{{.*}} accumulate
func.func @negative_codes(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E4M3FN>, %s: tensor<f32>, %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf8E4M3FN>
  %t = linalg.transpose ins(%w : tensor<16x8xf8E4M3FN>) outs(%empty : tensor<8x16xf8E4M3FN>) permutation = [1, 0]
  %0 = fp8.contract [#mk, #kn, #mn] %x by %s, %t by %s outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x16xf8E4M3FN> by tensor<f32>
  return %0 : tensor<4x16xf32>
}

// The first matmul cannot read the source, whose last dimension is its batch. A
// cast for the second one alone would be another tensor.
// CHECK-LABEL: func.func @negative_other_reader(
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[CAST:.*]] = arith.truncf %[[T]]
// CHECK-NOT: arith.truncf
// CHECK: fp8.gemm [{{.*}}] %[[CAST]], %{{.*}}
// CHECK-NOT: arith.truncf
// CHECK: fp8.gemm [{{.*}}] %{{.*}}, %[[CAST]]
func.func @negative_other_reader(%x: tensor<4x8x2xf32>, %a: tensor<8x16x4xbf16>, %w: tensor<2x16x8xbf16>, %y: tensor<2x4x16xf32>, %z: tensor<8x16x2xf32>) -> (tensor<2x4x16xf32>, tensor<8x16x2xf32>) {
  %empty = tensor.empty() : tensor<2x4x8xf32>
  %t = linalg.transpose ins(%x : tensor<4x8x2xf32>) outs(%empty : tensor<2x4x8xf32>) permutation = [2, 0, 1]
  %cast = arith.truncf %t : tensor<2x4x8xf32> to tensor<2x4x8xbf16>
  %0 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] %cast, %w outs(%y : tensor<2x4x16xf32>) : tensor<2x4x8xbf16>, tensor<2x16x8xbf16>
  %1 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k, b)>, affine_map<(b, m, n, k) -> (b, m, n)>] %a, %cast outs(%z : tensor<8x16x2xf32>) : tensor<8x16x4xbf16>, tensor<2x4x8xbf16>
  return %0, %1 : tensor<2x4x16xf32>, tensor<8x16x2xf32>
}
