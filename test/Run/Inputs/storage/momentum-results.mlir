// The step of momentum.mlir in one generic with two results.
#ij = affine_map<(i, j) -> (i, j)>
#rate = affine_map<(i, j) -> ()>
func.func @step(%w: tensor<2x128xf32> {fp8.name = "w"}, %m: tensor<2x128xf32> {fp8.name = "m"}, %x: tensor<2x2xf32> {fp8.name = "x"}, %g: tensor<2x128xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<2x128xf32> {fp8.name = "y"}, tensor<2x128xf32> {fp8.updates = "w"}, tensor<2x128xf32> {fp8.updates = "m"}) {
  %z = arith.constant dense<0.0> : tensor<2x128xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x128xf32>) outs(%z : tensor<2x128xf32>) -> tensor<2x128xf32>
  %e = tensor.empty() : tensor<2x128xf32>
  %n:2 = linalg.generic {indexing_maps = [#ij, #ij, #ij, #rate, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %m, %g, %lr : tensor<2x128xf32>, tensor<2x128xf32>, tensor<2x128xf32>, tensor<f32>) outs(%e, %e : tensor<2x128xf32>, tensor<2x128xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32, %rate: f32, %o0: f32, %o1: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.mulf %1, %rate : f32
    %3 = arith.subf %p, %2 : f32
    linalg.yield %3, %1 : f32, f32
  } -> (tensor<2x128xf32>, tensor<2x128xf32>)
  return %y, %n#0, %n#1 : tensor<2x128xf32>, tensor<2x128xf32>, tensor<2x128xf32>
}
