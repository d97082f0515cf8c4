// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=scaled

// Scaled form holds Model form: quantizing is a choice.
func.func @step(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<f32> {
  %y = arith.negf %x : tensor<4xf32>
  %a = fp8.amax %y outs(%zero : tensor<f32>) : tensor<4xf32>
  return %a : tensor<f32>
}

// -----

// expected-error @below {{expected a public function @step with a body, but the module has none}}
// expected-note @below {{--fp8-annotate-states, part of --fp8-train-pipeline, names it}}
module {
  func.func @main(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

module attributes {fp8.done = ["fp8-quantize-contractions"]} {
  func.func @step(%x: tensor<4x4xf8E4M3FN>, %s: tensor<f32>, %wide: tensor<4x4xf32>, %zero: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    // expected-error @below {{expected 'fp8.class', the role that --fp8-quantize-contractions assigns, but there is none}}
    %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %x by %s outs(%zero : tensor<4x4xf32>) : tensor<4x4xf8E4M3FN> by tensor<f32>, tensor<4x4xf8E4M3FN> by tensor<f32>
    // No recipe chose this one.
    %z = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %wide, %wide outs(%zero : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
    return %y, %z : tensor<4x4xf32>, tensor<4x4xf32>
  }
}

// -----

func.func @step(%x: tensor<4x4xf8E4M3FN>, %zero: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{unsupported operand of 8-bit codes without a scale}}
  // expected-note @below {{supported: fp8.contract; this is likely due to --fp8-quantize-contractions, or to a frontend that expresses FP8 in upstream ops, which --fp8-raise-patterns converts}}
  %y = linalg.matmul ins(%x, %x : tensor<4x4xf8E4M3FN>, tensor<4x4xf8E4M3FN>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported op 'vector.step' in Scaled form}}
  // expected-note @below {{supported: ops of func (func return call), linalg, tensor, arith, math, scf (for if yield), fp8}}
  %v = vector.step : vector<4xindex>
  return %x : tensor<4xf32>
}

// -----

func.func @step(%x: tensor<4xf32>, %b: i1) -> tensor<4xf32> {
  // expected-error @below {{unsupported op 'scf.while' in Scaled form}}
  // expected-note @below {{supported: }}
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{unsupported op 'scf.condition' in Scaled form}}
    // expected-note @below {{supported: }}
    scf.condition(%b) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
