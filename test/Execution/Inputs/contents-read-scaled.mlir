// Nothing has filled the tensor that the loss is added to, in a step with ops of fp8.
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<8xf32> {fp8.updates = "w"}) {
  %empty = tensor.empty() : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%w : tensor<8xf32>) outs(%empty : tensor<f32>) dimensions = [0]
  %half = arith.constant dense<0.5> : tensor<8xf32>
  %exact = fp8.convert %w : tensor<8xf32> to tensor<8xbf16>
  %wide = arith.extf %exact : tensor<8xbf16> to tensor<8xf32>
  %new = arith.mulf %wide, %half : tensor<8xf32>
  return %loss, %new : tensor<f32>, tensor<8xf32>
}
