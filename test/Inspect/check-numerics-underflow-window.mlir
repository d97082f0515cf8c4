// RUN: fp8-opt %s --fp8-check-numerics=only=underflow-window --split-input-file --verify-diagnostics -o /dev/null

func.func @constant(%x: tensor<4x8xf32>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E5M2>) {
  %scale = arith.constant dense<0.01> : tensor<f32>
  %t = math.tanh %x : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %init2 = tensor.empty() : tensor<4x8xf8E5M2>
  // expected-error @below {{underflow-window: expected |input| * scale to reach 0.015625, the smallest normal e4m3, but the result of 'math.tanh' (tensor<4x8xf32>) is at most 1 and the scale is 0.01, which gives 0.01}}
  // expected-note @below {{remedy: use a scale of 448, or the scale of a measured amax (fp8.compute_scale)}}
  // expected-note @below {{to accept it}}
  %a = fp8.quantize %t by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // e5m2 begins at 2^-14.
  %b = fp8.quantize %t by %scale outs(%init2 : tensor<4x8xf8E5M2>) : tensor<4x8xf32>, tensor<f32>
  return %a, %b : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E5M2>
}

// -----

// 448 * 2^-14 is normal, 448 * 2^-15 is not.
func.func @margin(%amax: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %a, %ai = fp8.compute_scale %amax for e4m3 scaling<margin = 14> : tensor<f32>
  // expected-error @below {{expected the amax to be mapped to 0.015625, the smallest normal e4m3, or above, but a margin of 15 maps it to 0.0136719}}
  // expected-note @below {{remedy: use a margin of at most 14}}
  // expected-note @below {{to accept it}}
  %b, %bi = fp8.compute_scale %amax for e4m3 scaling<margin = 15> : tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

func.func @margin_of_states(%h: tensor<4x2xf32>, %a: tensor<2xf32>, %s: tensor<2xf32>, %x: tensor<4x32xf32>) -> (tensor<2xf32>, tensor<4x32xf8E5M2>) {
  // expected-error @below {{a margin of 30 maps it to 5.34058e-05}}
  // expected-note @below {{remedy: use a margin of at most 29}}
  // expected-note @below {{to accept it}}
  %h1, %s1, %n = fp8.update_scales %h, %a, %s for e5m2 scaling<margin = 30> : tensor<4x2xf32>, tensor<2xf32>
  %c = tensor.empty() : tensor<4x32xf8E5M2>
  %i = tensor.empty() : tensor<4xf32>
  // expected-error @below {{a margin of 31}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q:2 = fp8.quantize %x granularity<row> scaling<margin = 31> outs(%c, %i : tensor<4x32xf8E5M2>, tensor<4xf32>) : tensor<4x32xf32>
  return %s1, %q#0 : tensor<2xf32>, tensor<4x32xf8E5M2>
}

// -----

// A tanh cannot reach an epsilon of 1e6.
func.func @epsilon(%x: tensor<4x8xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %t = math.tanh %x : tensor<4x8xf32>
  %amax = fp8.amax %t outs(%zero : tensor<f32>) : tensor<4x8xf32>
  // expected-error @below {{expected an epsilon below the measured amax, but the result of 'fp8.amax' (tensor<f32>) is at most 1 and epsilon is 1e+06: no code is above 0.000448, and normal numbers start at 0.015625}}
  // expected-note @below {{remedy: use an epsilon of at most 1}}
  // expected-note @below {{to accept it}}
  %a, %ai = fp8.compute_scale %amax for e4m3 scaling<epsilon = 1.0e6> : tensor<f32>
  %b, %bi = fp8.compute_scale %amax for e4m3 scaling<epsilon = 1.0e-6> : tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

func.func @negative_allowed(%amax: tensor<f32>) -> tensor<f32> {
  %a, %ai = fp8.compute_scale %amax for e4m3 scaling<margin = 15> {fp8.allow = ["underflow-window"]} : tensor<f32>
  return %a : tensor<f32>
}
