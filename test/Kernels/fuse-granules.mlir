// RUN: fp8-opt %s --fp8-fuse-pipeline --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-cpu-pipeline --split-input-file | FileCheck %s --check-prefix=PLANNED

// A bias, the amax of each granule, its scale, the codes and the amax of the
// tensor: one kernel, that reads and writes the tensors as they are.
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @producer
// CHECK: fp8.kernel "quantize" ins(%{{.*}}, %{{.*}} : tensor<64x256xf32>, tensor<256xf32>) outs({{.*}} : {{.*}}tensor<64x256xf8E4M3FN>
// CHECK: tensor.expand_shape
// CHECK: tensor.collapse_shape
// CHECK: fp8.kernel_yield
// CHECK-NOT: fp8.kernel "
// CHECK-NOT: _shape
// CHECK: return
// PLANNED-LABEL: func.func @producer
// PLANNED-COUNT-1: fp8.launch
// PLANNED-NOT: fp8.launch
// PLANNED: return
func.func @producer(%x: tensor<64x256xf32>, %bias: tensor<256xf32>) -> (tensor<64x256xf8E4M3FN>, tensor<64x2xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %bias : tensor<64x256xf32>, tensor<256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %b: f32, %unused: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<64x256xf32>
  %c = tensor.empty() : tensor<64x256xf8E4M3FN>
  %s = tensor.empty() : tensor<64x2xf32>
  %m = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%m : tensor<f32>) -> tensor<f32>
  %q:3 = fp8.quantize %y granularity<block 1x128> with_amax outs(%c, %s, %none : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>, tensor<f32>) : tensor<64x256xf32>
  return %q#0, %q#1, %q#2 : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>, tensor<f32>
}

// -----

// Granules along rows and granules along columns split both dimensions: one
// kernel, one read.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK: fp8.kernel "quantize" ins(%{{.*}} : tensor<64x96xf32>)
// CHECK-NOT: fp8.kernel "
// CHECK: return
// PLANNED-LABEL: func.func @rows_and_columns
// PLANNED-COUNT-1: fp8.launch
// PLANNED-NOT: fp8.launch
// PLANNED: return
func.func @rows_and_columns(%x: tensor<64x96xf32>) -> (tensor<64x96xf8E4M3FN>, tensor<64x3xf8E8M0FNU>, tensor<64x96xf8E4M3FN>, tensor<2x96xf32>) {
  %c = tensor.empty() : tensor<64x96xf8E4M3FN>
  %r = tensor.empty() : tensor<64x3xf8E8M0FNU>
  %s = tensor.empty() : tensor<2x96xf32>
  %rows:2 = fp8.quantize %x granularity<mx> outs(%c, %r : tensor<64x96xf8E4M3FN>, tensor<64x3xf8E8M0FNU>) : tensor<64x96xf32>
  %columns:2 = fp8.quantize %x granularity<block 32x1> outs(%c, %s : tensor<64x96xf8E4M3FN>, tensor<2x96xf32>) : tensor<64x96xf32>
  return %rows#0, %rows#1, %columns#0, %columns#1 : tensor<64x96xf8E4M3FN>, tensor<64x3xf8E8M0FNU>, tensor<64x96xf8E4M3FN>, tensor<2x96xf32>
}

// -----

// The last granule of each row is shorter.
// CHECK-LABEL: func.func @tails
// CHECK: fp8.kernel "quantize" ins(%{{.*}} : tensor<33x70xf32>)
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @tails(%x: tensor<33x70xf32>) -> (tensor<33x70xf8E5M2>, tensor<3x3xf32>) {
  %c = tensor.empty() : tensor<33x70xf8E5M2>
  %s = tensor.empty() : tensor<3x3xf32>
  %q:2 = fp8.quantize %x granularity<block 16x32> outs(%c, %s : tensor<33x70xf8E5M2>, tensor<3x3xf32>) : tensor<33x70xf32>
  return %q#0, %q#1 : tensor<33x70xf8E5M2>, tensor<3x3xf32>
}

// -----

// Groups of 25 and of 20 do not nest: two kernels.
// CHECK-LABEL: func.func @negative_groups_do_not_nest
// CHECK-COUNT-2: fp8.kernel "quantize"
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @negative_groups_do_not_nest(%x: tensor<8000xf32>) -> (tensor<8000xf8E4M3FN>, tensor<320xf32>, tensor<8000xf8E4M3FN>, tensor<400xf32>) {
  %c = tensor.empty() : tensor<8000xf8E4M3FN>
  %s = tensor.empty() : tensor<320xf32>
  %t = tensor.empty() : tensor<400xf32>
  %a:2 = fp8.quantize %x granularity<group 25> outs(%c, %s : tensor<8000xf8E4M3FN>, tensor<320xf32>) : tensor<8000xf32>
  %b:2 = fp8.quantize %x granularity<group 20> outs(%c, %t : tensor<8000xf8E4M3FN>, tensor<400xf32>) : tensor<8000xf32>
  return %a#0, %a#1, %b#0, %b#1 : tensor<8000xf8E4M3FN>, tensor<320xf32>, tensor<8000xf8E4M3FN>, tensor<400xf32>
}

// -----

// A granule that is the tensor: no code is known before the whole amax is.
// CHECK-LABEL: func.func @negative_one_granule
// CHECK-COUNT-2: fp8.kernel "
// CHECK: return
func.func @negative_one_granule(%x: tensor<128x128xf32>) -> (tensor<128x128xf8E4M3FN>, tensor<1x1xf32>) {
  %c = tensor.empty() : tensor<128x128xf8E4M3FN>
  %s = tensor.empty() : tensor<1x1xf32>
  %q:2 = fp8.quantize %x granularity<block 128x128> outs(%c, %s : tensor<128x128xf8E4M3FN>, tensor<1x1xf32>) : tensor<128x128xf32>
  return %q#0, %q#1 : tensor<128x128xf8E4M3FN>, tensor<1x1xf32>
}

// -----

// The slice is a view whose first two dimensions are not one in memory, so that
// the columns of a block would be reduced over two dimensions: the kernel that
// reads it has rows alone.
// CHECK-LABEL: func.func @slice_is_no_matrix
// CHECK: tensor.extract_slice
// CHECK: fp8.kernel "quantize"
// CHECK: fp8.kernel "quantize"
// CHECK: return
// PLANNED-LABEL: func.func @slice_is_no_matrix
// PLANNED-COUNT-2: fp8.launch
func.func @slice_is_no_matrix(%x: tensor<4x16x64xf32>, %t: tensor<4x17xf32>) -> (tensor<64x64xf8E5M2>, tensor<64x1xf32>, tensor<64x64xf8E5M2>, tensor<1x64xf32>) {
  %slice = tensor.extract_slice %t[0, 1] [4, 16] [1, 1] : tensor<4x17xf32> to tensor<4x16xf32>
  %empty = tensor.empty() : tensor<4x16x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, t, c) -> (b, t, c)>, affine_map<(b, t, c) -> (b, t)>, affine_map<(b, t, c) -> (b, t, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %slice : tensor<4x16x64xf32>, tensor<4x16xf32>) outs(%empty : tensor<4x16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x16x64xf32>
  %flat = tensor.collapse_shape %y [[0, 1], [2]] : tensor<4x16x64xf32> into tensor<64x64xf32>
  %c = tensor.empty() : tensor<64x64xf8E5M2>
  %r = tensor.empty() : tensor<64x1xf32>
  %s = tensor.empty() : tensor<1x64xf32>
  %rows:2 = fp8.quantize %flat granularity<block 1x64> outs(%c, %r : tensor<64x64xf8E5M2>, tensor<64x1xf32>) : tensor<64x64xf32>
  %columns:2 = fp8.quantize %flat granularity<block 64x1> outs(%c, %s : tensor<64x64xf8E5M2>, tensor<1x64xf32>) : tensor<64x64xf32>
  return %rows#0, %rows#1, %columns#0, %columns#1 : tensor<64x64xf8E5M2>, tensor<64x1xf32>, tensor<64x64xf8E5M2>, tensor<1x64xf32>
}
