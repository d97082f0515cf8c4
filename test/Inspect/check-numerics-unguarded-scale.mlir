// RUN: fp8-opt %s --fp8-check-numerics=only=unguarded-scale --split-input-file --verify-diagnostics -o /dev/null

func.func @quotient(%x: tensor<4x8xf32> {fp8.name = "x"}) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %max = arith.constant dense<448.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  // expected-note @below {{the division is here}}
  %scale = arith.divf %max, %amax : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{unguarded-scale: expected a scale that is finite if the amax is 0, but its divisor is the result of 'fp8.amax' (tensor<f32>), which may be 0: if 'x' (tensor<4x8xf32>) is all zeros, it becomes 0 * inf, which is NaN}}
  // expected-note @below {{remedy: use fp8.compute_scale, which returns 1 for it, or the maximum of the amax and an epsilon}}
  // expected-note @below {{to accept it: fp8.allow = ["unguarded-scale"] on the op or on an op around it}}
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// The inverse of a stored amax / 448.
func.func @inverse(%x: tensor<4x8xf32>) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %max = arith.constant dense<448.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %inv = arith.divf %amax, %max : tensor<f32>
  // expected-note @below {{the division is here}}
  %scale = arith.divf %one, %inv : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{but its divisor is the result of 'arith.divf' (tensor<f32>), which may be 0}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes, %inv : tensor<4x8xf8E4M3FN>, tensor<f32>
}

// -----

// Guarded by an epsilon, or by a value from the host.
func.func @negative_guarded(%x: tensor<4x8xf32>, %given: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %max = arith.constant dense<448.0> : tensor<f32>
  %epsilon = arith.constant dense<1.0e-12> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %least = arith.maximumf %amax, %epsilon : tensor<f32>
  %scale = arith.divf %max, %least : tensor<f32>
  %other = arith.divf %one, %given : tensor<f32>
  %bare = arith.divf %max, %amax : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %a = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %b = fp8.quantize %x by %other outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %c = fp8.quantize %x by %bare outs(%init : tensor<4x8xf8E4M3FN>) {fp8.allow = ["unguarded-scale"]} : tensor<4x8xf32>, tensor<f32>
  return %a, %b, %c : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}
