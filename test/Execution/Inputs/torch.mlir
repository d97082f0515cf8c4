// Ops that torch-mlir writes and other frontends do not: scatters, running
// sums, asserts, powers, means in f64, and gradients of slices.

#i = affine_map<(i) -> (i)>
#column = affine_map<(i) -> (i, 0)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @step(%x: tensor<6x8xf32> {fp8.name = "x"}, %ids: tensor<6xi64> {fp8.name = "ids"}) -> (
    tensor<6x10xf32> {fp8.name = "targets"}, tensor<10x8xf32> {fp8.name = "table"}, tensor<6xi64> {fp8.name = "positions"},
    tensor<6xf32> {fp8.name = "mean"}, tensor<6x12xf32> {fp8.name = "padded"}, tensor<6x8xf32> {fp8.name = "looked_up"}) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c0_i64 = arith.constant 0 : i64
  %c5_i64 = arith.constant 5 : i64
  %c10_i64 = arith.constant 10 : i64
  %zero = arith.constant 0.0 : f32
  %tenth = arith.constant 0.1 : f64
  %logits = arith.constant dense<0.0> : tensor<6x10xf32>
  %zeros = arith.constant dense<0.0> : tensor<10x8xf32>
  %minus_one = arith.constant dense<-1.0> : tensor<6xf32>

  // The gradient of a cross entropy.
  %ids_column = tensor.expand_shape %ids [[0, 1]] output_shape [6, 1] : tensor<6xi64> into tensor<6x1xi64>
  %one_column = tensor.empty() : tensor<6x1xi64>
  %columns:2 = linalg.generic {indexing_maps = [#column, #column], iterator_types = ["parallel"]} outs(%one_column, %one_column : tensor<6x1xi64>, tensor<6x1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %i = linalg.index 0 : index
    %r = arith.remsi %i, %c6 : index
    %id = tensor.extract %ids_column[%r, %c0] : tensor<6x1xi64>
    %number = arith.index_cast %r : index to i64
    linalg.yield %number, %id : i64, i64
  } -> (tensor<6x1xi64>, tensor<6x1xi64>)
  %two_columns = tensor.empty() : tensor<6x2xi64>
  %first = tensor.insert_slice %columns#0 into %two_columns[0, 0] [6, 1] [1, 1] : tensor<6x1xi64> into tensor<6x2xi64>
  %indices = tensor.insert_slice %columns#1 into %first[0, 1] [6, 1] [1, 1] : tensor<6x1xi64> into tensor<6x2xi64>
  %targets = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%minus_one, %indices : tensor<6xf32>, tensor<6x2xi64>) outs(%logits : tensor<6x10xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<6x10xf32>

  // The gradient of an embedding, and of a power of x.
  %empty = tensor.empty() : tensor<6x8xf32>
  %power = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<6x8xf32>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%e: f32, %out: f32):
    %0 = math.fpowi %e, %c5_i64 : f32, i64
    linalg.yield %0 : f32
  } -> tensor<6x8xf32>
  %rows = tensor.expand_shape %power [[0, 1], [2]] output_shape [6, 1, 8] : tensor<6x8xf32> into tensor<6x1x8xf32>
  %table = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids_column : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%zeros : tensor<10x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<10x8xf32>

  %some = tensor.empty() : tensor<6xi64>
  %none = arith.constant dense<0> : tensor<i64>
  %positions, %count = tm_tensor.scan dimension(0) inclusive(true) ins(%ids : tensor<6xi64>) outs(%some, %none : tensor<6xi64>, tensor<i64>) {
  ^bb0(%element: i64, %sum: i64):
    %next = arith.addi %element, %sum : i64
    tm_tensor.yield %next : i64
  } -> tensor<6xi64>, tensor<i64>

  %wide_zeros = arith.constant dense<0.0> : tensor<6xf64>
  %wide_empty = tensor.empty() : tensor<6x8xf64>
  %wide = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<6x8xf32>) outs(%wide_empty : tensor<6x8xf64>) {
  ^bb0(%e: f32, %out: f64):
    %0 = arith.extf %e : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<6x8xf64>
  %sum = linalg.generic {indexing_maps = [#ij, #row], iterator_types = ["parallel", "reduction"]} ins(%wide : tensor<6x8xf64>) outs(%wide_zeros : tensor<6xf64>) {
  ^bb0(%e: f64, %s: f64):
    %0 = arith.addf %e, %s : f64
    linalg.yield %0 : f64
  } -> tensor<6xf64>
  %narrow = tensor.empty() : tensor<6xf32>
  %mean = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%sum : tensor<6xf64>) outs(%narrow : tensor<6xf32>) {
  ^bb0(%e: f64, %out: f32):
    %0 = arith.mulf %e, %tenth : f64
    %1 = arith.truncf %0 : f64 to f32
    linalg.yield %1 : f32
  } -> tensor<6xf32>

  // Two slices in a tensor of zeros.
  %space = tensor.empty() : tensor<6x12xf32>
  %around = linalg.fill ins(%zero : f32) outs(%space : tensor<6x12xf32>) -> tensor<6x12xf32>
  %left = tensor.extract_slice %power[0, 2] [5, 3] [1, 1] : tensor<6x8xf32> to tensor<5x3xf32>
  %one = tensor.insert_slice %left into %around[1, 0] [5, 3] [1, 1] : tensor<5x3xf32> into tensor<6x12xf32>
  %padded = tensor.insert_slice %power into %one[0, 4] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<6x12xf32>

  %looked_up = linalg.generic {indexing_maps = [#row, #ij], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<6xi64>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%id: i64, %out: f32):
    %below = arith.cmpi slt, %id, %c10_i64 : i64
    cf.assert %below, "index must be smaller than dim size"
    %above = arith.cmpi sge, %id, %c0_i64 : i64
    cf.assert %above, "index must be larger or equal to 0"
    %at = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %e = tensor.extract %table[%at, %j] : tensor<10x8xf32>
    linalg.yield %e : f32
  } -> tensor<6x8xf32>
  return %targets, %table, %positions, %mean, %padded, %looked_up : tensor<6x10xf32>, tensor<10x8xf32>, tensor<6xi64>, tensor<6xf32>, tensor<6x12xf32>, tensor<6x8xf32>
}
