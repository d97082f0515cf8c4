// RUN: fp8-opt %s --fp8-remat=mode=full --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Three matmuls. The backward pass of the first layer reads h * tanh(h). It
// recomputes this value by the matmul of its codes, which stay, and from a
// bias, which is repeated again. Other readers use the saved value.

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

// An op that reads codes and no gradient is not fused into the forward pass.

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

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The words that a generator made stay: the mask is drawn from them again, and
// rows of a table are gathered again from their positions. What is spread from
// one element alone is kept, as nothing would tell the second time from the first.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.remat = {kept_bytes = 1536 : i64, recomputed_bytes = 640 : i64, recomputed_flops = 0 : i64, recomputed_values = 2 : i64}
// CHECK: %[[SPREAD:.*]] = math.exp %{{.*}} : tensor<8x16xf32>
// CHECK-COUNT-2: linalg.contract
// CHECK: %[[GA:.*]] = linalg.contract {{.*}} ins(%{{.*}}, %arg2 :
// CHECK: %[[GS:.*]] = arith.mulf %[[GA]], %[[SPREAD]]
// CHECK: %[[WORDS:.*]] = fp8.barrier %arg3 after %[[GA]] : tensor<8xi32>, tensor<8x16xf32>
// CHECK: %[[MASK:.*]] = linalg.generic {{.*}} ins(%[[WORDS]] :
// CHECK: arith.select %[[MASK]], %[[GS]],
// CHECK: %[[PLACES:.*]] = fp8.barrier %arg4 after %[[GA]] : tensor<8xi32>, tensor<8x16xf32>
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} ins(%[[PLACES]] :
// CHECK: tensor.extract %arg0
// CHECK: linalg.contract {{.*}} ins(%[[ROWS]],
func.func @step(%table: tensor<32x16xf32> {fp8.name = "table", fp8.state = #fp8.state<param>},
                %w1: tensor<16x16xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %w2: tensor<16x16xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %words: tensor<8xi32> {fp8.name = "words", fp8.state = #fp8.state<rng>},
                %places: tensor<8xi32> {fp8.name = "places"},
                %s: tensor<f32> {fp8.name = "s"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<16x16xf32>, tensor<16x16xf32>) {
  %z = arith.constant dense<0.0> : tensor<8x16xf32>
  %zw = arith.constant dense<0.0> : tensor<16x16xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %factor = arith.constant 1664525 : i32
  %empty = tensor.empty() : tensor<8x16xf32>
  %rows = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%places : tensor<8xi32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%place: i32, %unused: f32):
    %row = arith.index_cast %place : i32 to index
    %column = linalg.index 1 : index
    %e = tensor.extract %table[%row, %column] : tensor<32x16xf32>
    linalg.yield %e : f32
  } -> tensor<8x16xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%rows, %w1 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %emptyMask = tensor.empty() : tensor<8x16xi1>
  %mask = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%words : tensor<8xi32>) outs(%emptyMask : tensor<8x16xi1>) {
  ^bb0(%word: i32, %unused: i1):
    %column = linalg.index 1 : index
    %number = arith.index_cast %column : index to i32
    %sum = arith.addi %word, %number : i32
    %drawn = arith.muli %sum, %factor : i32
    %stays = arith.cmpi slt, %drawn, %factor : i32
    linalg.yield %stays : i1
  } -> tensor<8x16xi1>
  %spread = linalg.broadcast ins(%s : tensor<f32>) outs(%empty : tensor<8x16xf32>) dimensions = [0, 1]
  %scale = math.exp %spread : tensor<8x16xf32>
  %left = arith.select %mask, %h, %z : tensor<8x16xi1>, tensor<8x16xf32>
  %a = arith.mulf %left, %scale : tensor<8x16xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = linalg.reduce { arith.addf } ins(%y : tensor<8x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]

  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a, %y : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %ga = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%y, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %gs = arith.mulf %ga, %scale : tensor<8x16xf32>
  %gh = arith.select %mask, %gs, %z : tensor<8x16xi1>, tensor<8x16xf32>
  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%rows, %gh : tensor<8x16xf32>, tensor<8x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %loss, %gw1, %gw2 : tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>
}
