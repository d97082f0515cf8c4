// A step whose first and last layer share a weight, under SGD. The last layer
// reads the transposed weight, as `h @ w.T` does, and so does its backward pass.

#ij = affine_map<(i, j) -> (i, j)>
#ij0 = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w: tensor<48x16xf32>, %x: tensor<32x48xf32>, %t: tensor<32x48xf32>, %lr: tensor<f32>)
    -> (tensor<f32>, tensor<48x16xf32>) {
  %one = arith.constant 1.0 : f32
  %e_h = tensor.empty() : tensor<32x16xf32>
  %e_y = tensor.empty() : tensor<32x48xf32>
  %e_w = tensor.empty() : tensor<48x16xf32>
  %e_wt = tensor.empty() : tensor<16x48xf32>
  %z_h = arith.constant dense<0.0> : tensor<32x16xf32>
  %z_y = arith.constant dense<0.0> : tensor<32x48xf32>
  %z_w = arith.constant dense<0.0> : tensor<48x16xf32>
  %z_wt = arith.constant dense<0.0> : tensor<16x48xf32>
  %z_loss = arith.constant dense<0.0> : tensor<f32>

  // Forward.
  %xw = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<32x48xf32>, tensor<48x16xf32>) outs(%z_h : tensor<32x16xf32>) -> tensor<32x16xf32>
  %h = math.tanh %xw : tensor<32x16xf32>
  %wt = linalg.transpose ins(%w : tensor<48x16xf32>) outs(%e_wt : tensor<16x48xf32>) permutation = [1, 0]
  %y = linalg.matmul ins(%h, %wt : tensor<32x16xf32>, tensor<16x48xf32>) outs(%z_y : tensor<32x48xf32>) -> tensor<32x48xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij, #ij0], iterator_types = ["reduction", "reduction"]} ins(%y, %t : tensor<32x48xf32>, tensor<32x48xf32>) outs(%z_loss : tensor<f32>) {
  ^bb0(%e: f32, %target: f32, %sum: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>

  // Backward.
  %gy = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %t : tensor<32x48xf32>, tensor<32x48xf32>) outs(%e_y : tensor<32x48xf32>) {
  ^bb0(%e: f32, %target: f32, %unused: f32):
    %0 = arith.subf %e, %target : f32
    %1 = arith.addf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x48xf32>
  %gwt = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h, %gy : tensor<32x16xf32>, tensor<32x48xf32>) outs(%z_wt : tensor<16x48xf32>) -> tensor<16x48xf32>
  %gw1 = linalg.transpose ins(%gwt : tensor<16x48xf32>) outs(%e_w : tensor<48x16xf32>) permutation = [1, 0]
  %gh = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gy, %wt : tensor<32x48xf32>, tensor<16x48xf32>) outs(%z_h : tensor<32x16xf32>) -> tensor<32x16xf32>
  %ga = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%gh, %h : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e_h : tensor<32x16xf32>) {
  ^bb0(%g: f32, %e: f32, %unused: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.subf %one, %0 : f32
    %2 = arith.mulf %g, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<32x16xf32>
  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %ga : tensor<32x48xf32>, tensor<32x16xf32>) outs(%z_w : tensor<48x16xf32>) -> tensor<48x16xf32>

  // Update.
  %g = arith.addf %gw1, %gw2 : tensor<48x16xf32>
  %rate = tensor.extract %lr[] : tensor<f32>
  %rates = tensor.splat %rate : tensor<48x16xf32>
  %0 = arith.mulf %g, %rates : tensor<48x16xf32>
  %new = arith.subf %w, %0 : tensor<48x16xf32>
  return %loss, %new : tensor<f32>, tensor<48x16xf32>
}
