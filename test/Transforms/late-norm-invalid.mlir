// RUN: fp8-opt %s --split-input-file --fp8-late-norm --verify-diagnostics

// Each gradient has a norm of its own.

func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g0 = arith.mulf %x, %x : tensor<8xf32>
  %g1 = arith.negf %x : tensor<8xf32>
  %s0 = linalg.reduce {arith.addf} ins(%g0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%g1 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{supported: gradients that are clipped by one global norm}}
  // expected-error @below {{expected the scalars of updates to follow from gradients by one tensor<f32>, their norm, but there are several}}
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%s0 : tensor<f32>) outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<8xf32>) inputs(%g1 : tensor<8xf32>) scalars(%s1 : tensor<f32>) outs(%w1 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// expected-note @below {{--fp8-annotate-states names it}}
// expected-error @below {{expected a function @step with a body, but the module has none}}
module {
}
