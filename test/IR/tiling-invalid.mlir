// RUN: fp8-opt %s --transform-interpreter --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter='fp8.*'

// Tiles that would change the bits of the result are rejected, with the
// reason as a remark. The errors come from the transform dialect.

module attributes {transform.with_named_sequence} {
func.func @negative_within_granule(%x: tensor<64x64xf32>, %c: tensor<64x64xf8E4M3FN>, %s: tensor<64x2xf8E8M0FNU>) {
  // expected-remark @below {{tiles of dimension 1 must be a multiple of its granule, 32}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %q:2 = fp8.quantize %x granularity<mx> outs(%c, %s : tensor<64x64xf8E4M3FN>, tensor<64x2xf8E8M0FNU>) : tensor<64x64xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// 48 is no multiple of 32: the second tile would start within a granule.
module attributes {transform.with_named_sequence} {
func.func @negative_ragged(%x: tensor<64x80xf32>, %c: tensor<64x80xf8E4M3FN>, %s: tensor<64x3xf8E8M0FNU>) {
  // expected-remark @below {{tiles of dimension 1 must be a multiple of its granule, 32}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %q:2 = fp8.quantize %x granularity<mx> outs(%c, %s : tensor<64x80xf8E4M3FN>, tensor<64x3xf8E8M0FNU>) : tensor<64x80xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 48] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_cut_row(%x: tensor<64x64xf32>, %c: tensor<64x64xf8E4M3FN>, %s: tensor<64xf32>) {
  // expected-remark @below {{dimension 1 must stay whole, because a row has one scale}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %q:2 = fp8.quantize %x granularity<row> outs(%c, %s : tensor<64x64xf8E4M3FN>, tensor<64xf32>) : tensor<64x64xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// 4 rows of 40 are 160 elements: a group of 128 would cross to the next tile.
module attributes {transform.with_named_sequence} {
func.func @negative_cut_group(%c: tensor<64x40xf8E4M3FN>, %s: tensor<20xf32>, %x: tensor<64x40xf32>) {
  // expected-remark @below {{tiles of dimension 0 must be a multiple of its granule, 16}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %d = fp8.dequantize %c by %s granularity<group 128> outs(%x : tensor<64x40xf32>) : tensor<64x40xf8E4M3FN>, tensor<20xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.dequantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The last of four tiles has 15 rows.
module attributes {transform.with_named_sequence} {
func.func @negative_ragged_groups(%x: tensor<63x40xf32>, %c: tensor<63x40xf8E4M3FN>, %s: tensor<20xf32>) {
  // expected-remark @below {{tiles of dimension 0 must have a constant size, because groups are of a static shape}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %q:2 = fp8.quantize %x granularity<group 128> outs(%c, %s : tensor<63x40xf8E4M3FN>, tensor<20xf32>) : tensor<63x40xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.quantize"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_partial_sum_before_epilogue(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<f32>, %b: tensor<32xf32>, %y: tensor<64x32xf32>) {
  // expected-remark @below {{dimension 2 must stay whole, because the epilogue needs the whole sum}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s bias %b outs(%y : tensor<64x32xf32>) : tensor<64x96xf8E4M3FN> by tensor<f32>, tensor<32x96xf8E5M2> by tensor<f32> bias tensor<32xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.contract"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_partial_sum_in_bf16(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<f32>, %y: tensor<64x32xbf16>) {
  // expected-remark @below {{dimension 2 must stay whole, because the result would be rounded after each part of the sum}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s outs(%y : tensor<64x32xbf16>) : tensor<64x96xf8E4M3FN> by tensor<f32>, tensor<32x96xf8E5M2> by tensor<f32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.contract"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_scales_within_sum(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<64x3xf8E8M0FNU>, %t: tensor<f32>, %y: tensor<64x32xf32>) {
  // expected-remark @below {{dimension 2 must stay whole, because the scales of an operand vary along it}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s granularity<mx>, %w by %t outs(%y : tensor<64x32xf32>) : tensor<64x96xf8E4M3FN> by tensor<64x3xf8E8M0FNU>, tensor<32x96xf8E5M2> by tensor<f32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.contract"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_cut_blocks(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<2x1xf32>, %t: tensor<f32>, %y: tensor<64x32xf32>) {
  // expected-remark @below {{tiles of dimension 1 must be a multiple of its granule, 16}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %t, %w by %s granularity<block 16x128> outs(%y : tensor<64x32xf32>) : tensor<64x96xf8E4M3FN> by tensor<f32>, tensor<32x96xf8E5M2> by tensor<2x1xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.contract"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

module attributes {transform.with_named_sequence} {
func.func @negative_sum(%w: tensor<64xf32>, %a: tensor<f32>) {
  // expected-remark @below {{dimension 0 must stay whole, because a sum follows one tree over all elements}}
  // expected-error @below {{faild to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %n:2 = fp8.update states(%w : tensor<64xf32>) reductions [#fp8.reduction<sum>] outs(%w, %a : tensor<64xf32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  }
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.update"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Threads would race for the amax: upstream warns.
module attributes {transform.with_named_sequence} {
func.func @amax_is_no_parallel_loop(%x: tensor<64xf32>, %a: tensor<f32>) {
  // expected-warning @below {{tiling is not thread safe at axis #0}}
  %r = fp8.amax %x outs(%a : tensor<f32>) : tensor<64xf32>
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["fp8.amax"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_forall %0 tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
