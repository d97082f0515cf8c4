// Linear layers on slices, whose rows lie apart: all but the first position.
#x = affine_map<(b, m, n, k) -> (b, m, k)>
#w = affine_map<(b, m, n, k) -> (k, n)>
func.func @step(%x: tensor<3x9x12xf32>, %w: tensor<12x8xf32>) -> (tensor<3x8x8xf32>, tensor<8x3x8xf32>) {
  %rows = tensor.extract_slice %x[0, 1, 0] [3, 8, 12] [1, 1, 1] : tensor<3x9x12xf32> to tensor<3x8x12xf32>
  %zero = arith.constant dense<0.0> : tensor<3x8x8xf32>
  %0 = linalg.contract indexing_maps = [#x, #w, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%rows, %w : tensor<3x8x12xf32>, tensor<12x8xf32>) outs(%zero : tensor<3x8x8xf32>) -> tensor<3x8x8xf32>
  %one = arith.constant dense<1.0> : tensor<8x3x8xf32>
  %1 = linalg.contract indexing_maps = [#x, #w, affine_map<(b, m, n, k) -> (m, b, n)>]
      ins(%rows, %w : tensor<3x8x12xf32>, tensor<12x8xf32>) outs(%one : tensor<8x3x8xf32>) -> tensor<8x3x8xf32>
  return %0, %1 : tensor<3x8x8xf32>, tensor<8x3x8xf32>
}
