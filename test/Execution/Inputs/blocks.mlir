// A step of two blocks x + (h * exp(h)) w2, where h = x w1, under SGD.

#ij = affine_map<(i, j) -> (i, j)>
#ij0 = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w11: tensor<8x64xf32>, %w12: tensor<64x8xf32>, %w21: tensor<8x64xf32>,
                %w22: tensor<64x8xf32>, %x: tensor<4x8xf32>)
    -> (tensor<f32>, tensor<8x64xf32>, tensor<64x8xf32>, tensor<8x64xf32>,
        tensor<64x8xf32>) {
  %z_h = arith.constant dense<0.0> : tensor<4x64xf32>
  %z_x = arith.constant dense<0.0> : tensor<4x8xf32>
  %z_w1 = arith.constant dense<0.0> : tensor<8x64xf32>
  %z_w2 = arith.constant dense<0.0> : tensor<64x8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  // The forward: two blocks, x + (h * exp(h)) w2 where h = x w1.
  %h1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w11 : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s1 = math.exp %h1 : tensor<4x64xf32>
  %a1 = arith.mulf %s1, %h1 : tensor<4x64xf32>
  %o1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a1, %w12 : tensor<4x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %x1 = arith.addf %x, %o1 : tensor<4x8xf32>
  %h2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x1, %w21 : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s2 = math.exp %h2 : tensor<4x64xf32>
  %a2 = arith.mulf %s2, %h2 : tensor<4x64xf32>
  %o2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a2, %w22 : tensor<4x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %x2 = arith.addf %x1, %o2 : tensor<4x8xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij0], iterator_types = ["reduction", "reduction"]} ins(%x2 : tensor<4x8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  // The backward.
  %g2 = arith.addf %x2, %x2 : tensor<4x8xf32>
  %gw22 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a2, %g2 : tensor<4x64xf32>, tensor<4x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %ga2 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g2, %w22 : tensor<4x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %d2 = arith.addf %s2, %a2 : tensor<4x64xf32>
  %gh2 = arith.mulf %ga2, %d2 : tensor<4x64xf32>
  %gw21 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x1, %gh2 : tensor<4x8xf32>, tensor<4x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %gx = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gh2, %w21 : tensor<4x64xf32>, tensor<8x64xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %g1 = arith.addf %g2, %gx : tensor<4x8xf32>
  %gw12 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a1, %g1 : tensor<4x64xf32>, tensor<4x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %ga1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g1, %w12 : tensor<4x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %d1 = arith.addf %s1, %a1 : tensor<4x64xf32>
  %gh1 = arith.mulf %ga1, %d1 : tensor<4x64xf32>
  %gw11 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh1 : tensor<4x8xf32>, tensor<4x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  // The update.
  %rw11 = arith.constant dense<-0.0625> : tensor<8x64xf32>
  %uw11 = arith.mulf %gw11, %rw11 : tensor<8x64xf32>
  %nw11 = arith.addf %w11, %uw11 : tensor<8x64xf32>
  %rw12 = arith.constant dense<-0.0625> : tensor<64x8xf32>
  %uw12 = arith.mulf %gw12, %rw12 : tensor<64x8xf32>
  %nw12 = arith.addf %w12, %uw12 : tensor<64x8xf32>
  %rw21 = arith.constant dense<-0.0625> : tensor<8x64xf32>
  %uw21 = arith.mulf %gw21, %rw21 : tensor<8x64xf32>
  %nw21 = arith.addf %w21, %uw21 : tensor<8x64xf32>
  %rw22 = arith.constant dense<-0.0625> : tensor<64x8xf32>
  %uw22 = arith.mulf %gw22, %rw22 : tensor<64x8xf32>
  %nw22 = arith.addf %w22, %uw22 : tensor<64x8xf32>
  return %loss, %nw11, %nw12, %nw21, %nw22 : tensor<f32>, tensor<8x64xf32>, tensor<64x8xf32>, tensor<8x64xf32>, tensor<64x8xf32>
}
