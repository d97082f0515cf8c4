// The index is the larger one of two elements of %i.
func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %i: tensor<2x2xi64> {fp8.name = "i"}) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%i, %i : tensor<2x2xi64>, tensor<2x2xi64>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%n: i64, %m: i64, %out: f32):
    %larger = arith.maxsi %n, %m : i64
    %k = arith.index_cast %larger : i64 to index
    %x = tensor.extract %w[%k] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
