// RUN: fp8-opt %s --split-input-file --fp8-check-numerics=only=quasi-scale --verify-diagnostics
// RUN: fp8-opt %s --split-input-file --fp8-check-numerics="only=quasi-scale allow=quasi-scale" -o /dev/null --remarks-filter=fp8-check-numerics --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s

// A scale that is no power of two follows the largest weight, which such draws
// have rounded in the step before.

func.func @negative_computed(%w: tensor<4xf8E4M3FN> {fp8.name = "w"}, %r: tensor<4xi8>, %s: tensor<f32>, %amax: tensor<f32>, %z: tensor<f32>, %g: tensor<4xf32>, %seed: i32, %step: i32) -> (tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  // expected-error @below {{quasi-scale: expected the scale of 'w' (tensor<4xf8E4M3FN>), which is rounded with rounding = quasi_stochastic, to be a power of two, but it is the scale that 'fp8.compute_scale' computes from 'arg3', which may be any number}}
  // expected-note @below {{remedy: use scaling<pow2 = true>, a scale for each granule, or rounding = stochastic}}
  // expected-note @below {{to accept it: fp8.allow = ["quasi-scale"] on the op or on an op around it}}
  %n:3 = fp8.update states(%w, %r : tensor<4xf8E4M3FN>, tensor<4xi8>) inputs(%g : tensor<4xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 0>] outs(%w, %r, %z : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %n#0, %n#1, %n#2 : tensor<4xf8E4M3FN>, tensor<4xi8>, tensor<f32>
}

// -----

func.func @negative_constant(%w: tensor<4xf32>, %codes: tensor<4xf8E4M3FN>, %seed: i32, %step: i32) -> tensor<4xf8E4M3FN> {
  %scale = arith.constant dense<3.0> : tensor<f32>
  // expected-error @below {{to be a power of two, but it is the constant 3}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n = fp8.quantize %w by %scale rounding<quasi_stochastic> stream 0 seed %seed step %step outs(%codes : tensor<4xf8E4M3FN>) : tensor<4xf32>, tensor<f32>
  return %n : tensor<4xf8E4M3FN>
}

// -----

// The scale of an argument is the host's: it is remarked on. A power of two, a
// scale of each group and other draws are fine.

// CHECK: allowed: quasi-scale: expected the scale of 'w'
// CHECK: allowed: quasi-scale: expected the scale of the result of 'fp8.quantize'
// CHECK: allowed: quasi-scale: the scale of 'w' (tensor<4x128xf8E4M3FN>), which is rounded with rounding = quasi_stochastic, is 's': it is unknown whether this is a power of two
// CHECK-NOT: the scale of '{{[abc]}}'
func.func @fine(%w: tensor<4x128xf8E4M3FN> {fp8.name = "w"}, %a: tensor<4x128xf8E4M3FN> {fp8.name = "a"}, %b: tensor<4x128xf8E4M3FN> {fp8.name = "b"}, %c: tensor<4x128xf8E4M3FN> {fp8.name = "c"}, %cs: tensor<4xf32>, %i: tensor<f32>, %s: tensor<f32> {fp8.name = "s"}, %amax: tensor<f32>, %z: tensor<f32>, %g: tensor<4x128xf32>, %seed: i32, %step: i32) -> (tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %pow2, %pow2_inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> : tensor<f32>
  %any, %any_inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %n:8 = fp8.update states(%w, %a, %b, %c, %cs : tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4xf32>) inputs(%g : tensor<4x128xf32>) scales(%i, %s, %i, %pow2, %i, %any : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, stream = 0>, #fp8.storage<format = e4m3, rounding = quasi_stochastic, stream = 1>, #fp8.storage<format = e4m3, rounding = stochastic, stream = 2>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = quasi_stochastic, stream = 3>] outs(%w, %a, %b, %c, %cs, %z, %z, %z : tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %t: f32, %d: f32):
    fp8.yield %d, %d, %d, %d : f32, f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %n#3, %n#4, %n#5, %n#6, %n#7 : tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4x128xf8E4M3FN>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}
