// RUN: fp8-opt %s --fp8-bufferize-kernels --split-input-file | FileCheck %s

// The gradients of queries, keys and values are computed in one buffer.

#q = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k = affine_map<(h, i, j, d, e) -> (j, h, d)>
#v = affine_map<(h, i, j, d, e) -> (j, h, e)>
#o = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row = affine_map<(h, i, j, d, e) -> (h, i)>

// CHECK-LABEL: func.func @gradients
// CHECK: %[[ALL:.*]] = memref.alloc() {{.*}}: memref<16x3x2x8xbf16>
// CHECK-DAG: %[[Q:.*]] = memref.subview %[[ALL]][0, 0, 0, 0] [16, 1, 2, 8]
// CHECK-DAG: %[[K:.*]] = memref.subview %[[ALL]][0, 1, 0, 0] [16, 1, 2, 8]
// CHECK-DAG: %[[V:.*]] = memref.subview %[[ALL]][0, 2, 0, 0] [16, 1, 2, 8]
// CHECK-DAG: %[[DQ:.*]] = memref.collapse_shape %[[Q]]
// CHECK-DAG: %[[DK:.*]] = memref.collapse_shape %[[K]]
// CHECK-DAG: %[[DV:.*]] = memref.collapse_shape %[[V]]
// CHECK: fp8.attention_backward {{.*}} outs(%[[DQ]], %[[DK]], %[[DV]] : memref<16x2x8xbf16, strided<[48, 8, 1]>>, memref<16x2x8xbf16, strided<[48, 8, 1], offset: 16>>, memref<16x2x8xbf16, strided<[48, 8, 1], offset: 32>>)
// CHECK-NOT: memref.copy
// CHECK: return %[[ALL]]
func.func @gradients(%x: tensor<16x2x8xbf16> {bufferization.writable = false}, %rows: tensor<2x16xf32> {bufferization.writable = false}) -> tensor<16x3x2x8xbf16> {
  %e = tensor.empty() : tensor<16x2x8xbf16>
  %all = tensor.empty() : tensor<16x3x2x8xbf16>
  %d:3 = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %x, %x, %x, %x max %rows sum %rows grad %x outs(%e, %e, %e : tensor<16x2x8xbf16>, tensor<16x2x8xbf16>, tensor<16x2x8xbf16>) {
  ^bb0(%score: f32, %h: index, %row: index, %key: index):
    %one = arith.constant 1.0 : f32
    fp8.yield %score, %one : f32, f32
  } : tensor<16x2x8xbf16>, tensor<16x2x8xbf16>, tensor<16x2x8xbf16>, tensor<16x2x8xbf16>, tensor<2x16xf32>, tensor<2x16xf32>, tensor<16x2x8xbf16>
  %q = tensor.expand_shape %d#0 [[0], [1, 2], [3]] output_shape [16, 1, 2, 8] : tensor<16x2x8xbf16> into tensor<16x1x2x8xbf16>
  %k = tensor.expand_shape %d#1 [[0], [1, 2], [3]] output_shape [16, 1, 2, 8] : tensor<16x2x8xbf16> into tensor<16x1x2x8xbf16>
  %v = tensor.expand_shape %d#2 [[0], [1, 2], [3]] output_shape [16, 1, 2, 8] : tensor<16x2x8xbf16> into tensor<16x1x2x8xbf16>
  %0 = tensor.insert_slice %q into %all[0, 0, 0, 0] [16, 1, 2, 8] [1, 1, 1, 1] : tensor<16x1x2x8xbf16> into tensor<16x3x2x8xbf16>
  %1 = tensor.insert_slice %k into %0[0, 1, 0, 0] [16, 1, 2, 8] [1, 1, 1, 1] : tensor<16x1x2x8xbf16> into tensor<16x3x2x8xbf16>
  %2 = tensor.insert_slice %v into %1[0, 2, 0, 0] [16, 1, 2, 8] [1, 1, 1, 1] : tensor<16x1x2x8xbf16> into tensor<16x3x2x8xbf16>
  return %2 : tensor<16x3x2x8xbf16>
}

// -----

#q = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k = affine_map<(h, i, j, d, e) -> (j, h, d)>
#v = affine_map<(h, i, j, d, e) -> (j, h, e)>
#o = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row = affine_map<(h, i, j, d, e) -> (h, i)>

// Offsets of 8 bytes, and rows of 40 bytes: the results are copied. The result
// of the forward pass at 8 elements of rows of 48 bytes is not copied.
// CHECK-LABEL: func.func @negative_alignment
// CHECK: fp8.attention {{.*}} outs(%{{[^,]*}}, %[[MAX:[^,]*]], %{{[^ ]*}} : memref<16x1x8xbf16>, memref<1x16xf32>, memref<1x16xf32>)
// CHECK: memref.copy
// CHECK: fp8.attention {{.*}} outs(%{{.*}} : memref<16x1x8xbf16, strided<[24, 24, 1], offset: 8>>, memref<1x16xf32>, memref<1x16xf32>)
// CHECK: memref.copy
// CHECK: return
func.func @negative_alignment(%x: tensor<16x1x8xbf16> {bufferization.writable = false}) -> (tensor<16x1x20xbf16>, tensor<16x1x24xbf16>, tensor<2x16xf32>) {
  %e = tensor.empty() : tensor<16x1x8xbf16>
  %r = tensor.empty() : tensor<1x16xf32>
  %odd = tensor.empty() : tensor<16x1x20xbf16>
  %even = tensor.empty() : tensor<16x1x24xbf16>
  %maxima = tensor.empty() : tensor<2x16xf32>
  %a:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %x, %x, %x outs(%e, %r, %r : tensor<16x1x8xbf16>, tensor<1x16xf32>, tensor<1x16xf32>) {
  ^bb0(%score: f32, %h: index, %row: index, %key: index):
    fp8.yield %score : f32
  } : tensor<16x1x8xbf16>, tensor<16x1x8xbf16>, tensor<16x1x8xbf16>
  %0 = tensor.insert_slice %a#0 into %odd[0, 0, 4] [16, 1, 8] [1, 1, 1] : tensor<16x1x8xbf16> into tensor<16x1x20xbf16>
  %b:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %x, %x, %x outs(%e, %r, %r : tensor<16x1x8xbf16>, tensor<1x16xf32>, tensor<1x16xf32>) {
  ^bb0(%score: f32, %h: index, %row: index, %key: index):
    fp8.yield %score : f32
  } : tensor<16x1x8xbf16>, tensor<16x1x8xbf16>, tensor<16x1x8xbf16>
  %1 = tensor.insert_slice %b#0 into %even[0, 0, 8] [16, 1, 8] [1, 1, 1] : tensor<16x1x8xbf16> into tensor<16x1x24xbf16>
  %2 = tensor.insert_slice %b#1 into %maxima[0, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<2x16xf32>
  return %0, %1, %2 : tensor<16x1x20xbf16>, tensor<16x1x24xbf16>, tensor<2x16xf32>
}

// -----

#q = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k = affine_map<(h, i, j, d, e) -> (j, h, d)>
#v = affine_map<(h, i, j, d, e) -> (j, h, e)>
#o = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row = affine_map<(h, i, j, d, e) -> (h, i)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// A matmul reads the result that is inserted, and needs rows of one stride.
// CHECK-LABEL: func.func @negative_matmul
// CHECK: fp8.attention {{.*}} : memref<16x2x8xbf16>, memref<2x16xf32>, memref<2x16xf32>)
// CHECK: memref.copy
// CHECK: fp8.gemm
func.func @negative_matmul(%x: tensor<16x2x8xbf16> {bufferization.writable = false}, %w: tensor<16x16xbf16> {bufferization.writable = false}) -> (tensor<16x3x2x8xbf16>, tensor<16x16xbf16>) {
  %e = tensor.empty() : tensor<16x2x8xbf16>
  %f = tensor.empty() : tensor<16x16xbf16>
  %r = tensor.empty() : tensor<2x16xf32>
  %all = tensor.empty() : tensor<16x3x2x8xbf16>
  %a:3 = fp8.attention [#q, #k, #v, #o, #row, #row] %x, %x, %x outs(%e, %r, %r : tensor<16x2x8xbf16>, tensor<2x16xf32>, tensor<2x16xf32>) {
  ^bb0(%score: f32, %h: index, %row: index, %key: index):
    fp8.yield %score : f32
  } : tensor<16x2x8xbf16>, tensor<16x2x8xbf16>, tensor<16x2x8xbf16>
  %0 = tensor.insert_slice %a#0 into %all[0, 1, 0, 0] [16, 1, 2, 8] [1, 1, 1, 1] : tensor<16x2x8xbf16> into tensor<16x3x2x8xbf16>
  %flat = tensor.collapse_shape %a#0 [[0], [1, 2]] : tensor<16x2x8xbf16> into tensor<16x16xbf16>
  %y = fp8.gemm [#lhs, #rhs, #out] %flat, %w outs(%f : tensor<16x16xbf16>) : tensor<16x16xbf16>, tensor<16x16xbf16>
  return %0, %y : tensor<16x3x2x8xbf16>, tensor<16x16xbf16>
}
