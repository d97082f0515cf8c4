// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=90"

#q = affine_map<(i, j, d, e) -> (i, d)>
#k = affine_map<(i, j, d, e) -> (j, d)>
#v = affine_map<(i, j, d, e) -> (j, e)>
#o = affine_map<(i, j, d, e) -> (i, e)>
#row = affine_map<(i, j, d, e) -> (i)>

// Buffers cannot be decomposed.
func.func @negative_type(%q: memref<128x8xf32>, %o: memref<128x8xf32>, %max: memref<128xf32>, %sum: memref<128xf32>) {
  // expected-error @below {{unsupported attention on buffers: cuDNN computes attention of bf16}}
  // expected-note @below {{attention in Scaled form becomes matmuls and kernels}}
  fp8.attention [#q, #k, #v, #o, #row, #row] %q, %q, %q outs(%o, %max, %sum : memref<128x8xf32>, memref<128xf32>, memref<128xf32>) {
  ^bb0(%s: f32, %i: index, %j: index):
    fp8.yield %s : f32
  } : memref<128x8xf32>, memref<128x8xf32>, memref<128x8xf32>
  return
}

// -----

#q = affine_map<(i, j, d, e) -> (i, d)>
#k = affine_map<(i, j, d, e) -> (j, d)>
#v = affine_map<(i, j, d, e) -> (j, e)>
#o = affine_map<(i, j, d, e) -> (i, e)>
#row = affine_map<(i, j, d, e) -> (i)>

func.func @negative_offset(%q: memref<128x8xbf16, strided<[8, 1], offset: 4>>, %k: memref<128x8xbf16>, %o: memref<128x8xbf16>, %max: memref<128xf32>, %sum: memref<128xf32>) {
  // expected-error @below {{unsupported attention on buffers: cuDNN requires slices at multiples of 16 bytes, with strides that are multiples of 16 bytes}}
  // expected-note @below {{attention in Scaled form becomes matmuls and kernels}}
  fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %k outs(%o, %max, %sum : memref<128x8xbf16>, memref<128xf32>, memref<128xf32>) {
  ^bb0(%s: f32, %i: index, %j: index):
    fp8.yield %s : f32
  } : memref<128x8xbf16, strided<[8, 1], offset: 4>>, memref<128x8xbf16>, memref<128x8xbf16>
  return
}

// -----

#q = affine_map<(i, j, d, e) -> (i, d)>
#k = affine_map<(i, j, d, e) -> (j, d)>
#v = affine_map<(i, j, d, e) -> (j, e)>
#o = affine_map<(i, j, d, e) -> (i, e)>
#row = affine_map<(i, j, d, e) -> (i)>

// The forward pass writes other maxima and sums.
func.func @negative_pair(%q: memref<128x8xbf16>, %o: memref<128x8xbf16>, %max: memref<128xf32>, %sum: memref<128xf32>, %other: memref<128xf32>, %dq: memref<128x8xbf16>, %dk: memref<128x8xbf16>, %dv: memref<128x8xbf16>) {
  fp8.attention [#q, #k, #v, #o, #row, #row] %q, %q, %q outs(%o, %other, %sum : memref<128x8xbf16>, memref<128xf32>, memref<128xf32>) {
  ^bb0(%s: f32, %i: index, %j: index):
    fp8.yield %s : f32
  } : memref<128x8xbf16>, memref<128x8xbf16>, memref<128x8xbf16>
  // expected-error @below {{unsupported attention on buffers: cuDNN does not compute its forward pass}}
  // expected-note @below {{attention in Scaled form becomes matmuls and kernels}}
  fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %q, %q, %o max %max sum %sum grad %o outs(%dq, %dk, %dv : memref<128x8xbf16>, memref<128x8xbf16>, memref<128x8xbf16>) {
  ^bb0(%s: f32, %i: index, %j: index):
    %one = arith.constant 1.0 : f32
    fp8.yield %s, %one : f32, f32
  } : memref<128x8xbf16>, memref<128x8xbf16>, memref<128x8xbf16>, memref<128x8xbf16>, memref<128xf32>, memref<128xf32>, memref<128x8xbf16>
  return
}
