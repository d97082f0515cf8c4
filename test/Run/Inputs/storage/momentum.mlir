// SGD with momentum, op by op.
func.func @step(%w: tensor<2x128xf32> {fp8.name = "w"}, %m: tensor<2x128xf32> {fp8.name = "m"}, %x: tensor<2x2xf32> {fp8.name = "x"}, %g: tensor<2x128xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<2x128xf32> {fp8.name = "y"}, tensor<2x128xf32> {fp8.updates = "w"}, tensor<2x128xf32> {fp8.updates = "m"}) {
  %z = arith.constant dense<0.0> : tensor<2x128xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x128xf32>) outs(%z : tensor<2x128xf32>) -> tensor<2x128xf32>
  %beta = arith.constant dense<0.9> : tensor<2x128xf32>
  %0 = arith.mulf %m, %beta : tensor<2x128xf32>
  %1 = arith.addf %0, %g : tensor<2x128xf32>
  %e = tensor.empty() : tensor<2x128xf32>
  %rate = linalg.broadcast ins(%lr : tensor<f32>) outs(%e : tensor<2x128xf32>) dimensions = [0, 1]
  %2 = arith.mulf %1, %rate : tensor<2x128xf32>
  %3 = arith.subf %w, %2 : tensor<2x128xf32>
  return %y, %3, %1 : tensor<2x128xf32>, tensor<2x128xf32>, tensor<2x128xf32>
}
