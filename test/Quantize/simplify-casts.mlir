// RUN: fp8-opt %s --fp8-simplify-casts | FileCheck %s
// RUN: fp8-opt %s --fp8-simplify-casts -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter=fp8-simplify-casts 2>&1 | FileCheck %s --check-prefix=REMARK
// Unit/Rewrites runs every function before and after.

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @round_trip(
// CHECK:         %[[CODES:.*]] = fp8.quantize
// CHECK-NOT:     fp8.quantize
// CHECK:         return %[[CODES]], %[[CODES]]
func.func @round_trip(%x: tensor<4x64xf32>, %amax: tensor<f32>) -> (tensor<4x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>) {
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  return %c, %q : tensor<4x64xf8E4M3FN>, tensor<4x64xf8E4M3FN>
}

// Constant scales are tried for every code.
// CHECK-LABEL: @round_trip_constants(
// CHECK:         %[[CODES:.*]] = fp8.quantize
// CHECK-NEXT:    return %[[CODES]]
func.func @round_trip_constants(%x: tensor<4x64xf32>) -> tensor<4x64xf8E5M2> {
  %scale = arith.constant dense<3.0> : tensor<f32>
  %inv = arith.constant dense<0.33333334> : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E5M2>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E5M2>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E5M2>, tensor<f32>
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E5M2>) : tensor<4x64xf32>, tensor<f32>
  return %q : tensor<4x64xf8E5M2>
}

// CHECK-LABEL: @negative_round_trip_rounds(
// CHECK:         fp8.quantize
// CHECK:         fp8.dequantize
func.func @negative_round_trip_rounds(%x: tensor<4x64xf32>, %amax: tensor<f32>) -> tensor<4x64xf32> {
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  return %w : tensor<4x64xf32>
}

// CHECK-LABEL: @negative_round_trip_constants_differ(
// CHECK:         fp8.dequantize
// CHECK:         fp8.quantize
func.func @negative_round_trip_constants_differ(%x: tensor<4x64xf32>) -> tensor<4x64xf8E5M2> {
  %scale = arith.constant dense<3.0> : tensor<f32>
  %inv = arith.constant dense<0.3> : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E5M2>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E5M2>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E5M2>, tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the two scales are not known to cancel for every code
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E5M2>) : tensor<4x64xf32>, tensor<f32>
  return %q : tensor<4x64xf8E5M2>
}

// Rounded down to a power of two, a scale lets 416 overflow where the amax is
// near the largest f32.
// CHECK-LABEL: @negative_round_trip_pow2(
// CHECK:         fp8.dequantize
// CHECK:         fp8.quantize
func.func @negative_round_trip_pow2(%x: tensor<4x64xf32>, %amax: tensor<f32>) -> tensor<4x64xf8E4M3FN> {
  %scale, %inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  return %q : tensor<4x64xf8E4M3FN>
}

// CHECK-LABEL: @negative_round_trip_foreign_codes(
// CHECK:         fp8.quantize
func.func @negative_round_trip_foreign_codes(%c: tensor<4x64xf8E4M3FN>, %amax: tensor<f32>) -> tensor<4x64xf8E4M3FN> {
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: codes of unknown origin may hold a NaN or infinity that encodes differently
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  return %q : tensor<4x64xf8E4M3FN>
}

// CHECK-LABEL: @negative_round_trip_bf16(
// CHECK:         fp8.dequantize
// CHECK:         fp8.quantize
func.func @negative_round_trip_bf16(%x: tensor<4x64xf32>, %amax: tensor<f32>) -> tensor<4x64xf8E4M3FN> {
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<4x64xbf16>
  %c = fp8.quantize %x by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xf32>, tensor<f32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the decoded values are rounded to less than f32
  %q = fp8.quantize %w by %scale outs(%c0 : tensor<4x64xf8E4M3FN>) : tensor<4x64xbf16>, tensor<f32>
  return %q : tensor<4x64xf8E4M3FN>
}

// CHECK-LABEL: @negative_round_trip_rows(
// CHECK:         fp8.dequantize
// CHECK:         fp8.quantize
func.func @negative_round_trip_rows(%x: tensor<4x64xf32>) -> (tensor<4x64xf8E4M3FN>, tensor<4xf32>) {
  %c0 = tensor.empty() : tensor<4x64xf8E4M3FN>
  %s0 = tensor.empty() : tensor<4xf32>
  %w0 = tensor.empty() : tensor<4x64xf32>
  %c, %s = fp8.quantize %x granularity<row> outs(%c0, %s0 : tensor<4x64xf8E4M3FN>, tensor<4xf32>) : tensor<4x64xf32>
  %w = fp8.dequantize %c by %s granularity<row> outs(%w0 : tensor<4x64xf32>) : tensor<4x64xf8E4M3FN>, tensor<4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: a scale per scaling block is computed again from the decoded values
  %q, %t = fp8.quantize %w granularity<row> outs(%c0, %s0 : tensor<4x64xf8E4M3FN>, tensor<4xf32>) : tensor<4x64xf32>
  return %q, %t : tensor<4x64xf8E4M3FN>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Quantize before layouts
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @hoist_over_transpose(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x6xf32>
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %[[X]] by %{{.*}} with_amax
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[Q]]#0 : tensor<4x6xf8E4M3FN>)
// CHECK:         return %[[T]], %[[Q]]#1
func.func @hoist_over_transpose(%x: tensor<4x6xf32>, %s: tensor<f32>, %a0: tensor<f32>) -> (tensor<6x4xf8E4M3FN>, tensor<f32>) {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %c0 = tensor.empty() : tensor<6x4xf8E4M3FN>
  %c, %a = fp8.quantize %t by %s with_amax outs(%c0, %a0 : tensor<6x4xf8E4M3FN>, tensor<f32>) : tensor<6x4xf32>, tensor<f32>
  return %c, %a : tensor<6x4xf8E4M3FN>, tensor<f32>
}

// Blocks turn with the tensor.
// CHECK-LABEL: @hoist_over_transpose_blocks(
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<block 2x3> outs(%{{.*}} : tensor<5x7xf8E4M3FN>, tensor<3x3xf32>)
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#0
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#1 : tensor<3x3xf32>)
func.func @hoist_over_transpose_blocks(%x: tensor<5x7xf32>) -> (tensor<7x5xf8E4M3FN>, tensor<3x3xf32>) {
  %e = tensor.empty() : tensor<7x5xf32>
  %t = linalg.transpose ins(%x : tensor<5x7xf32>) outs(%e : tensor<7x5xf32>) permutation = [1, 0]
  %c0 = tensor.empty() : tensor<7x5xf8E4M3FN>
  %s0 = tensor.empty() : tensor<3x3xf32>
  %c, %s = fp8.quantize %t granularity<block 3x2> outs(%c0, %s0 : tensor<7x5xf8E4M3FN>, tensor<3x3xf32>) : tensor<7x5xf32>
  return %c, %s : tensor<7x5xf8E4M3FN>, tensor<3x3xf32>
}

// Rows stay rows where the last dimension stays the last.
// CHECK-LABEL: @hoist_over_transpose_rows(
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<row> outs(%{{.*}} : tensor<2x3x8xf8E5M2>, tensor<2x3xf32>)
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#0 {{.*}} permutation = [1, 0, 2]
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#1 {{.*}} permutation = [1, 0]
func.func @hoist_over_transpose_rows(%x: tensor<2x3x8xf32>) -> (tensor<3x2x8xf8E5M2>, tensor<3x2xf32>) {
  %e = tensor.empty() : tensor<3x2x8xf32>
  %t = linalg.transpose ins(%x : tensor<2x3x8xf32>) outs(%e : tensor<3x2x8xf32>) permutation = [1, 0, 2]
  %c0 = tensor.empty() : tensor<3x2x8xf8E5M2>
  %s0 = tensor.empty() : tensor<3x2xf32>
  %c, %s = fp8.quantize %t granularity<row> outs(%c0, %s0 : tensor<3x2x8xf8E5M2>, tensor<3x2xf32>) : tensor<3x2x8xf32>
  return %c, %s : tensor<3x2x8xf8E5M2>, tensor<3x2xf32>
}

// CHECK-LABEL: @negative_transpose_turns_rows(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x6xf32>)
// CHECK:         fp8.quantize
func.func @negative_transpose_turns_rows(%x: tensor<4x6xf32>) -> (tensor<6x4xf8E4M3FN>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %c0 = tensor.empty() : tensor<6x4xf8E4M3FN>
  %s0 = tensor.empty() : tensor<6xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the transpose moves the dimension that granules lie along
  %c, %s = fp8.quantize %t granularity<row> outs(%c0, %s0 : tensor<6x4xf8E4M3FN>, tensor<6xf32>) : tensor<6x4xf32>
  return %c, %s : tensor<6x4xf8E4M3FN>, tensor<6xf32>
}

// CHECK-LABEL: @negative_transpose_moves_draws(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x6xf32>)
// CHECK:         fp8.quantize
func.func @negative_transpose_moves_draws(%x: tensor<4x6xf32>, %s: tensor<f32>, %seed: i32, %step: i32) -> tensor<6x4xf8E4M3FN> {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %c0 = tensor.empty() : tensor<6x4xf8E4M3FN>
  // REMARK: [[@LINE+1]]:{{.*}}kept: random bits of stochastic rounding depend on the position
  %c = fp8.quantize %t by %s rounding<stochastic> stream 1 seed %seed step %step outs(%c0 : tensor<6x4xf8E4M3FN>) : tensor<6x4xf32>, tensor<f32>
  return %c : tensor<6x4xf8E4M3FN>
}

// CHECK-LABEL: @hoist_over_reshapes(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x6xf32>
// CHECK:         fp8.quantize %[[X]]
// CHECK:         tensor.expand_shape %{{.*}} : tensor<4x6xf8E4M3FN> into tensor<2x2x6xf8E4M3FN>
func.func @hoist_over_reshapes(%x: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<2x12xf8E4M3FN> {
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
  %f = tensor.collapse_shape %e [[0], [1, 2]] : tensor<2x2x6xf32> into tensor<2x12xf32>
  %c0 = tensor.empty() : tensor<2x12xf8E4M3FN>
  %c = fp8.quantize %f by %s outs(%c0 : tensor<2x12xf8E4M3FN>) : tensor<2x12xf32>, tensor<f32>
  return %c : tensor<2x12xf8E4M3FN>
}

// CHECK-LABEL: @hoist_over_reshape_mx(
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<mx> outs(%{{.*}} : tensor<6x40xf8E4M3FN>, tensor<6x2xf8E8M0FNU>)
// CHECK-DAG:     tensor.expand_shape %[[Q]]#0 {{.*}} into tensor<2x3x40xf8E4M3FN>
// CHECK-DAG:     tensor.expand_shape %[[Q]]#1 {{.*}} into tensor<2x3x2xf8E8M0FNU>
func.func @hoist_over_reshape_mx(%x: tensor<6x40xf32>) -> (tensor<2x3x40xf8E4M3FN>, tensor<2x3x2xf8E8M0FNU>) {
  %e = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 3, 40] : tensor<6x40xf32> into tensor<2x3x40xf32>
  %c0 = tensor.empty() : tensor<2x3x40xf8E4M3FN>
  %s0 = tensor.empty() : tensor<2x3x2xf8E8M0FNU>
  %c, %s = fp8.quantize %e granularity<mx> outs(%c0, %s0 : tensor<2x3x40xf8E4M3FN>, tensor<2x3x2xf8E8M0FNU>) : tensor<2x3x40xf32>
  return %c, %s : tensor<2x3x40xf8E4M3FN>, tensor<2x3x2xf8E8M0FNU>
}

// Rows of a matrix are columns of its transpose.
// CHECK-LABEL: @hoist_over_transpose_mx(
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<mx 32x1> outs(%{{.*}} : tensor<3x70x4xf8E4M3FN>, tensor<3x3x4xf8E8M0FNU>)
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#0 {{.*}} permutation = [0, 2, 1]
// CHECK-DAG:     linalg.transpose ins(%[[Q]]#1 {{.*}} outs(%{{.*}} : tensor<3x4x3xf8E8M0FNU>) permutation = [0, 2, 1]
func.func @hoist_over_transpose_mx(%x: tensor<3x70x4xf32>) -> (tensor<3x4x70xf8E4M3FN>, tensor<3x4x3xf8E8M0FNU>) {
  %t0 = tensor.empty() : tensor<3x4x70xf32>
  %t = linalg.transpose ins(%x : tensor<3x70x4xf32>) outs(%t0 : tensor<3x4x70xf32>) permutation = [0, 2, 1]
  %c0 = tensor.empty() : tensor<3x4x70xf8E4M3FN>
  %s0 = tensor.empty() : tensor<3x4x3xf8E8M0FNU>
  %c, %s = fp8.quantize %t granularity<mx> outs(%c0, %s0 : tensor<3x4x70xf8E4M3FN>, tensor<3x4x3xf8E8M0FNU>) : tensor<3x4x70xf32>
  return %c, %s : tensor<3x4x70xf8E4M3FN>, tensor<3x4x3xf8E8M0FNU>
}

// CHECK-LABEL: @hoist_over_transpose_mx_columns(
// CHECK:         fp8.quantize %{{.*}} granularity<mx> outs(%{{.*}} : tensor<4x70xf8E4M3FN>, tensor<4x3xf8E8M0FNU>)
func.func @hoist_over_transpose_mx_columns(%x: tensor<4x70xf32>) -> (tensor<70x4xf8E4M3FN>, tensor<3x4xf8E8M0FNU>) {
  %t0 = tensor.empty() : tensor<70x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x70xf32>) outs(%t0 : tensor<70x4xf32>) permutation = [1, 0]
  %c0 = tensor.empty() : tensor<70x4xf8E4M3FN>
  %s0 = tensor.empty() : tensor<3x4xf8E8M0FNU>
  %c, %s = fp8.quantize %t granularity<mx 32x1> outs(%c0, %s0 : tensor<70x4xf8E4M3FN>, tensor<3x4xf8E8M0FNU>) : tensor<70x4xf32>
  return %c, %s : tensor<70x4xf8E4M3FN>, tensor<3x4xf8E8M0FNU>
}

// Groups run along the flattened tensor, which no reshape changes.
// CHECK-LABEL: @hoist_over_reshape_groups(
// CHECK:         %[[Q:.*]]:2 = fp8.quantize %{{.*}} granularity<group 8> outs(%{{.*}} : tensor<4x5xf8E4M3FN>, tensor<3xf32>)
// CHECK:         tensor.collapse_shape %[[Q]]#0
// CHECK-NEXT:    return %{{.*}}, %[[Q]]#1
func.func @hoist_over_reshape_groups(%x: tensor<4x5xf32>) -> (tensor<20xf8E4M3FN>, tensor<3xf32>) {
  %e = tensor.collapse_shape %x [[0, 1]] : tensor<4x5xf32> into tensor<20xf32>
  %c0 = tensor.empty() : tensor<20xf8E4M3FN>
  %s0 = tensor.empty() : tensor<3xf32>
  %c, %s = fp8.quantize %e granularity<group 8> outs(%c0, %s0 : tensor<20xf8E4M3FN>, tensor<3xf32>) : tensor<20xf32>
  return %c, %s : tensor<20xf8E4M3FN>, tensor<3xf32>
}

// CHECK-LABEL: @negative_reshape_joins_rows(
// CHECK:         tensor.collapse_shape %{{.*}} : tensor<4x5xf32>
// CHECK:         fp8.quantize
func.func @negative_reshape_joins_rows(%x: tensor<4x5xf32>) -> (tensor<20xf8E4M3FN>, tensor<f32>) {
  %e = tensor.collapse_shape %x [[0, 1]] : tensor<4x5xf32> into tensor<20xf32>
  %c0 = tensor.empty() : tensor<20xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the reshape cuts or joins granules
  %c, %s = fp8.quantize %e granularity<row> outs(%c0, %s0 : tensor<20xf8E4M3FN>, tensor<f32>) : tensor<20xf32>
  return %c, %s : tensor<20xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: @hoist_over_broadcast(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<6xf32>
// CHECK:         fp8.quantize %[[X]]
// CHECK:         linalg.broadcast ins(%{{.*}} : tensor<6xf8E4M3FN>) outs(%{{.*}} : tensor<4x6xf8E4M3FN>) dimensions = [0]
func.func @hoist_over_broadcast(%x: tensor<6xf32>, %s: tensor<f32>) -> tensor<4x6xf8E4M3FN> {
  %e = tensor.empty() : tensor<4x6xf32>
  %b = linalg.broadcast ins(%x : tensor<6xf32>) outs(%e : tensor<4x6xf32>) dimensions = [0]
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %b by %s outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  return %c : tensor<4x6xf8E4M3FN>
}

// CHECK-LABEL: @negative_broadcast_of_blocks(
// CHECK:         linalg.broadcast ins(%{{.*}} : tensor<6xf32>)
func.func @negative_broadcast_of_blocks(%x: tensor<6xf32>) -> (tensor<4x6xf8E4M3FN>, tensor<2x2xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %b = linalg.broadcast ins(%x : tensor<6xf32>) outs(%e : tensor<4x6xf32>) dimensions = [0]
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %s0 = tensor.empty() : tensor<2x2xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: only one scale for the whole tensor moves through this op
  %c, %s = fp8.quantize %b granularity<block 2x3> outs(%c0, %s0 : tensor<4x6xf8E4M3FN>, tensor<2x2xf32>) : tensor<4x6xf32>
  return %c, %s : tensor<4x6xf8E4M3FN>, tensor<2x2xf32>
}

// CHECK-LABEL: @hoist_over_pad(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x6xf32>
// CHECK:         %[[Q:.*]] = fp8.quantize %[[X]]
// CHECK:         tensor.pad %[[Q]] low[0, 1] high[2, 0]
func.func @hoist_over_pad(%x: tensor<4x6xf32>, %amax: tensor<f32>) -> tensor<6x7xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %s, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %p = tensor.pad %x low[0, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<6x7xf32>
  %c0 = tensor.empty() : tensor<6x7xf8E4M3FN>
  %c = fp8.quantize %p by %s outs(%c0 : tensor<6x7xf8E4M3FN>) : tensor<6x7xf32>, tensor<f32>
  return %c : tensor<6x7xf8E4M3FN>
}

// An infinite scale makes NaN of 0.
// CHECK-LABEL: @negative_pad_unknown_scale(
// CHECK:         tensor.pad
// CHECK:         fp8.quantize
func.func @negative_pad_unknown_scale(%x: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<6x7xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<6x7xf32>
  %c0 = tensor.empty() : tensor<6x7xf8E4M3FN>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the scale is not known to be positive and finite
  %c = fp8.quantize %p by %s outs(%c0 : tensor<6x7xf8E4M3FN>) : tensor<6x7xf32>, tensor<f32>
  return %c : tensor<6x7xf8E4M3FN>
}

// CHECK-LABEL: @hoist_over_relu(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x64xf32>
// CHECK:         %[[Q:.*]] = fp8.quantize %[[X]]
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[Q]] : tensor<8x64xf8E5M2> to tensor<8x64xi8>
// CHECK:         arith.maxsi %[[BITS]]
func.func @hoist_over_relu(%x: tensor<8x64xf32>, %amax: tensor<f32>) -> tensor<8x64xf8E5M2> {
  %s, %inv = fp8.compute_scale %amax for e5m2 : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %r = arith.maximumf %x, %zero : tensor<8x64xf32>
  %c0 = tensor.empty() : tensor<8x64xf8E5M2>
  %c = fp8.quantize %r by %s outs(%c0 : tensor<8x64xf8E5M2>) : tensor<8x64xf32>, tensor<f32>
  return %c : tensor<8x64xf8E5M2>
}

// The scale has its previous value, which is unknown.
// CHECK-LABEL: @negative_relu_kept_scale(
// CHECK:         arith.maximumf
// CHECK:         fp8.quantize
func.func @negative_relu_kept_scale(%x: tensor<8x64xf32>, %amax: tensor<f32>, %old: tensor<f32>) -> tensor<8x64xf8E5M2> {
  %s, %inv = fp8.compute_scale %amax for e5m2 keeping %old : tensor<f32>, tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %r = arith.maximumf %x, %zero : tensor<8x64xf32>
  %c0 = tensor.empty() : tensor<8x64xf8E5M2>
  %c = fp8.quantize %r by %s outs(%c0 : tensor<8x64xf8E5M2>) : tensor<8x64xf32>, tensor<f32>
  return %c : tensor<8x64xf8E5M2>
}

// The maximum keeps a -0, which a clamp of codes would make +0.
// CHECK-LABEL: @negative_maximum_with_minus_zero(
// CHECK:         arith.maximumf
// CHECK:         fp8.quantize
func.func @negative_maximum_with_minus_zero(%x: tensor<8x64xf32>, %amax: tensor<f32>) -> tensor<8x64xf8E5M2> {
  %s, %inv = fp8.compute_scale %amax for e5m2 : tensor<f32>
  %zero = arith.constant dense<-0.0> : tensor<8x64xf32>
  %r = arith.maximumf %x, %zero : tensor<8x64xf32>
  %c0 = tensor.empty() : tensor<8x64xf8E5M2>
  %c = fp8.quantize %r by %s outs(%c0 : tensor<8x64xf8E5M2>) : tensor<8x64xf32>, tensor<f32>
  return %c : tensor<8x64xf8E5M2>
}

// CHECK-LABEL: @negative_relu_amax(
// CHECK:         arith.maximumf
// CHECK:         fp8.quantize
func.func @negative_relu_amax(%x: tensor<8x64xf32>, %amax: tensor<f32>, %a0: tensor<f32>) -> (tensor<8x64xf8E5M2>, tensor<f32>) {
  %s, %inv = fp8.compute_scale %amax for e5m2 : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %r = arith.maximumf %x, %zero : tensor<8x64xf32>
  %c0 = tensor.empty() : tensor<8x64xf8E5M2>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the amax without negative numbers is used
  %c, %a = fp8.quantize %r by %s with_amax outs(%c0, %a0 : tensor<8x64xf8E5M2>, tensor<f32>) : tensor<8x64xf32>, tensor<f32>
  return %c, %a : tensor<8x64xf8E5M2>, tensor<f32>
}

// One part is quantized for another reader, too.
// CHECK-LABEL: @hoist_over_concat(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<2x6xf32>, %[[Y:[^:]*]]: tensor<3x6xf32>
// CHECK:         %[[CX:.*]] = fp8.quantize %[[X]]
// CHECK:         %[[CY:.*]] = fp8.quantize %[[Y]]
// CHECK-NOT:     fp8.quantize
// CHECK:         %[[J:.*]] = tensor.concat dim(0) %[[CX]], %[[CY]]
// CHECK:         return %[[CX]], %[[J]]
func.func @hoist_over_concat(%x: tensor<2x6xf32>, %y: tensor<3x6xf32>, %s: tensor<f32>) -> (tensor<2x6xf8E4M3FN>, tensor<5x6xf8E4M3FN>) {
  %d0 = tensor.empty() : tensor<2x6xf8E4M3FN>
  %d = fp8.quantize %x by %s outs(%d0 : tensor<2x6xf8E4M3FN>) : tensor<2x6xf32>, tensor<f32>
  %j = tensor.concat dim(0) %x, %y : (tensor<2x6xf32>, tensor<3x6xf32>) -> tensor<5x6xf32>
  %c0 = tensor.empty() : tensor<5x6xf8E4M3FN>
  %c = fp8.quantize %j by %s outs(%c0 : tensor<5x6xf8E4M3FN>) : tensor<5x6xf32>, tensor<f32>
  return %d, %c : tensor<2x6xf8E4M3FN>, tensor<5x6xf8E4M3FN>
}

// Two quantizes would do the work of one.
// CHECK-LABEL: @negative_concat_alone(
// CHECK:         tensor.concat {{.*}} -> tensor<5x6xf32>
func.func @negative_concat_alone(%x: tensor<2x6xf32>, %y: tensor<3x6xf32>, %s: tensor<f32>) -> tensor<5x6xf8E4M3FN> {
  %j = tensor.concat dim(0) %x, %y : (tensor<2x6xf32>, tensor<3x6xf32>) -> tensor<5x6xf32>
  %c0 = tensor.empty() : tensor<5x6xf8E4M3FN>
  // REMARK: [[@LINE+1]]:{{.*}}kept: no part is decoded, or quantized by this scale elsewhere
  %c = fp8.quantize %j by %s outs(%c0 : tensor<5x6xf8E4M3FN>) : tensor<5x6xf32>, tensor<f32>
  return %c : tensor<5x6xf8E4M3FN>
}

// CHECK-LABEL: @negative_concat_amax(
// CHECK:         tensor.concat {{.*}} -> tensor<5x6xf32>
func.func @negative_concat_amax(%x: tensor<2x6xf32>, %y: tensor<3x6xf32>, %s: tensor<f32>, %a0: tensor<f32>) -> (tensor<5x6xf8E4M3FN>, tensor<f32>) {
  %j = tensor.concat dim(0) %x, %y : (tensor<2x6xf32>, tensor<3x6xf32>) -> tensor<5x6xf32>
  %c0 = tensor.empty() : tensor<5x6xf8E4M3FN>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the amax of the whole is used
  %c, %a = fp8.quantize %j by %s with_amax outs(%c0, %a0 : tensor<5x6xf8E4M3FN>, tensor<f32>) : tensor<5x6xf32>, tensor<f32>
  return %c, %a : tensor<5x6xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: @amax_of_layouts(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x6xf32>
// CHECK:         fp8.amax %[[X]]
func.func @amax_of_layouts(%x: tensor<4x6xf32>, %a0: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %f = tensor.collapse_shape %t [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %a = fp8.amax %f outs(%a0 : tensor<f32>) : tensor<24xf32>
  return %a : tensor<f32>
}

// CHECK-LABEL: @negative_amax_of_slice(
// CHECK:         tensor.extract_slice
// CHECK:         fp8.amax
func.func @negative_amax_of_slice(%x: tensor<4x6xf32>, %a0: tensor<f32>) -> tensor<f32> {
  %t = tensor.extract_slice %x[0, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %a = fp8.amax %t outs(%a0 : tensor<f32>) : tensor<2x6xf32>
  return %a : tensor<f32>
}
