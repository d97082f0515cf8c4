// Lookahead over momentum: slow weights s average the fast ones, and the weight
// lies between both.
func.func @step(%w: tensor<4x32xf32> {fp8.name = "w"}, %m: tensor<4x32xf32> {fp8.name = "m"}, %s: tensor<4x32xf32> {fp8.name = "s"}, %d: tensor<2x4xf32> {fp8.name = "d"}, %g: tensor<4x32xf32> {fp8.name = "g"})
    -> (tensor<2x32xf32> {fp8.name = "y"}, tensor<4x32xf32> {fp8.updates = "w"}, tensor<4x32xf32> {fp8.updates = "m"}, tensor<4x32xf32> {fp8.updates = "s"}) {
  %zero = arith.constant dense<0.0> : tensor<2x32xf32>
  %y = linalg.matmul ins(%d, %w : tensor<2x4xf32>, tensor<4x32xf32>) outs(%zero : tensor<2x32xf32>) -> tensor<2x32xf32>
  %lr = arith.constant dense<0.001> : tensor<4x32xf32>
  %half = arith.constant dense<0.5> : tensor<4x32xf32>
  %b = arith.constant dense<0.9> : tensor<4x32xf32>
  %0 = arith.mulf %m, %b : tensor<4x32xf32>
  %m1 = arith.addf %0, %g : tensor<4x32xf32>
  %1 = arith.mulf %m1, %lr : tensor<4x32xf32>
  %f = arith.subf %w, %1 : tensor<4x32xf32>
  %2 = arith.mulf %s, %half : tensor<4x32xf32>
  %3 = arith.mulf %f, %half : tensor<4x32xf32>
  %s1 = arith.addf %2, %3 : tensor<4x32xf32>
  %4 = arith.mulf %f, %half : tensor<4x32xf32>
  %5 = arith.mulf %s1, %half : tensor<4x32xf32>
  %w1 = arith.addf %4, %5 : tensor<4x32xf32>
  return %y, %w1, %m1, %s1 : tensor<2x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>
}
