// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file | FileCheck %s

// The backward pass computes a matmul that the forward pass does not have, as
// in a recurrence, and multiplies the gradient by it. No gradient depends
// less on the output than all others do, so this value is not one. The mean
// is the mean of the sums over the examples.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<3x4xf32>
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<3x4xf32>
// CHECK: %[[G1:.*]] = linalg.contract {{.*}} -> tensor<3x4xf32>
// CHECK: %[[G:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<3x4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[G]], %{{.*}} : tensor<3x4xf32>
// CHECK: fp8.update states(%[[W]] : {{.*}}) inputs(%[[MEAN]] :
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %v: tensor<4x2xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %u: tensor<4x4xf32> {fp8.name = "u", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<4x2xf32> {fp8.name = "v", fp8.updates = "v"}, tensor<4x4xf32> {fp8.name = "u", fp8.updates = "u"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros_a = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_y = arith.constant dense<0.0> : tensor<8x2xf32>
  %zeros_w = arith.constant dense<0.0> : tensor<3x4xf32>
  %a = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros_a : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %v : tensor<8x4xf32>, tensor<4x2xf32>) outs(%zeros_y : tensor<8x2xf32>) -> tensor<8x2xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %gy = arith.addf %y, %y : tensor<8x2xf32>
  %ga = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gy, %v : tensor<8x2xf32>, tensor<4x2xf32>) outs(%zeros_a : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %u : tensor<8x4xf32>, tensor<4x4xf32>) outs(%zeros_a : tensor<8x4xf32>) -> tensor<8x4xf32>
  %t = arith.mulf %ga, %s : tensor<8x4xf32>
  %gw = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %t : tensor<8x3xf32>, tensor<8x4xf32>) outs(%zeros_w : tensor<3x4xf32>) -> tensor<3x4xf32>
  %new = fp8.update states(%w : tensor<3x4xf32>) inputs(%gw : tensor<3x4xf32>) outs(%w : tensor<3x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %v, %u : tensor<f32>, tensor<3x4xf32>, tensor<4x2xf32>, tensor<4x4xf32>
}

// -----

// An average of the covariance of a gradient, as Shampoo and SOAP keep: no new
// parameter depends on it yet. It is that of the mean of the gradients.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<3x4xf32>
// CHECK-NOT: -> tensor<3x3xf32>
// CHECK: %[[G1:.*]] = linalg.contract {{.*}} -> tensor<3x4xf32>
// CHECK: %[[G:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<3x4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[G]], %{{.*}} : tensor<3x4xf32>
// CHECK-DAG: %[[COVARIANCE:.*]] = linalg.contract {{.*}} ins(%[[MEAN]], %[[MEAN]] : {{.*}} -> tensor<3x3xf32>
// CHECK-DAG: fp8.update states({{.*}}) inputs(%[[MEAN]] : tensor<3x4xf32>)
// CHECK: fp8.update states({{.*}}) inputs(%[[COVARIANCE]] : tensor<3x3xf32>)
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %left: tensor<3x3xf32> {fp8.name = "left", fp8.state = #fp8.state<moment>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<3x3xf32> {fp8.name = "left", fp8.updates = "left"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros_y = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_w = arith.constant dense<0.0> : tensor<3x4xf32>
  %zeros_l = arith.constant dense<0.0> : tensor<3x3xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros_y : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %gy = arith.addf %y, %y : tensor<8x4xf32>
  %gw = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gy : tensor<8x3xf32>, tensor<8x4xf32>) outs(%zeros_w : tensor<3x4xf32>) -> tensor<3x4xf32>
  %covariance = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gw, %gw : tensor<3x4xf32>, tensor<3x4xf32>) outs(%zeros_l : tensor<3x3xf32>) -> tensor<3x3xf32>
  %new = fp8.update states(%w : tensor<3x4xf32>) inputs(%gw : tensor<3x4xf32>) outs(%w : tensor<3x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %average = fp8.update states(%left : tensor<3x3xf32>) inputs(%covariance : tensor<3x3xf32>) outs(%left : tensor<3x3xf32>) {
  ^bb0(%l: f32, %c: f32):
    %decay = arith.constant 0.9 : f32
    %0 = arith.mulf %l, %decay : f32
    %1 = arith.addf %0, %c : f32
    fp8.yield %1 : f32
  }
  return %loss, %new, %average : tensor<f32>, tensor<3x4xf32>, tensor<3x3xf32>
}
