// Indices from data, with unknown ranges: gathered rows and elements, one
// element, and slices that are read and written at computed positions, into
// other data and into zeros.
func.func @step(%table: tensor<5x20xf32> {fp8.name = "table"}, %rows: tensor<3xf32> {fp8.name = "rows"}, %at: tensor<f32> {fp8.name = "at"})
    -> (tensor<3x20xf32> {fp8.name = "gathered"}, tensor<3xf32> {fp8.name = "elements"}, tensor<f32> {fp8.name = "scalar"},
        tensor<2x20xf32> {fp8.name = "slice"}, tensor<5x20xf32> {fp8.name = "inserted"}, tensor<5x20xf32> {fp8.name = "padded"}) {
  %e = tensor.empty() : tensor<3x20xf32>
  %gathered = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%rows : tensor<3xf32>) outs(%e : tensor<3x20xf32>) {
  ^bb0(%i: f32, %unused: f32):
    %number = arith.fptosi %i : f32 to i64
    %row = arith.index_cast %number : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%row, %j] : tensor<5x20xf32>
    %d = arith.addf %v, %v : f32
    linalg.yield %d : f32
  } -> tensor<3x20xf32>
  %e1 = tensor.empty() : tensor<3xf32>
  %elements = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%rows : tensor<3xf32>) outs(%e1 : tensor<3xf32>) {
  ^bb0(%i: f32, %unused: f32):
    %number = arith.fptosi %i : f32 to i64
    %row = arith.index_cast %number : i64 to index
    %v = tensor.extract %table[%row, %row] : tensor<5x20xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  %f = tensor.extract %at[] : tensor<f32>
  %n = arith.fptosi %f : f32 to i64
  %k = arith.index_cast %n : i64 to index
  %s = tensor.extract %table[%k, %k] : tensor<5x20xf32>
  %scalar = tensor.from_elements %s : tensor<f32>
  %slice = tensor.extract_slice %table[%k, 0] [2, 20] [1, 1] : tensor<5x20xf32> to tensor<2x20xf32>
  %twice = arith.addf %slice, %slice : tensor<2x20xf32>
  %inserted = tensor.insert_slice %twice into %table[%k, 0] [2, 20] [1, 1] : tensor<2x20xf32> into tensor<5x20xf32>
  %zeros = arith.constant dense<0.0> : tensor<5x20xf32>
  %padded = tensor.insert_slice %slice into %zeros[%k, 0] [2, 20] [1, 1] : tensor<2x20xf32> into tensor<5x20xf32>
  return %gathered, %elements, %scalar, %slice, %inserted, %padded : tensor<3x20xf32>, tensor<3xf32>, tensor<f32>, tensor<2x20xf32>, tensor<5x20xf32>, tensor<5x20xf32>
}
