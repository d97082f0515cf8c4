// A forward alone: nothing is updated.
func.func @forward(%w: tensor<4x2xf32> {fp8.name = "w"}, %x: tensor<3x4xf32> {fp8.name = "x"}) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %z = arith.constant dense<0.0> : tensor<3x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x4xf32>, tensor<4x2xf32>) outs(%z : tensor<3x2xf32>) -> tensor<3x2xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<3x2xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
