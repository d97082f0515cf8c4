// Tensors named like macros and types of C, and one letter that is neither;
// names that would end or begin a comment.
func.func @step(%a: tensor<4xf32> {fp8.name = "NULL"}, %b: tensor<4xf32> {fp8.name = "uint8_t"}, %c: tensor<4xf32> {fp8.name = "INT8_MAX"}, %d: tensor<4xf32> {fp8.name = "W"}, %e: tensor<4xf32> {fp8.name = "a*/b"}, %f: tensor<4xf32> {fp8.name = "a/*b"}) -> (tensor<4xf32> {fp8.name = "y"}) {
  %0 = arith.addf %a, %b : tensor<4xf32>
  %1 = arith.addf %c, %d : tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  %3 = arith.addf %2, %e : tensor<4xf32>
  %4 = arith.addf %3, %f : tensor<4xf32>
  return %4 : tensor<4xf32>
}
