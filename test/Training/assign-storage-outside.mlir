// RUN: fp8-opt %s --split-input-file --fp8-assign-storage="preset=fp8-split16 override=w=fp8-split16" --remarks-filter='fp8.*' 2>&1 >/dev/null | FileCheck %s

// The step is taken on the transposed weight, which is decoded from its main
// plane: the region has no more of it.
// CHECK: "'w' stays f32: its new value depends on the old one through 'linalg.transpose' outside its fp8.update, where the residual is not read"
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<16x8xf32>, %keep: i1) -> (tensor<8x16xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %s = arith.subf %t, %g : tensor<16x8xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %new = linalg.transpose ins(%s : tensor<16x8xf32>) outs(%f : tensor<8x16xf32>) permutation = [1, 0]
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%new : tensor<8x16xf32>) skip %keep outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    fp8.yield %d : f32
  }
  return %n : tensor<8x16xf32>
}

// -----

// A decay alone does not carry the weight: a rate is far from 1.
// CHECK: "'w' stays f32: its new value depends on the old one through 'tensor.collapse_shape' outside
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<128xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}) {
  %t = tensor.collapse_shape %w [[0, 1]] : tensor<8x16xf32> into tensor<128xf32>
  %s = arith.subf %t, %g : tensor<128xf32>
  %new = tensor.expand_shape %s [[0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%new : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %0 = arith.mulf %rate, %p : f32
    %1 = arith.subf %d, %0 : f32
    fp8.yield %1 : f32
  }
  return %n : tensor<8x16xf32>
}

// -----

// A gradient may read a weight, even elementwise, if the region forwards the
// weight itself: 1 - lr * wd is close to 1.
// CHECK-NOT: stays
// CHECK: "'w' is stored as
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<16x8xf32>, %lr: tensor<f32>, %wd: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %product = arith.mulf %lr, %wd : tensor<f32>
  %kept = arith.subf %one, %product : tensor<f32>
  %e = tensor.empty() : tensor<16x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %s = arith.mulf %t, %g : tensor<16x8xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %d = linalg.transpose ins(%s : tensor<16x8xf32>) outs(%f : tensor<8x16xf32>) permutation = [1, 0]
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%d : tensor<8x16xf32>) scalars(%kept, %lr : tensor<f32>, tensor<f32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %u: f32, %keep: f32, %rate: f32):
    %0 = arith.mulf %p, %keep : f32
    %1 = arith.mulf %rate, %u : f32
    %2 = arith.subf %0, %1 : f32
    fp8.yield %2 : f32
  }
  return %n : tensor<8x16xf32>
}

// -----

// A weight that is computed anew, from parts of the old one in its gradient.
// CHECK-NOT: stays
// CHECK: "'w' is stored as
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %center: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %zg = arith.constant dense<0.0> : tensor<8x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%t, %y : tensor<8x4xf32>, tensor<4x16xf32>) outs(%zg : tensor<8x16xf32>) -> tensor<8x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%center, %g : tensor<8x16xf32>, tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %c: f32, %d: f32):
    %0 = arith.subf %c, %d : f32
    fp8.yield %0 : f32
  }
  return %n : tensor<8x16xf32>
}
