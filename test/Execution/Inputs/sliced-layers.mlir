// Linear layers on slices, whose rows lie apart: all but the last positions, and
// every second feature.
#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (k, n)>
#y = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @step(%x: tensor<3x9x12xf32>, %w: tensor<12x8xf32>, %v: tensor<6x8xf32>) -> (tensor<3x8x8xf32>, tensor<8x3x8xf32>, tensor<3x9x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x8x8xf32>
  %rows = tensor.extract_slice %x[0, 1, 0] [3, 8, 12] [1, 1, 1] : tensor<3x9x12xf32> to tensor<3x8x12xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, #y] ins(%rows, %w : tensor<3x8x12xf32>, tensor<12x8xf32>) outs(%zero : tensor<3x8x8xf32>) -> tensor<3x8x8xf32>
  %other = arith.constant dense<1.0> : tensor<8x3x8xf32>
  %1 = linalg.contract indexing_maps = [#x, #w, affine_map<(b, m, n, k) -> (m, b, n)>] ins(%rows, %w : tensor<3x8x12xf32>, tensor<12x8xf32>) outs(%other : tensor<8x3x8xf32>) -> tensor<8x3x8xf32>
  %long = arith.constant dense<0.0> : tensor<3x9x8xf32>
  %features = tensor.extract_slice %x[0, 0, 0] [3, 9, 6] [1, 1, 2] : tensor<3x9x12xf32> to tensor<3x9x6xf32>
  %2 = linalg.contract indexing_maps = [#x, #w, #y] ins(%features, %v : tensor<3x9x6xf32>, tensor<6x8xf32>) outs(%long : tensor<3x9x8xf32>) -> tensor<3x9x8xf32>
  return %0, %1, %2 : tensor<3x8x8xf32>, tensor<8x3x8xf32>, tensor<3x9x8xf32>
}
