// Ops that simpler ops replace, with fp8 ops, and rows and elements by their indices.

func.func @step(%x: tensor<4x8xf32> {fp8.name = "x"}, %s: tensor<f32> {fp8.name = "s"},
                %rows: tensor<3x1xi64> {fp8.name = "rows"}, %places: tensor<2x2xi32> {fp8.name = "places"}) -> (
    tensor<4x8xf8E4M3FN> {fp8.name = "codes"},
    tensor<3x1x8xf32> {fp8.name = "gathered"},
    tensor<3x8xf32> {fp8.name = "dropped"},
    tensor<2xf32> {fp8.name = "elements"}) {
  %tan = math.tan %x : tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %tan by %s outs(%e : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %gathered = tensor.gather %tan[%rows] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xi64>) -> tensor<3x1x8xf32>
  %dropped = tensor.gather %x[%rows] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xi64>) -> tensor<3x8xf32>
  %elements = tensor.gather %x[%places] gather_dims([0, 1]) : (tensor<4x8xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return %codes, %gathered, %dropped, %elements : tensor<4x8xf8E4M3FN>, tensor<3x1x8xf32>, tensor<3x8xf32>, tensor<2xf32>
}
