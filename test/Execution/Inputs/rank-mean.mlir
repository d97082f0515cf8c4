// The step of one of two ranks, which averages its gradients itself. Without the
// lines marked RANKS it is the step of one batch.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#km = affine_map<(m, n, k) -> (k, m)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @train_step(%w: tensor<32x16xf32> {fp8.name = "w"}, %x: tensor<8x32xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<32x16xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x16xf32>
  %zeros_w = arith.constant dense<0.0> : tensor<32x16xf32>
  %rate = arith.constant dense<0.01> : tensor<32x16xf32>
  %e = tensor.empty() : tensor<32x16xf32>
  %half = arith.constant dense<0.5> : tensor<32x16xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x32xf32>, tensor<32x16xf32>) outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x16xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %y : tensor<8x32xf32>, tensor<8x16xf32>) outs(%zeros_w : tensor<32x16xf32>) -> tensor<32x16xf32>
  %sums = fp8.all_reduce sum %g over ["dp"] outs(%e : tensor<32x16xf32>) : tensor<32x16xf32> // RANKS
  %mean = arith.mulf %sums, %half : tensor<32x16xf32> // RANKS
  %change = arith.mulf %mean, %rate : tensor<32x16xf32>
  %new = arith.subf %w, %change : tensor<32x16xf32>
  return %loss, %new : tensor<f32>, tensor<32x16xf32>
}
}
