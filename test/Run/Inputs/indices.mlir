// Rows of labels, of which -100 stands for none; of tokens, that are moved into
// range; of positions, as they are; and a window of the table.
#row = affine_map<(d0, d1) -> (d0)>
#matrix = affine_map<(d0, d1) -> (d0, d1)>

func.func @step(%table: tensor<7x4xf32> {fp8.name = "table"},
                %labels: tensor<3xi64> {fp8.name = "labels"},
                %tokens: tensor<3xi32> {fp8.name = "tokens"},
                %positions: tensor<2x3xi32> {fp8.name = "positions"},
                %start: i32 {fp8.name = "start"})
    -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<5x4xf32>) {
  %e = tensor.empty() : tensor<3x4xf32>
  %a = linalg.generic {indexing_maps = [#matrix], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<3x4xf32>) {
  ^bb0(%out: f32):
    %n = linalg.index 0 : index
    %label = tensor.extract %labels[%n] : tensor<3xi64>
    %none = arith.constant -100 : i64
    %zero = arith.constant 0 : i64
    %isNone = arith.cmpi eq, %label, %none : i64
    %some = arith.select %isNone, %zero, %label : i64
    %i = arith.index_cast %some : i64 to index
    %j = linalg.index 1 : index
    %value = tensor.extract %table[%i, %j] : tensor<7x4xf32>
    linalg.yield %value : f32
  } -> tensor<3x4xf32>
  %b = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<3xi32>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%token: i32, %out: f32):
    %zero = arith.constant 0 : i32
    %last = arith.constant 6 : i32
    %low = arith.maxsi %token, %zero : i32
    %high = arith.minsi %low, %last : i32
    %i = arith.index_cast %high : i32 to index
    %j = linalg.index 1 : index
    %value = tensor.extract %table[%i, %j] : tensor<7x4xf32>
    linalg.yield %value : f32
  } -> tensor<3x4xf32>
  %flat = tensor.collapse_shape %positions [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %e6 = tensor.empty() : tensor<6x4xf32>
  %c = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<6xi32>) outs(%e6 : tensor<6x4xf32>) {
  ^bb0(%position: i32, %out: f32):
    %i = arith.index_cast %position : i32 to index
    %j = linalg.index 1 : index
    %value = tensor.extract %table[%i, %j] : tensor<7x4xf32>
    linalg.yield %value : f32
  } -> tensor<6x4xf32>
  %k = arith.index_cast %start : i32 to index
  %d = tensor.extract_slice %table[%k, 0] [5, 4] [1, 1] : tensor<7x4xf32> to tensor<5x4xf32>
  return %a, %b, %c, %d : tensor<3x4xf32>, tensor<3x4xf32>, tensor<6x4xf32>, tensor<5x4xf32>
}
