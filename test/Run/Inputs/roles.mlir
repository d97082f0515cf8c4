// Arguments whose use determines their role: indices, an exponent, a number
// that is returned.
#id = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (d0)>
#matrix = affine_map<(d0, d1) -> (d0, d1)>

func.func @roles(%table: tensor<7x4xf32> {fp8.name = "table"},
                 %ids: tensor<5xi64> {fp8.name = "ids"},
                 %labels: tensor<5xi32> {fp8.name = "labels"},
                 %flags: tensor<5xi1> {fp8.name = "flags"},
                 %t: tensor<f32> {fp8.name = "t"},
                 %unit: tensor<f32> {fp8.name = "unit"},
                 %rate: tensor<f32> {fp8.name = "rate"},
                 %count: i32 {fp8.name = "count"})
    -> (tensor<5x4xf32> {fp8.name = "rows"}, tensor<5x3xf32> {fp8.name = "onehot"},
        tensor<1xf32> {fp8.name = "power"}, tensor<f32> {fp8.name = "unit"},
        tensor<1xf32> {fp8.name = "rate2"}, f32 {fp8.name = "power2"},
        tensor<5xi8> {fp8.name = "bytes"}) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %beta = arith.constant 0.5 : f32
  %empty_rows = tensor.empty() : tensor<5x4xf32>
  %rows = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<5xi64>) outs(%empty_rows : tensor<5x4xf32>) {
  ^bb0(%id: i64, %out: f32):
    %i = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %value = tensor.extract %table[%i, %j] : tensor<7x4xf32>
    linalg.yield %value : f32
  } -> tensor<5x4xf32>

  %expanded = tensor.expand_shape %labels [[0, 1]] output_shape [5, 1] : tensor<5xi32> into tensor<5x1xi32>
  %collapsed = tensor.collapse_shape %expanded [[0, 1]] : tensor<5x1xi32> into tensor<5xi32>
  %empty_onehot = tensor.empty() : tensor<5x3xf32>
  %onehot = linalg.generic {indexing_maps = [#row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%collapsed : tensor<5xi32>) outs(%empty_onehot : tensor<5x3xf32>) {
  ^bb0(%label: i32, %out: f32):
    %j = linalg.index 1 : index
    %class = arith.index_cast %j : index to i32
    %equal = arith.cmpi eq, %label, %class : i32
    %value = arith.select %equal, %one, %zero : f32
    linalg.yield %value : f32
  } -> tensor<5x3xf32>

  %one_tensor = arith.constant dense<1.0> : tensor<f32>
  %base = arith.constant dense<0.5> : tensor<f32>
  %next = arith.addf %t, %one_tensor : tensor<f32>
  %power = math.powf %base, %next : tensor<f32>
  %power1 = tensor.expand_shape %power [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %square = arith.mulf %rate, %rate : tensor<f32>
  %rate2 = tensor.expand_shape %square [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %float = arith.sitofp %count : i32 to f32
  %power2 = math.powf %beta, %float : f32
  %empty_bytes = tensor.empty() : tensor<5xi8>
  %bytes = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%flags : tensor<5xi1>) outs(%empty_bytes : tensor<5xi8>) {
  ^bb0(%flag: i1, %out: i8):
    %byte = arith.extui %flag : i1 to i8
    linalg.yield %byte : i8
  } -> tensor<5xi8>
  return %rows, %onehot, %power1, %unit, %rate2, %power2, %bytes
      : tensor<5x4xf32>, tensor<5x3xf32>, tensor<1xf32>, tensor<f32>, tensor<1xf32>, f32, tensor<5xi8>
}
