// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --verify-diagnostics | FileCheck %s

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// Only some rows of a weight are updated. The new weight is not elementwise.

// CHECK: fp8.entry = "rows"
// expected-warning @below {{'w' looks like a state, but no result overwrites it: it has the same value at every step unless the host changes it}}
// expected-note @below {{result #1 has the type of 'w', depends on its gradient, and overwrites nothing; if it is the new value, add {fp8.updates = "w"} to the result}}
// expected-note @below {{fp8.updates on a result is}}
func.func @rows(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}) -> (tensor<f32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %w0 = tensor.extract_slice %w[0, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %g0 = tensor.extract_slice %g[0, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %new0 = arith.subf %w0, %g0 : tensor<2x4xf32>
  %new = tensor.insert_slice %new0 into %w[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x4xf32>
  return %loss, %new : tensor<f32>, tensor<8x4xf32>
}

// -----

// The rows of a gradient are added to the weight.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
#ids = affine_map<(i, j, k) -> (k)>

// CHECK: fp8.entry = "scatter"
// expected-warning @below {{'w' looks like a state, but no result overwrites it}}
// expected-note @below {{result #1 has the type of 'w', depends on its gradient, and overwrites nothing}}
// expected-note @below {{fp8.updates on a result is}}
func.func @scatter(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %ids: tensor<8xi32> {fp8.name = "ids"}) -> (tensor<f32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %none = arith.constant 0.0 : f32
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %new = linalg.generic {indexing_maps = [#ids, #kj, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ids, %g : tensor<8xi32>, tensor<8x4xf32>) outs(%w : tensor<8x4xf32>) {
  ^bb0(%id: i32, %in: f32, %out: f32):
    %row = linalg.index 0 : index
    %to = arith.index_cast %id : i32 to index
    %here = arith.cmpi eq, %row, %to : index
    %part = arith.select %here, %in, %none : f32
    %sum = arith.addf %out, %part : f32
    linalg.yield %sum : f32
  } -> tensor<8x4xf32>
  return %loss, %new : tensor<f32>, tensor<8x4xf32>
}

// -----

// The gradients of two layers of the same shape. The second layer is read by
// the gradient of the first, but only in a contraction.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#jk = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: fp8.entry = "gradients"
func.func @gradients(%w: tensor<4x4xf32> {fp8.name = "w"}, %v: tensor<4x4xf32> {fp8.name = "v"}, %x: tensor<2x4xf32> {fp8.name = "x"}) -> (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %u = linalg.matmul ins(%h, %v : tensor<2x4xf32>, tensor<4x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %gv = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%h, %u : tensor<2x4xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<4x4xf32>) -> tensor<4x4xf32>
  %gh = linalg.matmul indexing_maps = [#ik, #jk, #c] ins(%u, %v : tensor<2x4xf32>, tensor<4x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %gw = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %gh : tensor<2x4xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %loss, %gw, %gv : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Regularized dual averaging: the new weight is computed from the sum of the
// gradients alone.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: fp8.entry = "averaging"
// expected-warning @below {{'w' looks like a state, but no result overwrites it}}
// expected-note @below {{result #1 has the type of 'w', depends on its gradient, and overwrites nothing}}
// expected-note @below {{fp8.updates on a result is}}
func.func @averaging(%w: tensor<8x4xf32> {fp8.name = "w"}, %z: tensor<8x4xf32> {fp8.name = "z"}, %x: tensor<2x8xf32> {fp8.name = "x"}) -> (tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %z1 = arith.addf %z, %g : tensor<8x4xf32>
  %new = arith.negf %z1 : tensor<8x4xf32>
  return %loss, %new, %z1 : tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>
}
