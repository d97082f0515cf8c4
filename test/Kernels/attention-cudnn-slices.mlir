// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=90" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=remark:

#q = affine_map<(b, h, i, j, d, e) -> (b, i, h, d)>
#k = affine_map<(b, h, i, j, d, e) -> (b, j, h, d)>
#v = affine_map<(b, h, i, j, d, e) -> (b, j, h, e)>
#o = affine_map<(b, h, i, j, d, e) -> (b, i, h, e)>
#row = affine_map<(b, h, i, j, d, e) -> (b, h, i)>
#q3 = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k3 = affine_map<(h, i, j, d, e) -> (j, h, d)>
#v3 = affine_map<(h, i, j, d, e) -> (j, h, e)>
#o3 = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row3 = affine_map<(h, i, j, d, e) -> (h, i)>
#turned = affine_map<(b, h, i, j, d, e) -> (b, h, e, i)>

// Slices at 4, 12 and 20 of rows of 28 elements.
// CHECK-LABEL: @negative_strides
// CHECK-NOT: fp8.attention
// REMARK: [[@LINE+7]]:{{.*}}matmuls and kernels compute this attention: cuDNN takes strides of a multiple of 16 bytes
func.func @negative_strides(%x: tensor<1x128x1x28xbf16>) -> tensor<1x128x1x8xbf16> {
  %q = tensor.extract_slice %x[0, 0, 0, 4] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x28xbf16> to tensor<1x128x1x8xbf16>
  %k = tensor.extract_slice %x[0, 0, 0, 12] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x28xbf16> to tensor<1x128x1x8xbf16>
  %v = tensor.extract_slice %x[0, 0, 0, 20] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x28xbf16> to tensor<1x128x1x8xbf16>
  %t0 = tensor.empty() : tensor<1x128x1x8xbf16>
  %r0 = tensor.empty() : tensor<1x1x128xf32>
  %o:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<1x128x1x8xbf16>, tensor<1x1x128xf32>, tensor<1x1x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<1x128x1x8xbf16>, tensor<1x128x1x8xbf16>, tensor<1x128x1x8xbf16>
  return %o#0 : tensor<1x128x1x8xbf16>
}

// The rows are as long as multiples of 16 bytes, but the first slice starts at 4.
// CHECK-LABEL: @negative_offset
// CHECK-NOT: fp8.attention
// REMARK: [[@LINE+7]]:{{.*}} cuDNN requires slices at multiples of 16 bytes, with strides that are multiples of 16 bytes
func.func @negative_offset(%x: tensor<1x128x1x32xbf16>) -> tensor<1x128x1x8xbf16> {
  %q = tensor.extract_slice %x[0, 0, 0, 4] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x32xbf16> to tensor<1x128x1x8xbf16>
  %k = tensor.extract_slice %x[0, 0, 0, 16] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x32xbf16> to tensor<1x128x1x8xbf16>
  %v = tensor.extract_slice %x[0, 0, 0, 24] [1, 128, 1, 8] [1, 1, 1, 1] : tensor<1x128x1x32xbf16> to tensor<1x128x1x8xbf16>
  %t0 = tensor.empty() : tensor<1x128x1x8xbf16>
  %r0 = tensor.empty() : tensor<1x1x128xf32>
  %o:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<1x128x1x8xbf16>, tensor<1x1x128xf32>, tensor<1x1x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<1x128x1x8xbf16>, tensor<1x128x1x8xbf16>, tensor<1x128x1x8xbf16>
  return %o#0 : tensor<1x128x1x8xbf16>
}

// Slices of one projection, in another shape, and of another slice.
// CHECK-LABEL: @projection
// CHECK: fp8.attention [
func.func @projection(%x: tensor<256x48xbf16>) -> tensor<128x2x8xbf16> {
  %half = tensor.extract_slice %x[128, 0] [128, 48] [1, 1] : tensor<256x48xbf16> to tensor<128x48xbf16>
  %qs = tensor.extract_slice %half[0, 0] [128, 16] [1, 1] : tensor<128x48xbf16> to tensor<128x16xbf16>
  %ks = tensor.extract_slice %half[0, 16] [128, 16] [1, 1] : tensor<128x48xbf16> to tensor<128x16xbf16>
  %vs = tensor.extract_slice %half[0, 32] [128, 16] [1, 1] : tensor<128x48xbf16> to tensor<128x16xbf16>
  %q = tensor.expand_shape %qs [[0], [1, 2]] output_shape [128, 2, 8] : tensor<128x16xbf16> into tensor<128x2x8xbf16>
  %k = tensor.expand_shape %ks [[0], [1, 2]] output_shape [128, 2, 8] : tensor<128x16xbf16> into tensor<128x2x8xbf16>
  %v = tensor.expand_shape %vs [[0], [1, 2]] output_shape [128, 2, 8] : tensor<128x16xbf16> into tensor<128x2x8xbf16>
  %t0 = tensor.empty() : tensor<128x2x8xbf16>
  %r0 = tensor.empty() : tensor<2x128xf32>
  %o:3 = fp8.attention [#q3, #k3, #v3, #o3, #row3, #row3] %q, %k, %v outs(%t0, %r0, %r0 : tensor<128x2x8xbf16>, tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<128x2x8xbf16>, tensor<128x2x8xbf16>, tensor<128x2x8xbf16>
  return %o#0 : tensor<128x2x8xbf16>
}

// An offset of 8 elements of a slice at 4, in another shape.
// CHECK-LABEL: @negative_projection
// CHECK-NOT: fp8.attention
// REMARK: [[@LINE+8]]:{{.*}} cuDNN requires slices at multiples of 16 bytes, with strides that are multiples of 16 bytes
func.func @negative_projection(%x: tensor<128x32xbf16>, %k: tensor<128x2x8xbf16>, %v: tensor<128x2x8xbf16>) -> tensor<128x2x8xbf16> {
  %part = tensor.extract_slice %x[0, 4] [128, 28] [1, 1] : tensor<128x32xbf16> to tensor<128x28xbf16>
  %qs = tensor.extract_slice %part[0, 8] [128, 16] [1, 1] : tensor<128x28xbf16> to tensor<128x16xbf16>
  %q = tensor.expand_shape %qs [[0], [1, 2]] output_shape [128, 2, 8] : tensor<128x16xbf16> into tensor<128x2x8xbf16>
  %t0 = tensor.empty() : tensor<128x2x8xbf16>
  %r0 = tensor.empty() : tensor<2x128xf32>
  %alone = tensor.empty() : tensor<2x128xf32>
  %o:3 = fp8.attention [#q3, #k3, #v3, #o3, #row3, #row3] %q, %k, %v outs(%t0, %r0, %alone : tensor<128x2x8xbf16>, tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<128x2x8xbf16>, tensor<128x2x8xbf16>, tensor<128x2x8xbf16>
  return %o#0 : tensor<128x2x8xbf16>
}

// A result that is inserted at a multiple of 16 bytes.
// CHECK-LABEL: @insertion
// CHECK: fp8.attention [
func.func @insertion(%q: tensor<128x2x8xbf16>, %all: tensor<128x40xbf16>) -> tensor<128x40xbf16> {
  %t0 = tensor.empty() : tensor<128x2x8xbf16>
  %r0 = tensor.empty() : tensor<2x128xf32>
  %o:3 = fp8.attention [#q3, #k3, #v3, #o3, #row3, #row3] %q, %q, %q outs(%t0, %r0, %r0 : tensor<128x2x8xbf16>, tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<128x2x8xbf16>, tensor<128x2x8xbf16>, tensor<128x2x8xbf16>
  %flat = tensor.collapse_shape %o#0 [[0], [1, 2]] : tensor<128x2x8xbf16> into tensor<128x16xbf16>
  %new = tensor.insert_slice %flat into %all[0, 8] [128, 16] [1, 1] : tensor<128x16xbf16> into tensor<128x40xbf16>
  return %new : tensor<128x40xbf16>
}

// CHECK-LABEL: @negative_insertion
// CHECK-NOT: fp8.attention
// REMARK: [[@LINE+4]]:{{.*}} cuDNN requires slices at multiples of 16 bytes, with strides that are multiples of 16 bytes
func.func @negative_insertion(%q: tensor<128x2x8xbf16>, %all: tensor<128x40xbf16>) -> tensor<128x40xbf16> {
  %t0 = tensor.empty() : tensor<128x2x8xbf16>
  %r0 = tensor.empty() : tensor<2x128xf32>
  %o:3 = fp8.attention [#q3, #k3, #v3, #o3, #row3, #row3] %q, %q, %q outs(%t0, %r0, %r0 : tensor<128x2x8xbf16>, tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<128x2x8xbf16>, tensor<128x2x8xbf16>, tensor<128x2x8xbf16>
  %flat = tensor.collapse_shape %o#0 [[0], [1, 2]] : tensor<128x2x8xbf16> into tensor<128x16xbf16>
  %new = tensor.insert_slice %flat into %all[0, 4] [128, 16] [1, 1] : tensor<128x16xbf16> into tensor<128x40xbf16>
  return %new : tensor<128x40xbf16>
}

// Rows of 20 elements after the concatenation.
// CHECK-LABEL: @negative_concat
// CHECK-NOT: fp8.attention
// REMARK: [[@LINE+4]]:{{.*}} cuDNN requires slices at multiples of 16 bytes, with strides that are multiples of 16 bytes
func.func @negative_concat(%q: tensor<128x2x8xbf16>, %first: tensor<128x4xbf16>) -> tensor<128x20xbf16> {
  %t0 = tensor.empty() : tensor<128x2x8xbf16>
  %r0 = tensor.empty() : tensor<2x128xf32>
  %o:3 = fp8.attention [#q3, #k3, #v3, #o3, #row3, #row3] %q, %q, %q outs(%t0, %r0, %r0 : tensor<128x2x8xbf16>, tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<128x2x8xbf16>, tensor<128x2x8xbf16>, tensor<128x2x8xbf16>
  %flat = tensor.collapse_shape %o#0 [[0], [1, 2]] : tensor<128x2x8xbf16> into tensor<128x16xbf16>
  %new = tensor.concat dim(1) %first, %flat : (tensor<128x4xbf16>, tensor<128x16xbf16>) -> tensor<128x20xbf16>
  return %new : tensor<128x20xbf16>
}

// Attention of f32 is decomposed: no transpose follows it.
// CHECK-LABEL: @negative_turned
// CHECK-NOT: fp8.attention
// CHECK-NOT: linalg.transpose
// CHECK-NOT: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%{{.*}} : tensor<1x1x128x8xf32>) outs(%{{.*}} : tensor<1x1x8x128xf32>)
// CHECK: return
// REMARK: [[@LINE+4]]:{{.*}}matmuls and kernels compute this attention: cuDNN computes attention of bf16
func.func @negative_turned(%q: tensor<1x128x1x8xf32>) -> tensor<1x1x8x128xf32> {
  %t0 = tensor.empty() : tensor<1x1x8x128xf32>
  %r0 = tensor.empty() : tensor<1x1x128xf32>
  %o:3 = fp8.attention [#q, #k, #v, #turned, #row, #row] %q, %q, %q outs(%t0, %r0, %r0 : tensor<1x1x8x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<1x128x1x8xf32>, tensor<1x128x1x8xf32>, tensor<1x128x1x8xf32>
  return %o#0 : tensor<1x1x8x128xf32>
}
