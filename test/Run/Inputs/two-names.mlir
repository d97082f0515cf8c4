// Names that are not UTF-8, as which files keep them.
func.func @hold(%a: tensor<2xf32> {fp8.name = "a\FE"},
                // Another one.
                %b: tensor<2xf32> {fp8.name = "a\FF"})
    -> (tensor<2xf32> {fp8.name = "a\FE", fp8.updates = "a\FE"},
        tensor<2xf32> {fp8.name = "a\FF", fp8.updates = "a\FF"}) {
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
