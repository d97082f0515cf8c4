// A step of one linear layer under momentum: the smallest step that is worth
// quantizing, for tests of many combinations of options.

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#km = affine_map<(m, n, k) -> (k, m)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w: tensor<48x48xf32>, %m: tensor<48x48xf32>,
                %x: tensor<32x48xf32>, %t: tensor<32x48xf32>, %lr: tensor<f32>)
    -> (tensor<f32>, tensor<48x48xf32>, tensor<48x48xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<32x48xf32>
  %zeros_w = arith.constant dense<0.0> : tensor<48x48xf32>
  %empty = tensor.empty() : tensor<32x48xf32>

  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<32x48xf32>, tensor<48x48xf32>) outs(%zeros : tensor<32x48xf32>) -> tensor<32x48xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y, %t : tensor<32x48xf32>, tensor<32x48xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %target: f32, %sum: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %gy = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %t : tensor<32x48xf32>, tensor<32x48xf32>) outs(%empty : tensor<32x48xf32>) {
  ^bb0(%e: f32, %target: f32, %unused: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.addf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x48xf32>
  %gw = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gy : tensor<32x48xf32>, tensor<32x48xf32>) outs(%zeros_w : tensor<48x48xf32>) -> tensor<48x48xf32>

  %new:2 = func.call @update(%w, %m, %gw, %lr) : (tensor<48x48xf32>, tensor<48x48xf32>, tensor<48x48xf32>, tensor<f32>) -> (tensor<48x48xf32>, tensor<48x48xf32>)
  return %loss, %new#0, %new#1 : tensor<f32>, tensor<48x48xf32>, tensor<48x48xf32>
}

func.func private @update(%p: tensor<48x48xf32>, %m: tensor<48x48xf32>, %g: tensor<48x48xf32>, %lr: tensor<f32>) -> (tensor<48x48xf32>, tensor<48x48xf32>) {
  %rate = tensor.extract %lr[] : tensor<f32>
  %rates = tensor.splat %rate : tensor<48x48xf32>
  %beta = arith.constant dense<0.9> : tensor<48x48xf32>
  %0 = arith.mulf %m, %beta : tensor<48x48xf32>
  %1 = arith.addf %0, %g : tensor<48x48xf32>
  %2 = arith.mulf %1, %rates : tensor<48x48xf32>
  %3 = arith.subf %p, %2 : tensor<48x48xf32>
  return %3, %1 : tensor<48x48xf32>, tensor<48x48xf32>
}
