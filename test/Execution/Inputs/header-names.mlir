// Tensors named like macros and types of C, and one letter that is neither.
func.func @step(%a: tensor<4xf32> {fp8.name = "NULL"}, %b: tensor<4xf32> {fp8.name = "uint8_t"}, %c: tensor<4xf32> {fp8.name = "INT8_MAX"}, %d: tensor<4xf32> {fp8.name = "W"}) -> (tensor<4xf32> {fp8.name = "y"}) {
  %0 = arith.addf %a, %b : tensor<4xf32>
  %1 = arith.addf %c, %d : tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
