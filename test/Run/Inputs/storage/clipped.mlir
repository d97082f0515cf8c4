// SGD with a clip of each element of the gradient.
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w"}, %x: tensor<2x4xf32> {fp8.name = "x"}, %g: tensor<4x4xf32> {fp8.name = "g"}) -> (tensor<2x4xf32> {fp8.name = "y"}, tensor<4x4xf32> {fp8.updates = "w"}) {
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  %lo = arith.constant dense<-1.0> : tensor<4x4xf32>
  %hi = arith.constant dense<1.0> : tensor<4x4xf32>
  %lr = arith.constant dense<0.001> : tensor<4x4xf32>
  %0 = arith.maximumf %g, %lo : tensor<4x4xf32>
  %1 = arith.minimumf %0, %hi : tensor<4x4xf32>
  %2 = arith.mulf %1, %lr : tensor<4x4xf32>
  %3 = arith.subf %w, %2 : tensor<4x4xf32>
  return %y, %3 : tensor<2x4xf32>, tensor<4x4xf32>
}
