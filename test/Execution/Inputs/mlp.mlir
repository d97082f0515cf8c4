// A step of two layers, tanh between them, under momentum. %w2 lies transposed,
// so that its update reads a gradient along columns.

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#ij0 = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w1: tensor<24x40xf32>, %b1: tensor<40xf32>, %w2: tensor<16x40xf32>,
                %m1: tensor<24x40xf32>, %n1: tensor<40xf32>, %m2: tensor<16x40xf32>,
                %x: tensor<32x24xf32>, %t: tensor<32x16xf32>, %lr: tensor<f32>)
    -> (tensor<f32>, tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>,
        tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e_h = tensor.empty() : tensor<32x40xf32>
  %e_y = tensor.empty() : tensor<32x16xf32>
  %e_w1 = tensor.empty() : tensor<24x40xf32>
  %e_b1 = tensor.empty() : tensor<40xf32>
  %e_w2t = tensor.empty() : tensor<40x16xf32>
  %e_w2 = tensor.empty() : tensor<16x40xf32>
  %e_loss = tensor.empty() : tensor<f32>
  %z_h = linalg.fill ins(%zero : f32) outs(%e_h : tensor<32x40xf32>) -> tensor<32x40xf32>
  %z_y = linalg.fill ins(%zero : f32) outs(%e_y : tensor<32x16xf32>) -> tensor<32x16xf32>
  %z_w1 = linalg.fill ins(%zero : f32) outs(%e_w1 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %z_b1 = linalg.fill ins(%zero : f32) outs(%e_b1 : tensor<40xf32>) -> tensor<40xf32>
  %z_w2t = linalg.fill ins(%zero : f32) outs(%e_w2t : tensor<40x16xf32>) -> tensor<40x16xf32>
  %z_loss = linalg.fill ins(%zero : f32) outs(%e_loss : tensor<f32>) -> tensor<f32>

  // Forward.
  %xw = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<32x24xf32>, tensor<24x40xf32>) outs(%z_h : tensor<32x40xf32>) -> tensor<32x40xf32>
  %a = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%xw, %b1 : tensor<32x40xf32>, tensor<40xf32>) outs(%e_h : tensor<32x40xf32>) {
  ^bb0(%e: f32, %bias: f32, %unused: f32):
    %0 = arith.addf %e, %bias : f32
    %1 = math.tanh %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x40xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%a, %w2 : tensor<32x40xf32>, tensor<16x40xf32>) outs(%z_y : tensor<32x16xf32>) -> tensor<32x16xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij, #ij0], iterator_types = ["reduction", "reduction"]} ins(%y, %t : tensor<32x16xf32>, tensor<32x16xf32>) outs(%z_loss : tensor<f32>) {
  ^bb0(%e: f32, %target: f32, %sum: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>

  // Backward.
  %gy = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %t : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e_y : tensor<32x16xf32>) {
  ^bb0(%e: f32, %target: f32, %unused: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.addf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x16xf32>
  %gw2t = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a, %gy : tensor<32x40xf32>, tensor<32x16xf32>) outs(%z_w2t : tensor<40x16xf32>) -> tensor<40x16xf32>
  %gw2 = linalg.transpose ins(%gw2t : tensor<40x16xf32>) outs(%e_w2 : tensor<16x40xf32>) permutation = [1, 0]
  %ga = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%gy, %w2 : tensor<32x16xf32>, tensor<16x40xf32>) outs(%z_h : tensor<32x40xf32>) -> tensor<32x40xf32>
  %gh = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%ga, %a : tensor<32x40xf32>, tensor<32x40xf32>) outs(%e_h : tensor<32x40xf32>) {
  ^bb0(%g: f32, %e: f32, %unused: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.subf %one, %0 : f32
    %2 = arith.mulf %g, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<32x40xf32>
  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh : tensor<32x24xf32>, tensor<32x40xf32>) outs(%z_w1 : tensor<24x40xf32>) -> tensor<24x40xf32>
  %gb1 = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%gh : tensor<32x40xf32>) outs(%z_b1 : tensor<40xf32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.addf %sum, %e : f32
    linalg.yield %0 : f32
  } -> tensor<40xf32>

  // Update.
  %s1:2 = func.call @update_w1(%w1, %m1, %gw1, %lr) : (tensor<24x40xf32>, tensor<24x40xf32>, tensor<24x40xf32>, tensor<f32>) -> (tensor<24x40xf32>, tensor<24x40xf32>)
  %s2:2 = func.call @update_b1(%b1, %n1, %gb1, %lr) : (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<f32>) -> (tensor<40xf32>, tensor<40xf32>)
  %s3:2 = func.call @update_w2(%w2, %m2, %gw2, %lr) : (tensor<16x40xf32>, tensor<16x40xf32>, tensor<16x40xf32>, tensor<f32>) -> (tensor<16x40xf32>, tensor<16x40xf32>)
  return %loss, %s1#0, %s2#0, %s3#0, %s1#1, %s2#1, %s3#1 : tensor<f32>, tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>, tensor<24x40xf32>, tensor<40xf32>, tensor<16x40xf32>
}

func.func private @update_w1(%p: tensor<24x40xf32>, %m: tensor<24x40xf32>, %g: tensor<24x40xf32>, %lr: tensor<f32>) -> (tensor<24x40xf32>, tensor<24x40xf32>) {
  %rate = tensor.extract %lr[] : tensor<f32>
  %rates = tensor.splat %rate : tensor<24x40xf32>
  %beta = arith.constant dense<0.9> : tensor<24x40xf32>
  %0 = arith.mulf %m, %beta : tensor<24x40xf32>
  %1 = arith.addf %0, %g : tensor<24x40xf32>
  %2 = arith.mulf %1, %rates : tensor<24x40xf32>
  %3 = arith.subf %p, %2 : tensor<24x40xf32>
  return %3, %1 : tensor<24x40xf32>, tensor<24x40xf32>
}

func.func private @update_b1(%p: tensor<40xf32>, %m: tensor<40xf32>, %g: tensor<40xf32>, %lr: tensor<f32>) -> (tensor<40xf32>, tensor<40xf32>) {
  %rate = tensor.extract %lr[] : tensor<f32>
  %rates = tensor.splat %rate : tensor<40xf32>
  %beta = arith.constant dense<0.9> : tensor<40xf32>
  %0 = arith.mulf %m, %beta : tensor<40xf32>
  %1 = arith.addf %0, %g : tensor<40xf32>
  %2 = arith.mulf %1, %rates : tensor<40xf32>
  %3 = arith.subf %p, %2 : tensor<40xf32>
  return %3, %1 : tensor<40xf32>, tensor<40xf32>
}

func.func private @update_w2(%p: tensor<16x40xf32>, %m: tensor<16x40xf32>, %g: tensor<16x40xf32>, %lr: tensor<f32>) -> (tensor<16x40xf32>, tensor<16x40xf32>) {
  %rate = tensor.extract %lr[] : tensor<f32>
  %rates = tensor.splat %rate : tensor<16x40xf32>
  %beta = arith.constant dense<0.9> : tensor<16x40xf32>
  %0 = arith.mulf %m, %beta : tensor<16x40xf32>
  %1 = arith.addf %0, %g : tensor<16x40xf32>
  %2 = arith.mulf %1, %rates : tensor<16x40xf32>
  %3 = arith.subf %p, %2 : tensor<16x40xf32>
  return %3, %1 : tensor<16x40xf32>, tensor<16x40xf32>
}
