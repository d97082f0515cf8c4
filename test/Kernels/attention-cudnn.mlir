// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=90" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=75" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library cudnn-capability=103 cudnn-ordered=true" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=ORDERED

// OLD-COUNT-12: matmuls and kernels compute this attention: cuDNN computes it on chips of compute capability 8.0 and later
// ORDERED-COUNT-6: the gradients of cuDNN may differ between runs on chips of compute capability 10.x

#q = affine_map<(b, h, i, j, d, e) -> (b, i, h, d)>
#k = affine_map<(b, h, i, j, d, e) -> (b, j, h, d)>
#v = affine_map<(b, h, i, j, d, e) -> (b, j, h, e)>
#o = affine_map<(b, h, i, j, d, e) -> (b, i, h, e)>
#row = affine_map<(b, h, i, j, d, e) -> (b, h, i)>
#turned = affine_map<(b, h, i, j, d, e) -> (b, h, e, i)>

// A scale and a causal mask: both passes stay.
// CHECK-LABEL: @causal
// CHECK: fp8.attention [
// CHECK: fp8.attention_backward [
func.func @causal(%q: tensor<2x128x3x64xbf16>, %k: tensor<2x128x3x64xbf16>, %v: tensor<2x128x3x64xbf16>, %grad: tensor<2x128x3x64xbf16>) -> (tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x128x3x64xbf16>
  %r0 = tensor.empty() : tensor<2x3x128xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    fp8.yield %t : f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    %zero = arith.constant 0.0 : f32
    %g = arith.select %past, %scale, %zero : f32
    fp8.yield %t, %g : f32, f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>, tensor<2x128x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
}

// A backward pass of 96 rows.
// CHECK-LABEL: @negative_rows
// CHECK: fp8.attention [
// CHECK-NOT: fp8.attention_backward
// REMARK: matmuls and kernels compute this attention: the gradients of cuDNN take a multiple of 128 rows
func.func @negative_rows(%q: tensor<2x96x3x64xbf16>, %k: tensor<2x96x3x64xbf16>, %v: tensor<2x96x3x64xbf16>, %grad: tensor<2x96x3x64xbf16>) -> (tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x96x3x64xbf16>
  %r0 = tensor.empty() : tensor<2x3x96xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<2x96x3x64xbf16>, tensor<2x3x96xf32>, tensor<2x3x96xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    fp8.yield %t : f32
  } : tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    %zero = arith.constant 0.0 : f32
    %g = arith.select %past, %scale, %zero : f32
    fp8.yield %t, %g : f32, f32
  } : tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x3x96xf32>, tensor<2x3x96xf32>, tensor<2x96x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>
}

// A backward pass of 96 keys.
// CHECK-LABEL: @negative_keys
// CHECK: fp8.attention [
// CHECK-NOT: fp8.attention_backward
// REMARK: matmuls and kernels compute this attention: the gradients of cuDNN take a multiple of 128 keys
func.func @negative_keys(%q: tensor<2x128x3x64xbf16>, %k: tensor<2x96x3x64xbf16>, %v: tensor<2x96x3x64xbf16>, %grad: tensor<2x128x3x64xbf16>) -> (tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x128x3x64xbf16>
  %t1 = tensor.empty() : tensor<2x96x3x64xbf16>
  %r0 = tensor.empty() : tensor<2x3x128xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    fp8.yield %t : f32
  } : tensor<2x128x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t1, %t1 : tensor<2x128x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    %zero = arith.constant 0.0 : f32
    %g = arith.select %past, %scale, %zero : f32
    fp8.yield %t, %g : f32, f32
  } : tensor<2x128x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>, tensor<2x128x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x96x3x64xbf16>, tensor<2x96x3x64xbf16>
}

// A mask of -1e4 is no exclusion.
// CHECK-LABEL: @negative_fill
// CHECK-NOT: fp8.attention
// REMARK: its masked scores are above -1e8
// REMARK: its masked scores are above -1e8
func.func @negative_fill(%q: tensor<2x128x3x64xbf16>, %k: tensor<2x128x3x64xbf16>, %v: tensor<2x128x3x64xbf16>, %grad: tensor<2x128x3x64xbf16>) -> (tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x128x3x64xbf16>
  %r0 = tensor.empty() : tensor<2x3x128xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e4 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    fp8.yield %t : f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e4 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    %zero = arith.constant 0.0 : f32
    %g = arith.select %past, %scale, %zero : f32
    fp8.yield %t, %g : f32, f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>, tensor<2x128x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
}

// Maxima and sums that another function computed.
// CHECK-LABEL: @negative_pair
// CHECK: fp8.attention [
// CHECK-NOT: fp8.attention_backward
// REMARK: cuDNN does not compute its forward pass
func.func @negative_pair(%q: tensor<2x128x3x64xbf16>, %k: tensor<2x128x3x64xbf16>, %v: tensor<2x128x3x64xbf16>, %grad: tensor<2x128x3x64xbf16>, %max: tensor<2x3x128xf32>, %sum: tensor<2x3x128xf32>) -> (tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x128x3x64xbf16>
  %r0 = tensor.empty() : tensor<2x3x128xf32>
  %o, %m, %l = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t0, %r0, %r0 : tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    fp8.yield %t : f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %u = arith.mulf %s, %scale : f32
    %t = arith.select %past, %u, %fill : f32
    %zero = arith.constant 0.0 : f32
    %g = arith.select %past, %scale, %zero : f32
    fp8.yield %t, %g : f32, f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>, tensor<2x128x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
}

// Heads of the output are not adjacent: a transpose follows, which the backward
// pass does not read.
// CHECK-LABEL: @turned
// CHECK: %[[O3:.*]]:3 = fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x3x128x64xbf16>,
// CHECK: %[[TURNED:.*]] = linalg.transpose ins(%[[O3]]#0 : tensor<2x3x128x64xbf16>) outs(%{{.*}} : tensor<2x3x64x128xbf16>) permutation = [0, 1, 3, 2]
// CHECK: fp8.attention_backward [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}}, %[[O3]]#0 max %[[O3]]#1 sum %[[O3]]#2
// CHECK: return %[[TURNED]],
func.func @turned(%q: tensor<2x128x3x64xbf16>, %k: tensor<2x128x3x64xbf16>, %v: tensor<2x128x3x64xbf16>, %grad: tensor<2x128x3x64xbf16>) -> (tensor<2x3x64x128xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  %t0 = tensor.empty() : tensor<2x128x3x64xbf16>
  %o0 = tensor.empty() : tensor<2x3x64x128xbf16>
  %r0 = tensor.empty() : tensor<2x3x128xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #turned, #row, #row] %q, %k, %v outs(%o0, %r0, %r0 : tensor<2x3x64x128xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %t = arith.mulf %s, %scale : f32
    fp8.yield %t : f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #turned, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t0, %t0, %t0 : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant 0.125 : f32
    %t = arith.mulf %s, %scale : f32
    fp8.yield %t, %scale : f32, f32
  } : tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x3x64x128xbf16>, tensor<2x3x128xf32>, tensor<2x3x128xf32>, tensor<2x128x3x64xbf16>
  return %o, %dq, %dk, %dv : tensor<2x3x64x128xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>, tensor<2x128x3x64xbf16>
}
