// The elements [0, 1], [1, 1] and [1, 2] of the six are indices of %w.
#row = affine_map<(d0) -> (d0)>

func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %i: tensor<2x3xi64> {fp8.name = "i"})
    -> (tensor<f32>, tensor<2xf32>) {
  %c1 = arith.constant 1 : index
  %flat = tensor.collapse_shape %i [[0, 1]] : tensor<2x3xi64> into tensor<6xi64>
  %v = tensor.extract %flat[%c1] : tensor<6xi64>
  %j = arith.index_cast %v : i64 to index
  %e = tensor.extract %w[%j] : tensor<4xf32>
  %s = tensor.from_elements %e : tensor<f32>
  %part = tensor.extract_slice %i[1, 1] [1, 2] [1, 1] : tensor<2x3xi64> to tensor<2xi64>
  %e2 = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%part : tensor<2xi64>) outs(%e2 : tensor<2xf32>) {
  ^bb0(%n: i64, %out: f32):
    %k = arith.index_cast %n : i64 to index
    %x = tensor.extract %w[%k] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<2xf32>
  return %s, %r : tensor<f32>, tensor<2xf32>
}
