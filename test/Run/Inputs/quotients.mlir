// The loss is the sum of 12 / x, weighted by w.
func.func @step(%w: tensor<2xf32> {fp8.name = "w"}, %x: tensor<2xi32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<2xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %twelve = arith.constant dense<12> : tensor<2xi32>
  %quotients = arith.divsi %twelve, %x : tensor<2xi32>
  %floats = arith.sitofp %quotients : tensor<2xi32> to tensor<2xf32>
  %weighted = arith.mulf %floats, %w : tensor<2xf32>
  %loss = linalg.reduce {arith.addf} ins(%weighted : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %loss, %w : tensor<f32>, tensor<2xf32>
}
