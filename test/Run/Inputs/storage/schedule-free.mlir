// Schedule-free SGD: z steps, x averages z, and the weight lies between them.
func.func @step(%w: tensor<4x32xf32> {fp8.name = "w"}, %s: tensor<4x32xf32> {fp8.name = "z"}, %a: tensor<4x32xf32> {fp8.name = "x"}, %d: tensor<2x4xf32> {fp8.name = "d"}, %g: tensor<4x32xf32> {fp8.name = "g"})
    -> (tensor<2x32xf32> {fp8.name = "y"}, tensor<4x32xf32> {fp8.updates = "w"}, tensor<4x32xf32> {fp8.updates = "z"}, tensor<4x32xf32> {fp8.updates = "x"}) {
  %zero = arith.constant dense<0.0> : tensor<2x32xf32>
  %y = linalg.matmul ins(%d, %w : tensor<2x4xf32>, tensor<4x32xf32>) outs(%zero : tensor<2x32xf32>) -> tensor<2x32xf32>
  %lr = arith.constant dense<0.01> : tensor<4x32xf32>
  %c = arith.constant dense<0.02> : tensor<4x32xf32>
  %c1 = arith.constant dense<0.98> : tensor<4x32xf32>
  %b = arith.constant dense<0.9> : tensor<4x32xf32>
  %b1 = arith.constant dense<0.1> : tensor<4x32xf32>
  %0 = arith.mulf %g, %lr : tensor<4x32xf32>
  %z1 = arith.subf %s, %0 : tensor<4x32xf32>
  %1 = arith.mulf %a, %c1 : tensor<4x32xf32>
  %2 = arith.mulf %z1, %c : tensor<4x32xf32>
  %x1 = arith.addf %1, %2 : tensor<4x32xf32>
  %3 = arith.mulf %x1, %b : tensor<4x32xf32>
  %4 = arith.mulf %z1, %b1 : tensor<4x32xf32>
  %w1 = arith.addf %3, %4 : tensor<4x32xf32>
  return %y, %w1, %z1, %x1 : tensor<2x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>
}
