// The loss is the sum of x and of k, weighted by w.
func.func @step(%w: tensor<2xf32> {fp8.name = "w"}, %x: tensor<2xf32> {fp8.name = "x"}, %k: tensor<2xf32> {fp8.name = "k"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<2xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = arith.addf %x, %k : tensor<2xf32>
  %weighted = arith.mulf %sum, %w : tensor<2xf32>
  %loss = linalg.reduce {arith.addf} ins(%weighted : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %loss, %w : tensor<f32>, tensor<2xf32>
}
