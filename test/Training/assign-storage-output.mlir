// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split8 --remark-format=emitRemark --remarks-filter=fp8-assign-storage -o /dev/null 2>&1 | FileCheck %s

// Moments of the output layer have a scale per column of 128, because most of
// its outputs are tokens that are rare. Moments of other layers have groups.

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: 'm' is stored as {{.*}}granularity = <group 128>
// CHECK: 'mh' is stored as {{.*}}granularity = <block 128x1>
func.func @step(%w: tensor<64x64xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<64x64xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %h: tensor<64x32xf32> {fp8.name = "h", fp8.state = #fp8.state<param>}, %mh: tensor<64x32xf32> {fp8.name = "mh", fp8.state = #fp8.state<moment>}, %x: tensor<4x64xf32>, %g: tensor<64x64xf32>, %gh: tensor<64x32xf32>) -> (tensor<64x64xf32> {fp8.updates = "w"}, tensor<64x64xf32> {fp8.updates = "m"}, tensor<64x32xf32> {fp8.updates = "h"}, tensor<64x32xf32> {fp8.updates = "mh"}, tensor<f32> {fp8.loss}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x64xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %hidden = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %e1 = tensor.empty() : tensor<4x32xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x32xf32>) -> tensor<4x32xf32>
  %logits = linalg.matmul ins(%hidden, %h : tensor<4x64xf32>, tensor<64x32xf32>) outs(%z1 : tensor<4x32xf32>) -> tensor<4x32xf32>
  %el = tensor.empty() : tensor<f32>
  %zl = linalg.fill ins(%zero : f32) outs(%el : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%logits : tensor<4x32xf32>) outs(%zl : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %sum = arith.addf %s, %a : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  %n:2 = fp8.update states(%w, %m : tensor<64x64xf32>, tensor<64x64xf32>) inputs(%g : tensor<64x64xf32>) outs(%w, %m : tensor<64x64xf32>, tensor<64x64xf32>) {
  ^bb0(%p: f32, %v: f32, %d: f32):
    %c = arith.constant 0.9 : f32
    %old = arith.mulf %v, %c : f32
    %new = arith.addf %old, %d : f32
    %q = arith.subf %p, %new : f32
    fp8.yield %q, %new : f32, f32
  }
  %k:2 = fp8.update states(%h, %mh : tensor<64x32xf32>, tensor<64x32xf32>) inputs(%gh : tensor<64x32xf32>) outs(%h, %mh : tensor<64x32xf32>, tensor<64x32xf32>) {
  ^bb0(%p: f32, %v: f32, %d: f32):
    %c = arith.constant 0.9 : f32
    %old = arith.mulf %v, %c : f32
    %new = arith.addf %old, %d : f32
    %q = arith.subf %p, %new : f32
    fp8.yield %q, %new : f32, f32
  }
  return %n#0, %n#1, %k#0, %k#1, %loss : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x32xf32>, tensor<64x32xf32>, tensor<f32>
}

// -----

// A table of tokens is the output layer, too. JAX transposes it by a generic. It
// has a row for each token, so groups are along rows; the layer before it is not
// the output layer.

#swap = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: 'm' is stored as {{.*}}granularity = <group 128>
// CHECK: 'mt' is stored as {{.*}}granularity = <group 128>
func.func @step(%w: tensor<64x64xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<64x64xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %t: tensor<32x64xf32> {fp8.name = "t", fp8.state = #fp8.state<param>}, %mt: tensor<32x64xf32> {fp8.name = "mt", fp8.state = #fp8.state<moment>}, %x: tensor<4x64xf32>, %g: tensor<64x64xf32>, %gt: tensor<32x64xf32>) -> (tensor<64x64xf32> {fp8.updates = "w"}, tensor<64x64xf32> {fp8.updates = "m"}, tensor<32x64xf32> {fp8.updates = "t"}, tensor<32x64xf32> {fp8.updates = "mt"}, tensor<f32> {fp8.loss}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x64xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %hidden = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z0 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %et = tensor.empty() : tensor<64x32xf32>
  %h = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<32x64xf32>) outs(%et : tensor<64x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<64x32xf32>
  %e1 = tensor.empty() : tensor<4x32xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x32xf32>) -> tensor<4x32xf32>
  %logits = linalg.matmul ins(%hidden, %h : tensor<4x64xf32>, tensor<64x32xf32>) outs(%z1 : tensor<4x32xf32>) -> tensor<4x32xf32>
  %el = tensor.empty() : tensor<f32>
  %zl = linalg.fill ins(%zero : f32) outs(%el : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%logits : tensor<4x32xf32>) outs(%zl : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %sum = arith.addf %s, %a : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  %n:2 = fp8.update states(%w, %m : tensor<64x64xf32>, tensor<64x64xf32>) inputs(%g : tensor<64x64xf32>) outs(%w, %m : tensor<64x64xf32>, tensor<64x64xf32>) {
  ^bb0(%p: f32, %v: f32, %d: f32):
    %c = arith.constant 0.9 : f32
    %old = arith.mulf %v, %c : f32
    %new = arith.addf %old, %d : f32
    %q = arith.subf %p, %new : f32
    fp8.yield %q, %new : f32, f32
  }
  %k:2 = fp8.update states(%t, %mt : tensor<32x64xf32>, tensor<32x64xf32>) inputs(%gt : tensor<32x64xf32>) outs(%t, %mt : tensor<32x64xf32>, tensor<32x64xf32>) {
  ^bb0(%p: f32, %v: f32, %d: f32):
    %c = arith.constant 0.9 : f32
    %old = arith.mulf %v, %c : f32
    %new = arith.addf %old, %d : f32
    %q = arith.subf %p, %new : f32
    fp8.yield %q, %new : f32, f32
  }
  return %n#0, %n#1, %k#0, %k#1, %loss : tensor<64x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<f32>
}
