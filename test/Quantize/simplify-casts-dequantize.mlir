// RUN: fp8-opt %s --fp8-simplify-casts | FileCheck %s
// RUN: fp8-opt %s --fp8-simplify-casts -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter=fp8-simplify-casts 2>&1 | FileCheck %s --check-prefix=REMARK
// Unit/Rewrites runs every function before and after.

//===----------------------------------------------------------------------===//
// Layouts before dequantize
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @sink_below_layouts(
// CHECK-SAME:    %[[C:[^:]*]]: tensor<4x6xf8E4M3FN>
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[C]]
// CHECK:         %[[F:.*]] = tensor.collapse_shape %[[T]]
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][3] [9] [2] : tensor<24xf8E4M3FN> to tensor<9xf8E4M3FN>
// CHECK:         %[[B:.*]] = linalg.broadcast ins(%[[S]]
// CHECK:         %[[W:.*]] = fp8.dequantize %[[B]]
// CHECK:         return %[[W]]
func.func @sink_below_layouts(%c: tensor<4x6xf8E4M3FN>, %s: tensor<f32>) -> tensor<2x9xf32> {
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = fp8.dequantize %c by %s outs(%w0 : tensor<4x6xf32>) : tensor<4x6xf8E4M3FN>, tensor<f32>
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %f = tensor.collapse_shape %t [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %l = tensor.extract_slice %f[3] [9] [2] : tensor<24xf32> to tensor<9xf32>
  %b0 = tensor.empty() : tensor<2x9xf32>
  %b = linalg.broadcast ins(%l : tensor<9xf32>) outs(%b0 : tensor<2x9xf32>) dimensions = [0]
  return %b : tensor<2x9xf32>
}

// CHECK-LABEL: @sink_below_block_slice(
// CHECK-DAG:     %[[C:.*]] = tensor.extract_slice %{{.*}}[2, 3] [3, 3]
// CHECK-DAG:     %[[S:.*]] = tensor.extract_slice %{{.*}}[1, 1] [2, 1]
// CHECK:         fp8.dequantize %[[C]] by %[[S]] granularity<block 2x3>
func.func @sink_below_block_slice(%c: tensor<5x7xf8E4M3FN>, %s: tensor<3x3xf32>) -> tensor<3x3xbf16> {
  %w0 = tensor.empty() : tensor<5x7xbf16>
  %w = fp8.dequantize %c by %s granularity<block 2x3> outs(%w0 : tensor<5x7xbf16>) : tensor<5x7xf8E4M3FN>, tensor<3x3xf32>
  %l = tensor.extract_slice %w[2, 3] [3, 3] [1, 1] : tensor<5x7xbf16> to tensor<3x3xbf16>
  return %l : tensor<3x3xbf16>
}

// CHECK-LABEL: @sink_below_row_slice(
// CHECK-DAG:     %[[S:.*]] = tensor.extract_slice %{{.*}}[1] [2] [1] : tensor<5xf32> to tensor<2xf32>
// CHECK:         fp8.dequantize %{{.*}} by %[[S]] granularity<row>
func.func @sink_below_row_slice(%c: tensor<5x7xf8E4M3FN>, %s: tensor<5xf32>) -> tensor<2x7xf32> {
  %w0 = tensor.empty() : tensor<5x7xf32>
  %w = fp8.dequantize %c by %s granularity<row> outs(%w0 : tensor<5x7xf32>) : tensor<5x7xf8E4M3FN>, tensor<5xf32>
  %l = tensor.extract_slice %w[1, 0] [2, 7] [1, 1] : tensor<5x7xf32> to tensor<2x7xf32>
  return %l : tensor<2x7xf32>
}

// CHECK-LABEL: @negative_slice_cuts_blocks(
// CHECK:         fp8.dequantize
// CHECK:         tensor.extract_slice
func.func @negative_slice_cuts_blocks(%c: tensor<5x7xf8E4M3FN>, %s: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %w0 = tensor.empty() : tensor<5x7xf32>
  %w = fp8.dequantize %c by %s granularity<block 2x3> outs(%w0 : tensor<5x7xf32>) : tensor<5x7xf8E4M3FN>, tensor<3x3xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the slice cuts granules
  %l = tensor.extract_slice %w[1, 3] [3, 3] [1, 1] : tensor<5x7xf32> to tensor<3x3xf32>
  return %l : tensor<3x3xf32>
}

// CHECK-LABEL: @negative_transpose_of_groups(
// CHECK:         fp8.dequantize
// CHECK:         linalg.transpose
func.func @negative_transpose_of_groups(%c: tensor<4x6xf8E4M3FN>, %s: tensor<3xf32>) -> tensor<6x4xf32> {
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = fp8.dequantize %c by %s granularity<group 8> outs(%w0 : tensor<4x6xf32>) : tensor<4x6xf8E4M3FN>, tensor<3xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: groups run along the flattened tensor
  %t = linalg.transpose ins(%w : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %t : tensor<6x4xf32>
}

// CHECK-LABEL: @negative_others_read(
// CHECK:         fp8.dequantize
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x6xf32>)
func.func @negative_others_read(%c: tensor<4x6xf8E4M3FN>, %s: tensor<f32>) -> (tensor<6x4xf32>, tensor<4x6xf32>) {
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = fp8.dequantize %c by %s outs(%w0 : tensor<4x6xf32>) : tensor<4x6xf8E4M3FN>, tensor<f32>
  %e = tensor.empty() : tensor<6x4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: others read the decoded tensor
  %t = linalg.transpose ins(%w : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %t, %w : tensor<6x4xf32>, tensor<4x6xf32>
}

// CHECK-LABEL: @sink_below_pad_and_relu(
// CHECK:         tensor.pad {{.*}}
// CHECK:         arith.maxsi
// CHECK:         %[[W:.*]] = fp8.dequantize
// CHECK-NEXT:    return %{{.*}}, %[[W]]
func.func @sink_below_pad_and_relu(%x: tensor<4x60xf32>, %amax: tensor<f32>) -> (tensor<4x60xf8E4M3FN>, tensor<4x64xf32>) {
  %s, %inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> : tensor<f32>
  %c0 = tensor.empty() : tensor<4x60xf8E4M3FN>
  %c = fp8.quantize %x by %s outs(%c0 : tensor<4x60xf8E4M3FN>) : tensor<4x60xf32>, tensor<f32>
  %w0 = tensor.empty() : tensor<4x60xf32>
  %w = fp8.dequantize %c by %inv outs(%w0 : tensor<4x60xf32>) : tensor<4x60xf8E4M3FN>, tensor<f32>
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %w low[0, 4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x60xf32> to tensor<4x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x64xf32>
  %r = arith.maximumf %zeros, %p : tensor<4x64xf32>
  return %c, %r : tensor<4x60xf8E4M3FN>, tensor<4x64xf32>
}

// CHECK-LABEL: @negative_pad_with_one(
// CHECK:         fp8.dequantize
// CHECK:         tensor.pad
func.func @negative_pad_with_one(%c: tensor<4x6xf8E4M3FN>) -> tensor<4x7xf32> {
  %s = arith.constant dense<2.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = fp8.dequantize %c by %s outs(%w0 : tensor<4x6xf32>) : tensor<4x6xf8E4M3FN>, tensor<f32>
  %p = tensor.pad %w low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<4x6xf32> to tensor<4x7xf32>
  return %p : tensor<4x7xf32>
}

// CHECK-LABEL: @negative_relu_foreign_codes(
// CHECK:         fp8.dequantize
// CHECK:         arith.maximumf
func.func @negative_relu_foreign_codes(%c: tensor<8x64xf8E4M3FN>) -> tensor<8x64xf32> {
  %s = arith.constant dense<2.0> : tensor<f32>
  %w0 = tensor.empty() : tensor<8x64xf32>
  %w = fp8.dequantize %c by %s outs(%w0 : tensor<8x64xf32>) : tensor<8x64xf8E4M3FN>, tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: codes of unknown origin may hold a NaN with a sign
  %r = arith.maximumf %w, %zero : tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

// CHECK-LABEL: @join_by_one_scale(
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<4x8xf8E5M2>
// CHECK:         fp8.dequantize
func.func @join_by_one_scale(%a: tensor<4x6xf8E5M2>, %b: tensor<4x2xf8E5M2>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %a0 = tensor.empty() : tensor<4x6xf32>
  %b0 = tensor.empty() : tensor<4x2xf32>
  %x = fp8.dequantize %a by %s outs(%a0 : tensor<4x6xf32>) : tensor<4x6xf8E5M2>, tensor<f32>
  %y = fp8.dequantize %b by %s outs(%b0 : tensor<4x2xf32>) : tensor<4x2xf8E5M2>, tensor<f32>
  %j = tensor.concat dim(1) %x, %y : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return %j : tensor<4x8xf32>
}

// CHECK-LABEL: @join_between_blocks(
// CHECK-DAG:     %[[C:.*]] = tensor.concat dim(1) {{.*}} -> tensor<4x8xf8E5M2>
// CHECK-DAG:     %[[S:.*]] = tensor.concat dim(1) {{.*}} -> tensor<1x3xf32>
// CHECK:         fp8.dequantize %[[C]] by %[[S]] granularity<block 4x3>
func.func @join_between_blocks(%a: tensor<4x6xf8E5M2>, %s: tensor<1x2xf32>, %b: tensor<4x2xf8E5M2>, %t: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %a0 = tensor.empty() : tensor<4x6xf32>
  %b0 = tensor.empty() : tensor<4x2xf32>
  %x = fp8.dequantize %a by %s granularity<block 4x3> outs(%a0 : tensor<4x6xf32>) : tensor<4x6xf8E5M2>, tensor<1x2xf32>
  %y = fp8.dequantize %b by %t granularity<block 4x3> outs(%b0 : tensor<4x2xf32>) : tensor<4x2xf8E5M2>, tensor<1x1xf32>
  %j = tensor.concat dim(1) %x, %y : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return %j : tensor<4x8xf32>
}

// CHECK-LABEL: @negative_join_two_scales(
// CHECK:         tensor.concat {{.*}} -> tensor<4x8xf32>
func.func @negative_join_two_scales(%a: tensor<4x6xf8E5M2>, %s: tensor<f32>, %b: tensor<4x2xf8E5M2>, %t: tensor<f32>) -> tensor<4x8xf32> {
  %a0 = tensor.empty() : tensor<4x6xf32>
  %b0 = tensor.empty() : tensor<4x2xf32>
  %x = fp8.dequantize %a by %s outs(%a0 : tensor<4x6xf32>) : tensor<4x6xf8E5M2>, tensor<f32>
  %y = fp8.dequantize %b by %t outs(%b0 : tensor<4x2xf32>) : tensor<4x2xf8E5M2>, tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the parts have different scales
  %j = tensor.concat dim(1) %x, %y : (tensor<4x6xf32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return %j : tensor<4x8xf32>
}

// CHECK-LABEL: @negative_join_within_block(
// CHECK:         tensor.concat {{.*}} -> tensor<4x8xf32>
func.func @negative_join_within_block(%a: tensor<4x2xf8E5M2>, %s: tensor<1x1xf32>, %b: tensor<4x6xf8E5M2>, %t: tensor<1x2xf32>) -> tensor<4x8xf32> {
  %a0 = tensor.empty() : tensor<4x2xf32>
  %b0 = tensor.empty() : tensor<4x6xf32>
  %x = fp8.dequantize %a by %s granularity<block 4x3> outs(%a0 : tensor<4x2xf32>) : tensor<4x2xf8E5M2>, tensor<1x1xf32>
  %y = fp8.dequantize %b by %t granularity<block 4x3> outs(%b0 : tensor<4x6xf32>) : tensor<4x6xf8E5M2>, tensor<1x2xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the seam would lie within a granule
  %j = tensor.concat dim(1) %x, %y : (tensor<4x2xf32>, tensor<4x6xf32>) -> tensor<4x8xf32>
  return %j : tensor<4x8xf32>
}

// CHECK-LABEL: @place_at_reader(
// CHECK:         arith.negf
// CHECK-NEXT:    %[[W:.*]] = fp8.dequantize
// CHECK-NEXT:    arith.addf %[[W]]
func.func @place_at_reader(%c: tensor<4x6xf8E5M2>, %s: tensor<f32>, %x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %w0 = tensor.empty() : tensor<4x6xf32>
  %w = fp8.dequantize %c by %s outs(%w0 : tensor<4x6xf32>) : tensor<4x6xf8E5M2>, tensor<f32>
  %n = arith.negf %x : tensor<4x6xf32>
  %y = arith.addf %w, %n : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @merge_transposed_copy(
// CHECK:         %[[Q:.*]] = fp8.quantize
// CHECK-NOT:     fp8.quantize
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[Q]] : tensor<4x6xf8E4M3FN>)
// CHECK:         return %[[Q]], %[[T]]
func.func @merge_transposed_copy(%x: tensor<4x6xf32>, %s: tensor<f32>) -> (tensor<4x6xf8E4M3FN>, tensor<6x4xf8E4M3FN>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %x by %s outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %e = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %d0 = tensor.empty() : tensor<6x4xf8E4M3FN>
  %d = fp8.quantize %t by %s outs(%d0 : tensor<6x4xf8E4M3FN>) : tensor<6x4xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<6x4xf8E4M3FN>
}

// Destinations that differ do not matter, and one amax is measured.
// CHECK-LABEL: @merge_with_amax(
// CHECK:         %[[Q:.*]] = fp8.quantize
// CHECK-NOT:     fp8.quantize
// CHECK:         %[[A:.*]] = fp8.amax
// CHECK:         return %[[Q]], %[[Q]], %[[A]]
func.func @merge_with_amax(%x: tensor<4x6xf32>, %s: tensor<f32>, %c0: tensor<4x6xf8E4M3FN>, %d0: tensor<4x6xf8E4M3FN>, %a0: tensor<f32>) -> (tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>, tensor<f32>) {
  %c = fp8.quantize %x by %s outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %d, %a = fp8.quantize %x by %s with_amax outs(%d0, %a0 : tensor<4x6xf8E4M3FN>, tensor<f32>) : tensor<4x6xf32>, tensor<f32>
  return %c, %d, %a : tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>, tensor<f32>
}

// Equal draws make equal codes.
// CHECK-LABEL: @merge_stochastic(
// CHECK:         %[[Q:.*]] = fp8.quantize
// CHECK:         return %[[Q]], %[[Q]]
func.func @merge_stochastic(%x: tensor<4x6xf32>, %s: tensor<f32>, %seed: i32, %step: i32) -> (tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %d0 = arith.constant dense<0.0> : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %x by %s rounding<stochastic> stream 1 seed %seed step %step outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %d = fp8.quantize %x by %s rounding<stochastic> stream 1 seed %seed step %step outs(%d0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>
}

// CHECK-LABEL: @merge_slice(
// CHECK:         %[[Q:.*]] = fp8.quantize
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[Q]][1, 0] [2, 6]
// CHECK:         return %[[Q]], %[[S]]
func.func @merge_slice(%x: tensor<4x6xf32>, %s: tensor<f32>) -> (tensor<4x6xf8E4M3FN>, tensor<2x6xf8E4M3FN>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %x by %s outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %l = tensor.extract_slice %x[1, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %d0 = tensor.empty() : tensor<2x6xf8E4M3FN>
  %d = fp8.quantize %l by %s outs(%d0 : tensor<2x6xf8E4M3FN>) : tensor<2x6xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<2x6xf8E4M3FN>
}

// CHECK-LABEL: @negative_slice_alone(
// CHECK:         tensor.extract_slice {{.*}} to tensor<2x6xf32>
// CHECK:         fp8.quantize
func.func @negative_slice_alone(%x: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<2x6xf8E4M3FN> {
  %l = tensor.extract_slice %x[1, 0] [2, 6] [1, 1] : tensor<4x6xf32> to tensor<2x6xf32>
  %d0 = tensor.empty() : tensor<2x6xf8E4M3FN>
  // REMARK: [[@LINE+1]]:{{.*}}kept: more than the slice would be quantized
  %d = fp8.quantize %l by %s outs(%d0 : tensor<2x6xf8E4M3FN>) : tensor<2x6xf32>, tensor<f32>
  return %d : tensor<2x6xf8E4M3FN>
}

// CHECK-LABEL: @negative_merge_streams(
// CHECK-COUNT-2: fp8.quantize
func.func @negative_merge_streams(%x: tensor<4x6xf32>, %s: tensor<f32>, %seed: i32, %step: i32) -> (tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %x by %s rounding<stochastic> stream 1 seed %seed step %step outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %d = fp8.quantize %x by %s rounding<stochastic> stream 2 seed %seed step %step outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>
}

// Two micro-batches draw other numbers.
// CHECK-LABEL: @negative_merge_uses(
// CHECK-COUNT-2: fp8.quantize
func.func @negative_merge_uses(%x: tensor<4x6xf32>, %s: tensor<f32>, %seed: i32, %step: i32) -> (tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c = fp8.quantize %x by %s rounding<stochastic> stream 1 use 16 seed %seed step %step outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %d = fp8.quantize %x by %s rounding<stochastic> stream 1 use 17 seed %seed step %step outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<4x6xf8E4M3FN>
}

// CHECK-LABEL: @negative_merge_formats(
// CHECK-COUNT-2: fp8.quantize
func.func @negative_merge_formats(%x: tensor<4x6xf32>, %s: tensor<f32>) -> (tensor<4x6xf8E4M3FN>, tensor<4x6xf8E5M2>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %d0 = tensor.empty() : tensor<4x6xf8E5M2>
  %c = fp8.quantize %x by %s outs(%c0 : tensor<4x6xf8E4M3FN>) : tensor<4x6xf32>, tensor<f32>
  %d = fp8.quantize %x by %s outs(%d0 : tensor<4x6xf8E5M2>) : tensor<4x6xf32>, tensor<f32>
  return %c, %d : tensor<4x6xf8E4M3FN>, tensor<4x6xf8E5M2>
}

// Two amaxes that start from different values are two.
// CHECK-LABEL: @negative_merge_amaxes(
// CHECK-COUNT-2: fp8.quantize
func.func @negative_merge_amaxes(%x: tensor<4x6xf32>, %s: tensor<f32>, %a0: tensor<f32>, %b0: tensor<f32>) -> (tensor<4x6xf8E4M3FN>, tensor<f32>, tensor<4x6xf8E4M3FN>, tensor<f32>) {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c, %a = fp8.quantize %x by %s with_amax outs(%c0, %a0 : tensor<4x6xf8E4M3FN>, tensor<f32>) : tensor<4x6xf32>, tensor<f32>
  %d, %b = fp8.quantize %x by %s with_amax outs(%c0, %b0 : tensor<4x6xf8E4M3FN>, tensor<f32>) : tensor<4x6xf32>, tensor<f32>
  return %c, %a, %d, %b : tensor<4x6xf8E4M3FN>, tensor<f32>, tensor<4x6xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: @drop_amax(
// CHECK:         %[[Q:.*]] = fp8.quantize %{{.*}} by %{{.*}} outs(
// CHECK-NEXT:    return %[[Q]]
func.func @drop_amax(%x: tensor<4x6xf32>, %s: tensor<f32>, %a0: tensor<f32>) -> tensor<4x6xf8E4M3FN> {
  %c0 = tensor.empty() : tensor<4x6xf8E4M3FN>
  %c, %a = fp8.quantize %x by %s with_amax outs(%c0, %a0 : tensor<4x6xf8E4M3FN>, tensor<f32>) : tensor<4x6xf32>, tensor<f32>
  return %c : tensor<4x6xf8E4M3FN>
}
