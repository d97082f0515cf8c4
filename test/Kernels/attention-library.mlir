// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=library has-attention=false" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %s --fp8-decompose="keep-for-kernels=true attention=kernels" --remarks-filter-missed=fp8-decompose --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=KERNELS --implicit-check-not=fp8.attention --implicit-check-not=remark

// The target has no attention: each op has a remark.
// NONE-COUNT-8: matmuls and kernels compute this attention: the runtime of the target has no attention
// KERNELS-LABEL: @supported
// KERNELS: fp8.contract

#q = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k = affine_map<(h, i, j, d, e) -> (j, h, d)>
#v = affine_map<(h, i, j, d, e) -> (j, h, e)>
#o = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row = affine_map<(h, i, j, d, e) -> (h, i)>
#pair = affine_map<(h, i, j, d, e) -> (i, j)>
#key = affine_map<(h, i, j, d, e) -> (j)>

// A mask, a bias, a cap and a factor stay, with the math of the region.
// CHECK-LABEL: @supported
// CHECK:       fp8.attention [
// CHECK:         math.tanh
// CHECK:         fp8.yield
func.func @supported(%q: tensor<7x3x4xbf16>, %k: tensor<5x3x4xbf16>, %v: tensor<5x3x2xbf16>, %bias: tensor<7x5xbf16>, %kept: tensor<5xi1>) -> tensor<7x3x2xf32> {
  %o0 = tensor.empty() : tensor<7x3x2xf32>
  %row0 = tensor.empty() : tensor<3x7xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #pair, #key, #o, #row, #row] %q, %k, %v captured(%bias, %kept : tensor<7x5xbf16>, tensor<5xi1>) outs(%o0, %row0, %row0 : tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index, %b: bf16, %keep: i1):
    %cap = arith.constant 2.5 : f32
    %two = arith.constant 2.0 : f32
    %zero = arith.constant 0.0 : f32
    %fill = arith.constant 0xFF800000 : f32
    %wide = arith.extf %b : bf16 to f32
    %t0 = arith.divf %s, %cap : f32
    %t1 = math.tanh %t0 : f32
    %t2 = arith.mulf %t1, %cap : f32
    %t3 = arith.addf %t2, %wide : f32
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %past = arith.cmpi sge, %i32, %j32 : i32
    %t = arith.select %past, %t3, %fill : f32
    %f = arith.select %keep, %two, %zero : f32
    fp8.yield %t, %f : f32, f32
  } : tensor<7x3x4xbf16>, tensor<5x3x4xbf16>, tensor<5x3x2xbf16>
  return %o : tensor<7x3x2xf32>
}

// The gradients of one head may be those of keys of its own.
// CHECK-LABEL: @gradients
// CHECK:       fp8.attention_backward [
func.func @gradients(%q: tensor<7x3x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>, %o: tensor<7x3x2xf32>, %max: tensor<3x7xf32>, %sum: tensor<3x7xf32>, %grad: tensor<7x3x2xf32>) -> (tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>) {
  %dq0 = tensor.empty() : tensor<7x3x4xf32>
  %dk0 = tensor.empty() : tensor<5x3x4xf32>
  %dv0 = tensor.empty() : tensor<5x3x2xf32>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%dq0, %dk0, %dv0 : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %one = arith.constant 1.0 : f32
    fp8.yield %s, %one : f32, f32
  } : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>, tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<7x3x2xf32>
  return %dq, %dk, %dv : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
}

// CHECK-LABEL: @sine
// CHECK-NOT:   fp8.attention
// CHECK:       math.sin
// REMARK: attention-library.mlir:[[#@LINE+7]]:{{.*}}matmuls and kernels compute this attention: its scores contain 'math.sin' of types or values that the runtime does not support
func.func @sine(%q: tensor<7x3x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>) -> tensor<7x3x2xf32> {
  %o0 = tensor.empty() : tensor<7x3x2xf32>
  %row0 = tensor.empty() : tensor<3x7xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%o0, %row0, %row0 : tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    // Functions other than exp and tanh are kernels.
    %t = math.sin %s : f32
    fp8.yield %t : f32
  } : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
  return %o : tensor<7x3x2xf32>
}

// An op with two results.
// CHECK-LABEL: @two_results
// CHECK-NOT:   fp8.attention
// REMARK: its scores contain 'math.sincos' of types or values
func.func @two_results(%q: tensor<7x3x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>, %bias: tensor<5xf32>) -> tensor<7x3x2xf32> {
  %o0 = tensor.empty() : tensor<7x3x2xf32>
  %row0 = tensor.empty() : tensor<3x7xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #key, #o, #row, #row] %q, %k, %v captured(%bias : tensor<5xf32>) outs(%o0, %row0, %row0 : tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index, %b: f32):
    %sin, %cos = math.sincos %b : f32
    fp8.yield %s, %sin : f32, f32
  } : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
  return %o : tensor<7x3x2xf32>
}

// CHECK-LABEL: @rounds_up
// CHECK-NOT:   fp8.attention
// REMARK: its scores contain 'arith.truncf' of types or values
func.func @rounds_up(%q: tensor<7x3x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>) -> tensor<7x3x2xf32> {
  %o0 = tensor.empty() : tensor<7x3x2xf32>
  %row0 = tensor.empty() : tensor<3x7xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%o0, %row0, %row0 : tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %narrow = arith.truncf %s upward : f32 to bf16
    %t = arith.extf %narrow : bf16 to f32
    fp8.yield %t : f32
  } : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
  return %o : tensor<7x3x2xf32>
}

// A product of indices may take more than 32 bits.
// CHECK-LABEL: @wide_integer
// CHECK-NOT:   fp8.attention
// REMARK: its scores contain 'arith.muli' of types or values
func.func @wide_integer(%q: tensor<70000x1x1xf32>, %k: tensor<70000x1x1xf32>, %v: tensor<70000x1x1xf32>) -> tensor<70000x1x1xf32> {
  %o0 = tensor.empty() : tensor<70000x1x1xf32>
  %row0 = tensor.empty() : tensor<1x70000xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%o0, %row0, %row0 : tensor<70000x1x1xf32>, tensor<1x70000xf32>, tensor<1x70000xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %product = arith.muli %i, %j : index
    %zero = arith.constant 7 : index
    %c = arith.cmpi slt, %product, %zero : index
    %fill = arith.constant 0.0 : f32
    %t = arith.select %c, %s, %fill : f32
    fp8.yield %t : f32
  } : tensor<70000x1x1xf32>, tensor<70000x1x1xf32>, tensor<70000x1x1xf32>
  return %o : tensor<70000x1x1xf32>
}

// CHECK-LABEL: @captured_f16
// CHECK-NOT:   fp8.attention
// REMARK: it captures elements of f16
func.func @captured_f16(%q: tensor<7x3x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>, %bias: tensor<5xf16>) -> tensor<7x3x2xf32> {
  %o0 = tensor.empty() : tensor<7x3x2xf32>
  %row0 = tensor.empty() : tensor<3x7xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #key, #o, #row, #row] %q, %k, %v captured(%bias : tensor<5xf16>) outs(%o0, %row0, %row0 : tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index, %b: f16):
    %wide = arith.extf %b : f16 to f32
    %t = arith.addf %s, %wide : f32
    fp8.yield %t : f32
  } : tensor<7x3x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
  return %o : tensor<7x3x2xf32>
}

// A gradient of queries that are shared by heads sums over keys of different
// heads.
// CHECK-LABEL: @shared_queries
// CHECK-NOT:   fp8.attention
// REMARK: a gradient sums over d0
#shared = affine_map<(h, i, j, d, e) -> (i, d)>
func.func @shared_queries(%q: tensor<7x4xf32>, %k: tensor<5x3x4xf32>, %v: tensor<5x3x2xf32>, %o: tensor<7x3x2xf32>, %max: tensor<3x7xf32>, %sum: tensor<3x7xf32>, %grad: tensor<7x3x2xf32>) -> (tensor<7x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>) {
  %dq0 = tensor.empty() : tensor<7x4xf32>
  %dk0 = tensor.empty() : tensor<5x3x4xf32>
  %dv0 = tensor.empty() : tensor<5x3x2xf32>
  %dq, %dk, %dv = fp8.attention_backward [#shared, #k, #v, #o, #row, #row, #o, #shared, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%dq0, %dk0, %dv0 : tensor<7x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %one = arith.constant 1.0 : f32
    fp8.yield %s, %one : f32, f32
  } : tensor<7x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>, tensor<7x3x2xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<7x3x2xf32>
  return %dq, %dk, %dv : tensor<7x4xf32>, tensor<5x3x4xf32>, tensor<5x3x2xf32>
}
