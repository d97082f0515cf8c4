// RUN: fp8-opt %s --fp8-annotate-states --fp8-quantize-contractions="recipe=current scope=all" | FileCheck %s

// The gradient of a product may be computed before the product: both have the
// number of the product.

// CHECK-LABEL: func.func @step(
// CHECK-NOT: fp8.name = ":
// CHECK: fp8.name = "w3#1:a.e4m3"
// CHECK: fp8.name = "w3#1:b.e4m3"
// CHECK: fp8.name = "w3#1:dy.e5m2"
// CHECK-NOT: fp8.name = ":

#ij = affine_map<(i, j) -> (i, j)>
#sum = affine_map<(i, j) -> ()>
func.func @step(%x: tensor<8x8xf32> {fp8.name = "x"}, %c: tensor<8x8xf32> {fp8.name = "c"},
    %w1: tensor<8x8xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
    %w2: tensor<8x8xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
    %w3: tensor<8x8xf32> {fp8.name = "w3", fp8.state = #fp8.state<param>})
    -> (tensor<f32>, tensor<8x8xf32> {fp8.updates = "w1"}) {
  %z = arith.constant dense<0.0> : tensor<8x8xf32>
  %z0 = arith.constant dense<0.0> : tensor<f32>
  %a = linalg.matmul ins(%x, %w1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = linalg.matmul ins(%x, %w2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %h = linalg.matmul ins(%x, %w3 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [#ij, #sum], iterator_types = ["reduction", "reduction"]} ins(%h : tensor<8x8xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%p: f32, %q: f32):
    %r = arith.addf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %gy = linalg.generic {indexing_maps = [#ij, #sum, #ij], iterator_types = ["parallel", "parallel"]} ins(%c, %t : tensor<8x8xf32>, tensor<f32>) outs(%z : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %bt = linalg.transpose ins(%b : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  %da = linalg.matmul ins(%gy, %bt : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  %dw = linalg.matmul ins(%xt, %da : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = arith.subf %w1, %dw : tensor<8x8xf32>
  %y = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = linalg.generic {indexing_maps = [#ij, #ij, #sum], iterator_types = ["reduction", "reduction"]} ins(%y, %c : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%p: f32, %c0: f32, %q: f32):
    %m = arith.mulf %p, %c0 : f32
    %r = arith.addf %m, %q : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %loss = arith.mulf %s, %t : tensor<f32>
  return %loss, %n : tensor<f32>, tensor<8x8xf32>
}
