// A step whose last layer is a matrix times a vector: its gradient is a sum in a
// kernel of the update, not a product of a library. Both layers add one bias.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w1: tensor<16x16xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>},
                %w2: tensor<16xf32> {fp8.name = "w2", fp8.state = #fp8.state<param>},
                %b: tensor<16xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %x: tensor<32x16xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"},
        tensor<16x16xf32> {fp8.name = "w1", fp8.updates = "w1"},
        tensor<16xf32> {fp8.name = "w2", fp8.updates = "w2"},
        tensor<16xf32> {fp8.name = "b", fp8.updates = "b"}) {
  %zh = arith.constant dense<0.0> : tensor<32x16xf32>
  %zw = arith.constant dense<0.0> : tensor<16x16xf32>
  %z32 = arith.constant dense<0.0> : tensor<32xf32>
  %z16 = arith.constant dense<0.0> : tensor<16xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %eh = tensor.empty() : tensor<32x16xf32>
  %bb = linalg.broadcast ins(%b : tensor<16xf32>) outs(%eh : tensor<32x16xf32>) dimensions = [0]
  %h0 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zh : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = arith.addf %h0, %bb : tensor<32x16xf32>
  %t = math.tanh %h : tensor<32x16xf32>
  %h1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%t, %w1 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zh : tensor<32x16xf32>) -> tensor<32x16xf32>
  %hb = arith.addf %h1, %bb : tensor<32x16xf32>
  %u = math.exp %hb : tensor<32x16xf32>
  %y = linalg.matvec ins(%u, %w2 : tensor<32x16xf32>, tensor<16xf32>) outs(%z32 : tensor<32xf32>) -> tensor<32xf32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->()>], iterator_types = ["reduction"]} ins(%y : tensor<32xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %lrc = arith.constant dense<1.0e-6> : tensor<32xf32>
  %dy = arith.mulf %y, %lrc : tensor<32xf32>
  %gw2 = linalg.vecmat ins(%dy, %u : tensor<32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<16xf32>) -> tensor<16xf32>
  %du = linalg.generic {indexing_maps = [#i, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%dy, %w2 : tensor<32xf32>, tensor<16xf32>) outs(%eh : tensor<32x16xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %0 = arith.mulf %a, %c : f32
    linalg.yield %0 : f32
  } -> tensor<32x16xf32>
  %dh1 = arith.mulf %du, %u : tensor<32x16xf32>
  %gw1a = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%t, %dh1 : tensor<32x16xf32>, tensor<32x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %dt = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%dh1, %w1 : tensor<32x16xf32>, tensor<16x16xf32>) outs(%zh : tensor<32x16xf32>) -> tensor<32x16xf32>
  %tt = arith.mulf %t, %t : tensor<32x16xf32>
  %one = arith.constant dense<1.0> : tensor<32x16xf32>
  %dd = arith.subf %one, %tt : tensor<32x16xf32>
  %dh = arith.mulf %dt, %dd : tensor<32x16xf32>
  %dhb = arith.mulf %dh, %bb : tensor<32x16xf32>
  %dhc = arith.addf %dhb, %dh : tensor<32x16xf32>
  %gw1b = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %dhc : tensor<32x16xf32>, tensor<32x16xf32>) outs(%zw : tensor<16x16xf32>) -> tensor<16x16xf32>
  %gw1 = arith.addf %gw1a, %gw1b : tensor<16x16xf32>
  %gb = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%dhc : tensor<32x16xf32>) outs(%z16 : tensor<16xf32>) {
  ^bb0(%a: f32, %s: f32):
    %1 = arith.addf %s, %a : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32>
  %nw1 = arith.subf %w1, %gw1 : tensor<16x16xf32>
  %nw2 = arith.subf %w2, %gw2 : tensor<16xf32>
  %nb = arith.subf %b, %gb : tensor<16xf32>
  return %loss, %nw1, %nw2, %nb : tensor<f32>, tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>
}
