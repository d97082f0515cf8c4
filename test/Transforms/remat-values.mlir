// RUN: fp8-opt %s --fp8-remat=mode=full --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Three products. What the backward of the first layer, h * tanh(h), reads is
// computed again by the product of its codes, which stay, and from a bias, which
// is repeated once more. Others than these read what is kept.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.remat = {kept_bytes = 1664 : i64, recomputed_bytes = 1536 : i64, recomputed_flops = 4096 : i64, recomputed_values = 3 : i64}
// CHECK: %[[CODES:.*]] = fp8.quantize
// CHECK-NOT: fp8.quantize
// CHECK: fp8.contract {{.*}} %[[CODES]] by %arg4, %arg0 by %arg4
// CHECK: %[[A1:.*]] = arith.mulf
// CHECK: linalg.contract {{.*}} ins(%[[A1]], %arg2 :
// CHECK: linalg.contract {{.*}} ins(%[[A1]], %{{.*}} :
// CHECK: %[[GA1:.*]] = linalg.contract {{.*}} ins(%{{.*}}, %arg2 :
// CHECK-DAG: %[[AGAIN:.*]] = fp8.barrier %[[CODES]] after %[[GA1]] : tensor<8x16xf8E4M3FN>, tensor<8x16xf32>
// CHECK-DAG: %[[B1:.*]] = fp8.barrier %arg1 after %[[GA1]] : tensor<16xf32>, tensor<8x16xf32>
// CHECK: %[[P1:.*]] = fp8.contract {{.*}} %[[AGAIN]] by %arg4, %arg0 by %arg4
// CHECK: %[[BIAS:.*]] = linalg.generic {{.*}} ins(%[[B1]] :
// CHECK: %[[H1:.*]] = arith.addf %[[P1]], %[[BIAS]]
// CHECK: %[[T1:.*]] = math.tanh %[[H1]]
// CHECK: arith.mulf %[[T1]], %[[T1]]

// What reads codes and no gradient is not fused into the forward.

// CHECK: fp8.dequantize %[[AGAIN]] by %arg4
func.func @step(%w1: tensor<16x16xf8E4M3FN> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %b1: tensor<16xf32> {fp8.name = "b1", fp8.state = #fp8.state<param>},
                %w2: tensor<16x16xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %w3: tensor<16x16xf32> {fp8.name = "w3", fp8.state = #fp8.state<param>},
                %s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<scale>},
                %x: tensor<8x16xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<16x16xf32>, tensor<16x16xf32>,
        tensor<16x16xf32>, tensor<16xf32>) {
  %z = arith.constant dense<0.0> : tensor<8x16xf32>
  %zw = arith.constant dense<0.0> : tensor<16x16xf32>
  %zb = arith.constant dense<0.0> : tensor<16xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<8x16xf32>
  %empty = tensor.empty() : tensor<8x16xf32>
  %emptyCodes = tensor.empty() : tensor<8x16xf8E4M3FN>
  %codes = fp8.quantize %x by %s outs(%emptyCodes : tensor<8x16xf8E4M3FN>) : tensor<8x16xf32>, tensor<f32>
  %p1 = fp8.contract [#mk, #kn, #mn] %codes by %s, %w1 by %s outs(%z : tensor<8x16xf32>) : tensor<8x16xf8E4M3FN> by tensor<f32>, tensor<16x16xf8E4M3FN> by tensor<f32>
  %bias = linalg.generic {indexing_maps = [#j, #ij], iterator_types = ["parallel", "parallel"]} ins(%b1 : tensor<16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x16xf32>
  %h1 = arith.addf %p1, %bias : tensor<8x16xf32>
  %t1 = math.tanh %h1 : tensor<8x16xf32>
  %a1 = arith.mulf %h1, %t1 : tensor<8x16xf32>
  %h2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a1, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %h3 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%h2, %w3 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = linalg.reduce { arith.addf } ins(%h3 : tensor<8x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]

  %gw3 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h2, %h3 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %g2 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%h3, %w3 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a1, %g2 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %ga1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g2, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %tt = arith.mulf %t1, %t1 : tensor<8x16xf32>
  %d = arith.subf %one, %tt : tensor<8x16xf32>
  %hd = arith.mulf %h1, %d : tensor<8x16xf32>
  %td = arith.addf %t1, %hd : tensor<8x16xf32>
  %g1 = arith.mulf %ga1, %td : tensor<8x16xf32>
  %gb1 = linalg.reduce { arith.addf } ins(%g1 : tensor<8x16xf32>) outs(%zb : tensor<16xf32>) dimensions = [0]
  %xf = fp8.dequantize %codes by %s outs(%empty : tensor<8x16xf32>) : tensor<8x16xf8E4M3FN>, tensor<f32>
  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%xf, %g1 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %loss, %gw1, %gw2, %gw3, %gb1 : tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16xf32>
}
