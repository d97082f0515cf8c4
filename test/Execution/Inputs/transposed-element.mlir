// One element beside its transpose.
func.func @step(%a: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = arith.addf %a, %a : tensor<1x1xf32>
  %empty = tensor.empty() : tensor<1x1xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x1xf32>) outs(%empty : tensor<1x1xf32>) permutation = [1, 0]
  %2 = arith.addf %1, %0 : tensor<1x1xf32>
  return %2 : tensor<1x1xf32>
}
