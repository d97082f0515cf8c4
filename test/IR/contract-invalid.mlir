// RUN: fp8-opt %s --split-input-file --verify-diagnostics
#lhs = affine_map<(m, n, k) -> (m, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c1_number(%x: tensor<4x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected three indexing maps, but got 2}}
  %0 = fp8.contract [#lhs, #out] %x, %x outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<4x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n + k, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c1_permutation(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected the map of the rhs to be a projected permutation of 3 dimensions to the rank of 'tensor<16x8xf32>', but got affine_map<(d0, d1, d2) -> (d1 + d2, d2)>}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c1_rank(%x: tensor<4xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected the map of the lhs to be a projected permutation of 3 dimensions to the rank of 'tensor<4xf32>', but got affine_map<(d0, d1, d2) -> (d0, d2)>}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c2(%x: tensor<4x8xf32>, %w: tensor<16x9xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected one extent of d2, but it is 9 in the rhs and 8 in an earlier operand}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x9xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c3(%x: tensor<4x8xf32>, %w: tensor<16xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected every dimension in at least two of the maps, but d2 is in 1}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c4_absent(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 'lhs_scale_inv' if and only if lhs holds 8-bit codes, but lhs is 'tensor<4x8xf8E4M3FN>' and 'lhs_scale_inv' is absent}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c4_needless(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %s: tensor<f32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 'rhs_scale_inv' if and only if rhs holds 8-bit codes, but rhs is 'tensor<16x8xf32>' and 'rhs_scale_inv' is present}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w by %s outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32> by tensor<f32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c5(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf8E4M3FN>) {
  // expected-error @below {{'fp8.contract' op expected 'out_scale' if and only if the result holds 8-bit codes, but the result is 'tensor<4x16xf8E4M3FN>' and 'out_scale' is absent}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf8E4M3FN>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c6(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %b: tensor<4xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected a bias along the last dimension of 'tensor<4x16xf32>', but got 'tensor<4xf32>'}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w bias %b outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32> bias tensor<4xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c7_number(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 2 inits, but got 1}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w with_amax outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c7_amax(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected the destination of the amax to be an f32 of rank 0, but got 'tensor<4x16xf32>'}}
  %0:2 = fp8.contract [#lhs, #rhs, #out] %x, %w with_amax outs(%y, %y : tensor<4x16xf32>, tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c7_kind(%x: tensor<4x8xf32>, %w: memref<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected all operands to be tensors like the first one, but #1 is 'memref<16x8xf32>'}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, memref<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c8(%x: tensor<4x8xf32>, %w: tensor<16x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected no granularity of an operand without inverse scale, but 'rhs_scale_inv' is absent and its granularity is #fp8.granularity<row>}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w granularity<row> outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c9_tensor(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf32>, %s: tensor<4xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 'lhs_scale_inv' of shape [], but got [4]}}
  // expected-note @below {{this shape follows from #fp8.granularity<tensor> for 'tensor<4x8xf8E4M3FN>'}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x by %s, %w outs(%y : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<16x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c9_shape(%x: tensor<4x8xf32>, %w: tensor<16x8xf8E4M3FN>, %s: tensor<8x16xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 'rhs_scale_inv' of shape [8, 2], but got [8, 16]}}
  // expected-note @below {{this shape follows from #fp8.granularity<block 2x4> for 'tensor<16x8xf8E4M3FN>'}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w by %s granularity<block 2x4> outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf8E4M3FN> by tensor<8x16xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c9_element(%x: tensor<4x8xf32>, %w: tensor<16x8xf8E4M3FN>, %s: tensor<1x8xf32>, %y: tensor<4x16xf32>) {
  // expected-error @below {{'fp8.contract' op expected 'rhs_scale_inv' to have elements f8E8M0FNU under mx, but got 'tensor<1x8xf32>'}}
  %0 = fp8.contract [#lhs, #rhs, #out] %x, %w by %s granularity<mx 32x1> outs(%y : tensor<4x16xf32>) : tensor<4x8xf32>, tensor<16x8xf8E4M3FN> by tensor<1x8xf32>
  return
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @contract_c9_rank(%x: tensor<8xf8E4M3FN>, %w: tensor<16x8xf32>, %s: tensor<1xf8E8M0FNU>, %y: tensor<16xf32>) {
  // expected-error @below {{'fp8.contract' op expected a tensor that the granularity #fp8.granularity<mx 32x1> fits, but got 'tensor<8xf8E4M3FN>'}}
  %0 = fp8.contract [affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>] %x by %s granularity<mx 32x1>, %w outs(%y : tensor<16xf32>) : tensor<8xf8E4M3FN> by tensor<1xf8E8M0FNU>, tensor<16x8xf32>
  return
}
