// RUN: fp8-opt %s --fp8-remat=mode=selective --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The gradient of a parameter is the last matmul before an op that could run
// in the forward pass: the op does not wait, and its operands are saved. An
// op after the gradient of an activation waits for it, and not for the next
// gradient of a parameter, with any casts and scales before the update.

// CHECK-LABEL: func.func @step(
// CHECK: %[[U:.*]] = math.exp
// CHECK: linalg.contract {{.*}} ins(%[[U]], %arg1 :
// CHECK-NOT: fp8.barrier
// CHECK: arith.mulf %[[U]], %[[U]]
// CHECK: %[[DU:.*]] = linalg.contract {{.*}} ins(%{{.*}}, %arg1 :
// CHECK: linalg.contract {{.*}} ins(%[[T:[^,]*]],
// CHECK: %[[AGAIN:.*]] = fp8.barrier %[[T]] after %[[DU]]
// CHECK: arith.mulf %[[AGAIN]], %[[AGAIN]]
// CHECK-NOT: fp8.barrier
func.func @step(%w1: tensor<16x16xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %w2: tensor<16x16xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %x: tensor<8x16xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"},
        tensor<16x16xf32> {fp8.name = "w1", fp8.updates = "w1"},
        tensor<16x16xf32> {fp8.name = "w2", fp8.updates = "w2"}) {
  %z = arith.constant dense<0.0> : tensor<8x16xf32>
  %zw = arith.constant dense<0.0> : tensor<16x16xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<1.0e-3> : tensor<16x16xf32>
  %p = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %t = math.tanh %p : tensor<8x16xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%t, %w1 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %u = math.exp %h : tensor<8x16xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%u, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = linalg.reduce { arith.addf } ins(%y : tensor<8x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]

  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%u, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %uu = arith.mulf %u, %u : tensor<8x16xf32>
  %du = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%y, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %dh = arith.mulf %du, %uu : tensor<8x16xf32>
  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%t, %dh : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %tt = arith.mulf %t, %t : tensor<8x16xf32>
  %dt = arith.mulf %dh, %tt : tensor<8x16xf32>
  %gx = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %dt : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %g1 = arith.addf %gw1, %gx : tensor<16x16xf32>
  %s1 = arith.mulf %g1, %rate : tensor<16x16xf32>
  %n1 = arith.subf %w1, %s1 : tensor<16x16xf32>
  %s2 = arith.mulf %gw2, %rate : tensor<16x16xf32>
  %n2 = arith.subf %w2, %s2 : tensor<16x16xf32>
  return %loss, %n1, %n2 : tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>
}
