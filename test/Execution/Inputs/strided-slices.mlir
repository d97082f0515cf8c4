// Slices of one element along a dimension, with a step that does not matter.
func.func @step(%w: tensor<4x9xf32> {fp8.name = "w"}, %x: tensor<2x3x7xf32> {fp8.name = "x"}) -> (tensor<4x9xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<1x2xf32> {fp8.name = "read"}) {
  %0 = tensor.extract_slice %x[0, 2, 1] [1, 1, 2] [2, 1, 3] : tensor<2x3x7xf32> to tensor<1x2xf32>
  %1 = tensor.insert_slice %0 into %w[2, 1] [1, 2] [3, 4] : tensor<1x2xf32> into tensor<4x9xf32>
  return %1, %0 : tensor<4x9xf32>, tensor<1x2xf32>
}
