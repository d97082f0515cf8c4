// RUN: fp8-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// The attribute of each op below names the tiles that the sequence at the end
// asks for.

module attributes {transform.with_named_sequence} {

// The amax runs through the loops: each tile accumulates into its init.
// CHECK-LABEL: @quantize
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[A0:.*]] = %[[AMAX:.*]]) -> (tensor<64x32xf8E4M3FN>, tensor<f32>)
// CHECK: scf.for %[[J:.*]] = %{{.*}} iter_args(%[[C1:.*]] = %{{.*}}, %[[A1:.*]] = %[[A0]])
// CHECK: %[[X:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [16, 8] [1, 1] : tensor<64x32xf32>
// CHECK: %[[C:.*]] = tensor.extract_slice %[[C1]][%[[I]], %[[J]]] [16, 8] [1, 1]
// CHECK: %[[Q:.*]]:2 = fp8.quantize %[[X]] by %{{.*}} with_amax outs(%[[C]], %[[A1]] : tensor<16x8xf8E4M3FN>, tensor<f32>)
// CHECK: tensor.insert_slice %[[Q]]#0 into %[[C1]][%[[I]], %[[J]]] [16, 8]
// CHECK: scf.yield %{{.*}}, %[[Q]]#1
func.func @quantize(%x: tensor<64x32xf32>, %s: tensor<f32>, %c: tensor<64x32xf8E4M3FN>, %a: tensor<f32>) -> (tensor<64x32xf8E4M3FN>, tensor<f32>) {
  %q:2 = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<64x32xf8E4M3FN>, tensor<f32>) {for_16_8} : tensor<64x32xf32>, tensor<f32>
  return %q#0, %q#1 : tensor<64x32xf8E4M3FN>, tensor<f32>
}

// Without an amax the dimensions are parallel.
// CHECK-LABEL: @quantize_in_parallel
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (4, 4)
// CHECK: fp8.quantize %{{.*}} : tensor<16x8xf32>, tensor<f32>
func.func @quantize_in_parallel(%x: tensor<64x32xf32>, %s: tensor<f32>, %c: tensor<64x32xf8E4M3FN>) -> tensor<64x32xf8E4M3FN> {
  %q = fp8.quantize %x by %s outs(%c : tensor<64x32xf8E4M3FN>) {forall_16_8} : tensor<64x32xf32>, tensor<f32>
  return %q : tensor<64x32xf8E4M3FN>
}

// The tile of the scales starts at granule 16 / 4 and 32 / 32 of each loop.
// CHECK-LABEL: @quantize_block
// CHECK: %[[SI:.*]] = affine.apply #{{.*}}(%[[I:.*]])
// CHECK: %[[SJ:.*]] = affine.apply #{{.*}}(%[[J:.*]])
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[%[[SI]], %[[SJ]]] [4, 1] [1, 1] : tensor<16x4xf32> to tensor<4x1xf32>
// CHECK: fp8.quantize %{{.*}} granularity<block 4x32> outs(%{{.*}}, %[[S]] : tensor<16x32xf8E4M3FN>, tensor<4x1xf32>)
func.func @quantize_block(%x: tensor<64x128xf32>, %c: tensor<64x128xf8E4M3FN>, %s: tensor<16x4xf32>) -> (tensor<64x128xf8E4M3FN>, tensor<16x4xf32>) {
  %q:2 = fp8.quantize %x granularity<block 4x32> outs(%c, %s : tensor<64x128xf8E4M3FN>, tensor<16x4xf32>) {for_16_32} : tensor<64x128xf32>
  return %q#0, %q#1 : tensor<64x128xf8E4M3FN>, tensor<16x4xf32>
}

// The last tile of each row ends where the row does, within a block.
// CHECK-LABEL: @quantize_ragged
// CHECK: %[[SIZE:.*]] = affine.min
// CHECK: fp8.quantize %{{.*}} granularity<mx> outs(%{{.*}} : tensor<16x?xf8E5M2>, tensor<16x?xf8E8M0FNU>)
func.func @quantize_ragged(%x: tensor<64x72xf32>, %c: tensor<64x72xf8E5M2>, %s: tensor<64x3xf8E8M0FNU>) -> (tensor<64x72xf8E5M2>, tensor<64x3xf8E8M0FNU>) {
  %q:2 = fp8.quantize %x granularity<mx> outs(%c, %s : tensor<64x72xf8E5M2>, tensor<64x3xf8E8M0FNU>) {for_16_32} : tensor<64x72xf32>
  return %q#0, %q#1 : tensor<64x72xf8E5M2>, tensor<64x3xf8E8M0FNU>
}

// 16 rows of 40 are 640 elements, that is, 5 groups.
// CHECK-LABEL: @quantize_group
// CHECK: tensor.extract_slice %{{.*}} [5] [1] : tensor<20xf32> to tensor<5xf32>
// CHECK: fp8.quantize %{{.*}} granularity<group 128> outs(%{{.*}} : tensor<16x40xf8E4M3FN>, tensor<5xf32>)
func.func @quantize_group(%x: tensor<64x40xf32>, %c: tensor<64x40xf8E4M3FN>, %s: tensor<20xf32>) -> (tensor<64x40xf8E4M3FN>, tensor<20xf32>) {
  %q:2 = fp8.quantize %x granularity<group 128> outs(%c, %s : tensor<64x40xf8E4M3FN>, tensor<20xf32>) {for_16_0} : tensor<64x40xf32>
  return %q#0, %q#1 : tensor<64x40xf8E4M3FN>, tensor<20xf32>
}

// Draws are counted by the place in the whole tensor.
// CHECK-LABEL: @quantize_stochastic
// CHECK: fp8.quantize %{{.*}} rounding<stochastic> stream 3 seed %{{.*}} step %{{.*}} at [%{{.*}}, %{{.*}}] of [64, 32] outs(%{{.*}} : tensor<16x8xf8E4M3FN>)
func.func @quantize_stochastic(%x: tensor<64x32xf32>, %s: tensor<f32>, %seed: i32, %step: i32, %c: tensor<64x32xf8E4M3FN>) -> tensor<64x32xf8E4M3FN> {
  %q = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step outs(%c : tensor<64x32xf8E4M3FN>) {for_16_8} : tensor<64x32xf32>, tensor<f32>
  return %q : tensor<64x32xf8E4M3FN>
}

// A local tensor that lies at [128, 0] of the whole one.
// CHECK-LABEL: @quantize_placed
// CHECK: %[[O:.*]] = affine.apply #{{.*}}(%[[I:.*]])
// CHECK: fp8.quantize %{{.*}} at [%[[O]], %{{.*}}] of [256, 32]
func.func @quantize_placed(%x: tensor<64x32xf32>, %s: tensor<f32>, %seed: i32, %step: i32, %c: tensor<64x32xf8E4M3FN>) -> tensor<64x32xf8E4M3FN> {
  %q = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step at [128, 0] of [256, 32] outs(%c : tensor<64x32xf8E4M3FN>) {for_16_8} : tensor<64x32xf32>, tensor<f32>
  return %q : tensor<64x32xf8E4M3FN>
}

// A part of a row is decoded by the scale of the row.
// CHECK-LABEL: @dequantize_row
// CHECK: scf.forall (%[[P:.*]], %[[Q:.*]]) in (4, 4)
// CHECK: %[[I:.*]] = affine.apply #{{.*}}(%[[P]])
// CHECK: %[[J:.*]] = affine.apply #{{.*}}(%[[Q]])
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[%[[I]]] [16] [1] : tensor<64xf32>
// CHECK: fp8.dequantize %{{.*}} by %[[S]] granularity<row> outs(%{{.*}} : tensor<16x8xbf16>)
func.func @dequantize_row(%c: tensor<64x32xf8E5M2>, %s: tensor<64xf32>, %x: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %d = fp8.dequantize %c by %s granularity<row> outs(%x : tensor<64x32xbf16>) {forall_16_8} : tensor<64x32xf8E5M2>, tensor<64xf32>
  return %d : tensor<64x32xbf16>
}

// CHECK-LABEL: @amax_tensor
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<f32>)
// CHECK: scf.for %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<f32>)
// CHECK: fp8.amax %{{.*}} outs(%[[A]] : tensor<f32>) {{.*}} : tensor<16x8xf32>
func.func @amax_tensor(%x: tensor<64x32xf32>, %a: tensor<f32>) -> tensor<f32> {
  %m = fp8.amax %x outs(%a : tensor<f32>) {for_16_8} : tensor<64x32xf32>
  return %m : tensor<f32>
}

// CHECK-LABEL: @amax_row
// CHECK: fp8.amax %{{.*}} granularity<row> outs(%{{.*}} : tensor<16xf32>) {{.*}} : tensor<16x8xf32>
func.func @amax_row(%x: tensor<64x32xf32>, %a: tensor<64xf32>) -> tensor<64xf32> {
  %m = fp8.amax %x granularity<row> outs(%a : tensor<64xf32>) {for_16_8} : tensor<64x32xf32>
  return %m : tensor<64xf32>
}

// Parts of the sum are added to the init.
// CHECK-LABEL: @contract
// CHECK-COUNT-3: scf.for
// CHECK: fp8.contract {{.*}} outs(%{{.*}} : tensor<16x8xf32>) {{.*}} : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<8x32xf8E5M2> by tensor<f32>
func.func @contract(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<f32>, %y: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s outs(%y : tensor<64x32xf32>) {for_16_8_32} : tensor<64x96xf8E4M3FN> by tensor<f32>, tensor<32x96xf8E5M2> by tensor<f32>
  return %r : tensor<64x32xf32>
}

// Scales follow the granules of their operands. The scale of a row, and of a
// block that contains the whole sum, is common to its parts.
// CHECK-LABEL: @contract_granules
// CHECK-DAG: tensor.extract_slice %{{.*}} [16] [1] : tensor<64xf32> to tensor<16xf32>
// CHECK-DAG: tensor.extract_slice %{{.*}} [1, 2] [1, 1] : tensor<1x8xf32> to tensor<1x2xf32>
// CHECK: fp8.contract {{.*}} granularity<row>, %{{.*}} granularity<block 128x4> outs(%{{.*}} : tensor<16x8xf32>) {{.*}} : tensor<16x96xf8E4M3FN> by tensor<16xf32>, tensor<96x8xf8E5M2> by tensor<1x2xf32>
func.func @contract_granules(%x: tensor<64x96xf8E4M3FN>, %sx: tensor<64xf32>, %w: tensor<96x32xf8E5M2>, %sw: tensor<1x8xf32>, %y: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %r = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx granularity<row>, %w by %sw granularity<block 128x4> outs(%y : tensor<64x32xf32>) {for_16_8} : tensor<64x96xf8E4M3FN> by tensor<64xf32>, tensor<96x32xf8E5M2> by tensor<1x8xf32>
  return %r : tensor<64x32xf32>
}

// An epilogue follows its tile of the result.
// CHECK-LABEL: @contract_epilogue
// CHECK: %[[B:.*]] = tensor.extract_slice %{{.*}} [8] [1] : tensor<32xf32> to tensor<8xf32>
// CHECK: fp8.contract {{.*}} bias %[[B]] activation<relu> scale %{{.*}} with_amax outs(%{{.*}} : tensor<16x8xf8E4M3FN>, tensor<f32>)
func.func @contract_epilogue(%x: tensor<64x96xf8E4M3FN>, %w: tensor<32x96xf8E5M2>, %s: tensor<f32>, %b: tensor<32xf32>, %y: tensor<64x32xf8E4M3FN>, %a: tensor<f32>) -> (tensor<64x32xf8E4M3FN>, tensor<f32>) {
  %r:2 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s bias %b activation<relu> scale %s with_amax outs(%y, %a : tensor<64x32xf8E4M3FN>, tensor<f32>) {for_16_8} : tensor<64x96xf8E4M3FN> by tensor<f32>, tensor<32x96xf8E5M2> by tensor<f32> bias tensor<32xf32> scale tensor<f32>
  return %r#0, %r#1 : tensor<64x32xf8E4M3FN>, tensor<f32>
}

// Inputs follow their maps: a transposed gradient and a mask per column.
// CHECK-LABEL: @update
// CHECK: scf.forall (%[[P:.*]], %[[Q:.*]]) in (4, 4)
// CHECK: %[[I:.*]] = affine.apply #{{.*}}(%[[P]])
// CHECK: %[[J:.*]] = affine.apply #{{.*}}(%[[Q]])
// CHECK-DAG: tensor.extract_slice %{{.*}}[%[[J]], %[[I]]] [8, 16] [1, 1] : tensor<32x64xf32>
// CHECK-DAG: tensor.extract_slice %{{.*}}[%[[J]]] [8] [1] : tensor<32xf32>
// CHECK: fp8.update states(%{{.*}} : tensor<16x8xf32>) inputs(%{{.*}} : tensor<8x16xf32>, tensor<8xf32>)
func.func @update(%w: tensor<64x32xf32>, %g: tensor<32x64xf32>, %m: tensor<32xf32>) -> tensor<64x32xf32> {
  %w1 = fp8.update states(%w : tensor<64x32xf32>) inputs(%g, %m : tensor<32x64xf32>, tensor<32xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>] outs(%w : tensor<64x32xf32>) {
  ^bb0(%p: f32, %d: f32, %k: f32):
    %u = arith.mulf %d, %k : f32
    %n = arith.subf %p, %u : f32
    fp8.yield %n : f32
  } {forall_16_8}
  return %w1 : tensor<64x32xf32>
}

// Codes with a scale per group, a residual and a transposed copy with an amax;
// a maximum is reduced from tile to tile.
// CHECK-LABEL: @update_stored
// CHECK: fp8.update states(%{{.*}} : tensor<16x40xf8E4M3FN>, tensor<5xf32>, tensor<16x40xbf16>)
// CHECK-SAME: at [%{{.*}}, 0] of [64, 40]
// CHECK-SAME: outs(%{{.*}} : tensor<16x40xf8E4M3FN>, tensor<5xf32>, tensor<16x40xbf16>, tensor<40x16xf8E5M2>, tensor<f32>, tensor<f32>)
func.func @update_stored(%w: tensor<64x40xf8E4M3FN>, %ws: tensor<20xf32>, %r: tensor<64x40xbf16>, %t: tensor<40x64xf8E5M2>, %s: tensor<f32>, %seed: i32, %step: i32, %a: tensor<f32>) -> tensor<f32> {
  %n:6 = fp8.update states(%w, %ws, %r : tensor<64x40xf8E4M3FN>, tensor<20xf32>, tensor<64x40xbf16>) scales(%s : tensor<f32>) seed %seed step %step storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = bf16, stream = 0, copies = [<format = e5m2, transposed = true>]>] reductions [#fp8.reduction<max>] outs(%w, %ws, %r, %t, %a, %a : tensor<64x40xf8E4M3FN>, tensor<20xf32>, tensor<64x40xbf16>, tensor<40x64xf8E5M2>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  } {for_16_0}
  return %n#5 : tensor<f32>
}

transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match attributes {for_16_8} in %root : (!transform.any_op) -> !transform.any_op
  %t0, %l0:2 = transform.structured.tile_using_for %0 tile_sizes [16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {for_16_32} in %root : (!transform.any_op) -> !transform.any_op
  %t1, %l1:2 = transform.structured.tile_using_for %1 tile_sizes [16, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {for_16_0} in %root : (!transform.any_op) -> !transform.any_op
  %t2, %l2 = transform.structured.tile_using_for %2 tile_sizes [16, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {for_16_8_32} in %root : (!transform.any_op) -> !transform.any_op
  %t3, %l3:3 = transform.structured.tile_using_for %3 tile_sizes [16, 8, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {forall_16_8} in %root : (!transform.any_op) -> !transform.any_op
  %t4, %l4 = transform.structured.tile_using_forall %4 tile_sizes [16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
