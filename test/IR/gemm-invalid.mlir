// RUN: fp8-opt %s --split-input-file --verify-diagnostics

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c1(%x: tensor<4x8xf32>, %w: memref<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, memref<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c2_extents(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected one extent of d0, but it is 4 and, in the rhs, 16}}
  %0 = fp8.gemm [#lhs, #lhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c3(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'lhs_scale_inv' if and only if lhs holds 8-bit codes, but it is 'tensor<4x8xf8E4M3FN>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c4(%x: tensor<4x8xf8E4M3FN>, %s: tensor<1xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'lhs_scale_inv' of rank 0, but got 'tensor<1xf32>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<1xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c5(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xbf16>) {
  // expected-error @below {{'fp8.gemm' op expected a result of f32 under 'accumulate', but it is 'tensor<4x16xbf16>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w accumulate outs(%y : tensor<4x16xbf16>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}
