// sum' = sum + x
func.func @accumulate(%sum: tensor<2xf32> {fp8.name = "sum"},
                      %x: tensor<2xf32> {fp8.name = "x"})
    -> (tensor<2xf32> {fp8.name = "sum", fp8.updates = "sum"}) {
  %0 = arith.addf %sum, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
