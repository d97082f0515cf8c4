// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @optimizer_o1_none(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected 1 state, but got 2}}
  %0:2 = fp8.sgd states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o1_momentum(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected 2 states, but got 1}}
  %0 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr momentum 0.9 outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o1_adam(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.adam' op expected 3 states, but got 1}}
  %0 = fp8.adam states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o1_lion(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lion' op expected 2 states, but got 1}}
  %0 = fp8.lion states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o1_adagrad(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.adagrad' op expected 2 states, but got 1}}
  %0 = fp8.adagrad states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o1_rmsprop(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.rmsprop' op expected 4 states, but got 2}}
  %0:2 = fp8.rmsprop states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr centered momentum 0.9 outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// The states that are listed, not the planes.
func.func @optimizer_o1_storage(%w: tensor<4xbf16>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lamb' op expected 3 states, but got 1}}
  %0:3 = fp8.lamb states(%w, %w, %w : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) gradient(%g : tensor<4xf32>) lr %lr storage [#fp8.storage<format = bf16>] outs(%w, %w, %w : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>)
  return
}

// -----

func.func @optimizer_o2_planes(%w: tensor<4xf32>, %m: tensor<4xbf16>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lion' op expected one operand of 'states' per plane that the storage requires, 3, but got 2}}
  %0:2 = fp8.lion states(%w, %m : tensor<4xf32>, tensor<4xbf16>) gradient(%g : tensor<4xf32>) lr %lr storage [#fp8.storage<format = f32>, #fp8.storage<format = bf16, residual = bf16>] outs(%w, %m : tensor<4xf32>, tensor<4xbf16>)
  return
}

// -----

func.func @optimizer_o2_elements(%w: tensor<4xf32>, %m: tensor<4xf16>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lion' op expected operand #1 of 'states' to have elements 'bf16', but got 'tensor<4xf16>'}}
  %0:2 = fp8.lion states(%w, %m : tensor<4xf32>, tensor<4xf16>) gradient(%g : tensor<4xf32>) lr %lr storage [#fp8.storage<format = f32>, #fp8.storage<format = bf16>] outs(%w, %m : tensor<4xf32>, tensor<4xf16>)
  return
}

// -----

func.func @optimizer_o2_inits(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected one init per plane, amax and reduction, 1, but got 2}}
  // expected-note @below {{planes: 1, amaxes: 0, reductions: 0}}
  %0:2 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o2_scales(%w: tensor<4xf8E4M3FN>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected one scale for each decoding and each encoding of a plane with a tensor-wise scale, 2, but got 1}}
  %0:2 = fp8.sgd states(%w : tensor<4xf8E4M3FN>) gradient(%g : tensor<4xf32>) lr %lr scales(%lr) outs(%w, %lr : tensor<4xf8E4M3FN>, tensor<f32>)
  return
}

// -----

func.func @optimizer_o2_draws(%w: tensor<4xbf16>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected 'seed' and 'step' if and only if a storage rounds stochastically, but one does and 'seed' is absent}}
  %0 = fp8.sgd states(%w : tensor<4xbf16>) gradient(%g : tensor<4xf32>) lr %lr storage [#fp8.storage<format = bf16, rounding = stochastic, stream = 0>] outs(%w : tensor<4xbf16>)
  return
}

// -----

func.func @optimizer_o2_place(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected}}
  %0 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr at [2] of [5] outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o3_gradient(%w: tensor<4xf32>, %g: tensor<5xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected dimension 0 of 'tensor<5xf32>' to have extent 4 according to map #1, but it is 5}}
  %0 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<5xf32>) lr %lr outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o3_moment(%w: tensor<4xf32>, %m: tensor<2x2xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lion' op expected map #1 to be a permutation with 1 dimensions and one result per dimension of 'tensor<2x2xf32>'}}
  %0:2 = fp8.lion states(%w, %m : tensor<4xf32>, tensor<2x2xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w, %m : tensor<4xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @optimizer_o4_weight(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.adamw' op expected beta2 to be from 0 to below 1, but it is 1.0}}
  %0:3 = fp8.adamw states(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr beta2 1.0 outs(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o4_negative(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.adagrad' op expected weight_decay to be finite and not negative, but it is -1.0}}
  %0:2 = fp8.adagrad states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr weight_decay -1.0 outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o4_infinite(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.rmsprop' op expected eps to be finite and not negative, but it is INF}}
  %0:2 = fp8.rmsprop states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr eps 0x7FF0000000000000 outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @optimizer_o5(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.adam' op expected two bias corrections or none, but got 1}}
  %0:3 = fp8.adam states(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr bias_corrections %lr outs(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @sgd_c1_dampening(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected momentum with dampening, but it is 0}}
  %0 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr dampening 0.1 outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @sgd_c1_nesterov(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected momentum with nesterov, but it is 0}}
  %0 = fp8.sgd states(%w : tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr nesterov outs(%w : tensor<4xf32>)
  return
}

// -----

func.func @sgd_c1_both(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op expected no dampening under nesterov, but it is 5.0}}
  %0:2 = fp8.sgd states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr momentum 0.9 dampening 0.5 nesterov outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lion_c1(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lion' op expected the order torch or optax, but got apex}}
  %0:2 = fp8.lion states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr order<apex> outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @lamb_c1(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.lamb' op expected no probe: the step depends on norms that are known after the moments are stored}}
  %0:3 = fp8.lamb probe states(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w, %w, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @on_buffers(%w: memref<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{'fp8.sgd' op operand #0 must be variadic of ranked tensor of}}
  fp8.sgd states(%w : memref<4xf32>) gradient(%g : tensor<4xf32>) lr %lr outs(%w : memref<4xf32>)
  return
}

// -----

func.func @order(%w: tensor<4xf32>, %g: tensor<4xf32>, %lr: tensor<f32>) {
  // expected-error @below {{expected one of [torch, optax, apex], but got 'jax'}}
  %0:2 = fp8.lion states(%w, %w : tensor<4xf32>, tensor<4xf32>) gradient(%g : tensor<4xf32>) lr %lr order<jax> outs(%w, %w : tensor<4xf32>, tensor<4xf32>)
  return
}
