// Calls of cuDNN on buffers stay, as other calls do.

// RUN: fp8-opt %s --fp8-gpu-pipeline="attention=library has-attention=true cudnn-capability=90" -o %t.planned
// RUN: fp8-opt %t.planned --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=90" | FileCheck %s

#q = affine_map<(b, h, i, j, d, e) -> (b, h, i, d)>
#k = affine_map<(b, h, i, j, d, e) -> (b, h, j, d)>
#v = affine_map<(b, h, i, j, d, e) -> (b, h, j, e)>
#o = affine_map<(b, h, i, j, d, e) -> (b, h, i, e)>
#row = affine_map<(b, h, i, j, d, e) -> (b, h, i)>

// CHECK-LABEL: @gradients
// CHECK: fp8.attention [
// CHECK: fp8.attention_backward [
func.func @gradients(%q: tensor<1x2x128x8xbf16>, %k: tensor<1x2x128x8xbf16>, %v: tensor<1x2x128x8xbf16>, %grad: tensor<1x2x128x8xbf16>) -> (tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>) {
  %t0 = tensor.empty() : tensor<1x2x128x8xbf16>
  %r0 = tensor.empty() : tensor<1x2x128xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<1x2x128x8xbf16>, tensor<1x2x128xf32>, tensor<1x2x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    fp8.yield %s : f32
  } : tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %one = arith.constant 1.0 : f32
    fp8.yield %s, %one : f32, f32
  } : tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128xf32>, tensor<1x2x128xf32>, tensor<1x2x128x8xbf16>
  return %dq, %dk, %dv : tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>, tensor<1x2x128x8xbf16>
}
