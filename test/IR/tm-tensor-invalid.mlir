// RUN: fp8-opt %s --split-input-file --verify-diagnostics

func.func @negative_inputs(%rows: tensor<6x8xf32>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c1
  // expected-error @below {{expected two inputs, and one output of the type of the result, but there are 1 inputs, 1 outputs and 1 results}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows : tensor<6x8xf32>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_columns(%rows: tensor<6x8xf32>, %ids: tensor<6x2xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c2
  // expected-error @below {{expected integer indices of shape [N, 1], one column for each entry of dimension_map, but they are 'tensor<6x2xi64>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x8xf32>, tensor<6x2xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_dimensions(%rows: tensor<6xf32>, %ids: tensor<6x2xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c2
  // expected-error @below {{expected dimension_map to list different dimensions of 'tensor<32x8xf32>', but it is [1, 1]}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 1, 1>} unique_indices(false) ins(%rows, %ids : tensor<6xf32>, tensor<6x2xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_slices(%rows: tensor<5x8xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c3
  // expected-error @below {{expected a slice of 'tensor<32x8xf32>' for each of 6 positions, but updates are 'tensor<5x8xf32>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<5x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_region(%rows: tensor<6x8xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c4
  // expected-error @below {{expected a region from two 'f32' to one, but it takes 'f32' and yields 'f32'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_outputs(%x: tensor<4xi64>) -> tensor<4xi64> { // scan_c1
  // expected-error @below {{expected one input, and two outputs of the types of the results, but there are 1 inputs, 1 outputs and 1 results}}
  %0 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi64>) outs(%x : tensor<4xi64>) {
  ^bb0(%element: i64, %sum: i64):
    tm_tensor.yield %sum : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @negative_shape(%x: tensor<4x3xi64>, %last: tensor<4xi64>) -> tensor<4x3xi64> { // scan_c1
  // expected-error @below {{expected outputs of 'tensor<4x3xi64>' and 'tensor<3xi64>', but they are 'tensor<4x3xi64>' and 'tensor<4xi64>'}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4x3xi64>) outs(%x, %last : tensor<4x3xi64>, tensor<4xi64>) {
  ^bb0(%element: i64, %sum: i64):
    tm_tensor.yield %sum : i64
  } -> tensor<4x3xi64>, tensor<4xi64>
  return %0#0 : tensor<4x3xi64>
}

// -----

func.func @negative_dimension(%x: tensor<4xi64>, %last: tensor<i64>) -> tensor<4xi64> { // scan_c2
  // expected-error @below {{expected a dimension of 'tensor<4xi64>', but it is 1}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4xi64>) outs(%x, %last : tensor<4xi64>, tensor<i64>) {
  ^bb0(%element: i64, %sum: i64):
    tm_tensor.yield %sum : i64
  } -> tensor<4xi64>, tensor<i64>
  return %0#0 : tensor<4xi64>
}

// -----

func.func @negative_scan_region(%x: tensor<4xi64>, %last: tensor<i64>) -> tensor<4xi64> { // scan_c3
  // expected-error @below {{expected a region from two 'i64' to one, but it takes 'i64', 'i64' and yields 'i1'}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi64>) outs(%x, %last : tensor<4xi64>, tensor<i64>) {
  ^bb0(%element: i64, %sum: i64):
    %less = arith.cmpi slt, %element, %sum : i64
    tm_tensor.yield %less : i1
  } -> tensor<4xi64>, tensor<i64>
  return %0#0 : tensor<4xi64>
}

// -----

func.func @negative_element(%rows: tensor<6x8xf16>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> { // scatter_c4
  // expected-error @below {{expected updates of 'f32', as the output has, but they are 'tensor<6x8xf16>'}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x8xf16>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
