// Granules that do not divide a row, and a value whose rows are collapsed:
// the start of a row is not a multiple of the size of its parts.
func.func @step(%x: tensor<3x5xf32>, %y: tensor<3x5xf32>)
    -> (tensor<3x5xf8E4M3FN>, tensor<2x2xf32>, tensor<15xf32>, tensor<15xi64>) {
  %codes = tensor.empty() : tensor<3x5xf8E4M3FN>
  %scales = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %p = tensor.empty() : tensor<15xi64>
  %q:2 = fp8.quantize %x granularity<block 2x4> outs(%codes, %scales : tensor<3x5xf8E4M3FN>, tensor<2x2xf32>) : tensor<3x5xf32>
  %sum = linalg.add ins(%x, %y : tensor<3x5xf32>, tensor<3x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %flat = tensor.collapse_shape %sum [[0, 1]] : tensor<3x5xf32> into tensor<15xf32>
  %positions = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%flat : tensor<15xf32>) outs(%p : tensor<15xi64>) {
  ^bb0(%f: f32, %unused: i64):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    linalg.yield %0 : i64
  } -> tensor<15xi64>
  return %q#0, %q#1, %flat, %positions : tensor<3x5xf8E4M3FN>, tensor<2x2xf32>, tensor<15xf32>, tensor<15xi64>
}
