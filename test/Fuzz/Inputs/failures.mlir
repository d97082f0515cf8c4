// RUN: fp8-opt %s --canonicalize

// Upstream's verifier of concat reads past the end.
func.func @crash(%a: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = tensor.concat dim(-1) %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// That of from_elements lists the types of all elements.
func.func @memory(%a: f32) -> tensor<2147483647xf32> {
  %0 = tensor.from_elements %a : tensor<2147483647xf32>
  return %0 : tensor<2147483647xf32>
}

// -----

func.func @fine(%a: f32) -> f32 {
  return %a : f32
}

// -----

func.func @error(%a: f32) -> f64 {
  return %a : f32
}
