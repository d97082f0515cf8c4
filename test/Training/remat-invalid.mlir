// RUN: fp8-opt %s --fp8-remat="mode=selective budget=100" --split-input-file --verify-diagnostics

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The first products of the backward read %h1 and %h2, 64 and 128 bytes.
// expected-error @below {{expected a rematerialization budget of 192 bytes or more for the values that @step saves for its backward pass, but got 100}}
// expected-note @below {{under full rematerialization, which recomputes matmuls too, it is 192 bytes}}
// expected-note @below {{without rematerialization it saves 192 bytes}}
func.func @step(%w1: tensor<8x4xf32> {fp8.state = #fp8.state<param>},
                %w2: tensor<4x8xf32> {fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>)
    -> (tensor<f32> {fp8.name = "loss"}, tensor<8x4xf32>, tensor<4x8xf32>) {
  %z_h = arith.constant dense<0.0> : tensor<4x4xf32>
  %z_y = arith.constant dense<0.0> : tensor<4x8xf32>
  %z_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %h1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%z_h : tensor<4x4xf32>) -> tensor<4x4xf32>
  %h2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%h1, %w2 : tensor<4x4xf32>, tensor<4x8xf32>) outs(%z_y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %loss = linalg.reduce { arith.addf } ins(%h2 : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %gw2 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%h1, %h2 : tensor<4x4xf32>, tensor<4x8xf32>) outs(%z_y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %gh1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%h2, %w2 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%z_h : tensor<4x4xf32>) -> tensor<4x4xf32>
  %gw1 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh1 : tensor<4x8xf32>, tensor<4x4xf32>) outs(%z_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %loss, %gw1, %gw2 : tensor<f32>, tensor<8x4xf32>, tensor<4x8xf32>
}

// -----

module attributes {fp8.done = ["fp8-microbatches"]} {
  // expected-error @below {{expected a step before --fp8-microbatches, which has run already}}
  func.func @step(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %x : tensor<4x8xf32>
  }
}

// -----

module attributes {fp8.done = ["fp8-remat"]} {
  // expected-error @below {{expected a step before --fp8-remat, which has run already}}
  func.func @step(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %x : tensor<4x8xf32>
  }
}

// -----

// expected-error @below {{expected a function @step with a body, but the module has none}}
// expected-note @below {{run --fp8-annotate-states, which renames the step function to @step}}
module {
  func.func @negative_entry(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    return %x : tensor<4x8xf32>
  }
}
