// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=scaled

// @negative_state_without_old_value: a step that is returned.

func.func @step(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %new:2 = fp8.update states(%w, %e : tensor<4xf32>, tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %unused: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n, %d : f32, f32
  }
  return %new#0, %new#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @step(%w: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note @+1 {{the tensor is created here}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{expected operand #1 to be initialized, because a result depends on it, but it is a 'tensor.empty'}}
  %new:2 = fp8.update states(%w, %e : tensor<4xf32>, tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %old: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    %m = arith.addf %old, %d : f32
    fp8.yield %n, %m : f32, f32
  }
  return %new#0, %new#1 : tensor<4xf32>, tensor<4xf32>
}
