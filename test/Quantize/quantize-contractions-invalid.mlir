// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-quantize-contractions

// expected-error @below {{expected a function @step with a body, but the module has none}}
// expected-note @below {{run --fp8-annotate-states, which renames the step function to @step}}
module {
  func.func @train(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// expected-error @below {{expected a training step, which returns its loss or new parameters, but there is neither}}
// expected-note @below {{a loss is a float result of one element that depends on contractions, or a result with fp8.loss}}
// expected-note @below {{result #0 is of type 'tensor<2x4xf32>', which is not one float}}
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
