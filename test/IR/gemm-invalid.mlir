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
  // expected-error @below {{'fp8.gemm' op expected one extent of d0, but it is 16 in the rhs and 4 in an earlier operand}}
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
  // expected-error @below {{'fp8.gemm' op expected 'lhs_scale_inv' of rank 0 and f32, but got 'tensor<1xf32>'}}
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

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c4_shape(%x: tensor<16x300xf8E4M3FN>, %s: tensor<16x3xf32>, %y: tensor<16x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'lhs_scale_inv' of shape [3, 16] and f32, but got 'tensor<16x3xf32>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %x by %s blocks<vec128>, <vec128> outs(%y : tensor<16x16xf32>) : tensor<16x300xf8E4M3FN> by tensor<16x3xf32>, tensor<16x300xf8E4M3FN> by tensor<16x3xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c4_type(%x: tensor<16x300xf8E4M3FN>, %s: tensor<1x3x32x4x4xf32>, %y: tensor<16x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'lhs_scale_inv' of shape [1, 3, 32, 4, 4] and f8E8M0FNU, but got 'tensor<1x3x32x4x4xf32>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %x by %s blocks<mx32>, <mx32> outs(%y : tensor<16x16xf32>) : tensor<16x300xf8E4M3FN> by tensor<1x3x32x4x4xf32>, tensor<16x300xf8E4M3FN> by tensor<1x3x32x4x4xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c6_squares(%x: tensor<16x128xf8E4M3FN>, %s: tensor<1x4xf32>, %y: tensor<16x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected blocks<mx32>, <mx32>, or <vec128> beside <vec128> or <square128>, but got <square128>, <square128>}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %x by %s blocks<square128>, <square128> outs(%y : tensor<16x16xf32>) : tensor<16x128xf8E4M3FN> by tensor<1x4xf32>, tensor<16x128xf8E4M3FN> by tensor<1x4xf32>
  return
}

// -----

#lhs = affine_map<(b, m, n, k) -> (b, m, k)>
#rhs = affine_map<(b, m, n, k) -> (b, n, k)>
#out = affine_map<(b, m, n, k) -> (b, m, n)>

func.func @gemm_c6_batch(%x: tensor<2x16x128xf8E4M3FN>, %s: tensor<1x16xf32>, %y: tensor<2x16x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected matrix operands with 'blocks', but got affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x by %s, %x by %s blocks<vec128>, <vec128> outs(%y : tensor<2x16x16xf32>) : tensor<2x16x128xf8E4M3FN> by tensor<1x16xf32>, tensor<2x16x128xf8E4M3FN> by tensor<1x16xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c6_wide(%x: tensor<16x128xf32>, %y: tensor<16x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected scaled codes as operands under 'blocks', but lhs has no scales}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %x blocks<vec128>, <vec128> outs(%y : tensor<16x16xf32>) : tensor<16x128xf32>, tensor<16x128xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c7(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<4xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'bias' of rank 1 and the extent of the last dimension of 'tensor<4x16xf32>', but got 'tensor<4xf32>'}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w bias %b outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32> bias tensor<4xf32>
  return
}

// -----

#lhs = affine_map<(m, h, n, k) -> (m, k)>
#rhs = affine_map<(m, h, n, k) -> (h, n, k)>
#out = affine_map<(m, h, n, k) -> (m, h, n)>

func.func @gemm_c7_columns(%x: tensor<4x8xf32>, %w: tensor<2x16x8xf32>, %b: tensor<16xf32>, %y: tensor<4x2x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected 'bias' along a last result dimension that is the only free dimension of its operand}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w bias %b outs(%y : tensor<4x2x16xf32>) : tensor<4x8xf32>, tensor<2x16x8xf32> bias tensor<16xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @gemm_c8(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.gemm' op expected activation<none> or <relu>, but got <gelu_tanh>}}
  %0 = fp8.gemm [#lhs, #rhs, #out] %x, %w activation<gelu_tanh> outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}
