// Plain SGD, op by op.
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %g: tensor<8x128xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<2x128xf32> {fp8.name = "y"}, tensor<8x128xf32> {fp8.updates = "w"}) {
  %z = arith.constant dense<0.0> : tensor<2x128xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x128xf32>) outs(%z : tensor<2x128xf32>) -> tensor<2x128xf32>
  %e = tensor.empty() : tensor<8x128xf32>
  %rate = linalg.broadcast ins(%lr : tensor<f32>) outs(%e : tensor<8x128xf32>) dimensions = [0, 1]
  %0 = arith.mulf %g, %rate : tensor<8x128xf32>
  %1 = arith.subf %w, %0 : tensor<8x128xf32>
  return %y, %1 : tensor<2x128xf32>, tensor<8x128xf32>
}
