// RUN: fp8-opt %s --split-input-file --fp8-check-numerics=only=update-stall --verify-diagnostics

// Adam at a constant rate of 1e-5: the quotient is at most 7.27 at any step, so
// that half a unit of bf16 is more than an update for weights above 2^-5. The
// scalars that divide the moments are bias corrections.

func.func @negative_adam(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<4xf32>, %c1: tensor<f32>, %c2: tensor<f32>) -> (tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>) {
  %lr = arith.constant dense<1.0e-5> : tensor<f32>
  // expected-error @below {{update-stall: expected the update of 'w' (tensor<4xbf16>) to reach half a unit in the last place of 1, but it is at most 7.34299e-05 and rounded to nearest in bf16, 8 significand bits: no gradient changes a weight above 0.03125}}
  // expected-note @below {{remedy: store it with rounding = stochastic, or with a residual}}
  // expected-note @below {{to accept it: fp8.allow = ["update-stall"] on the op or on an op around it}}
  %n:3 = fp8.update states(%w, %m, %v : tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>) inputs(%g : tensor<4xf32>) scalars(%lr, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %rate: f32, %cor1: f32, %cor2: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %a2 = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %d, %d : f32
    %4 = arith.mulf %a2, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %step = arith.divf %rate, %cor1 : f32
    %5 = math.sqrt %v1 : f32
    %6 = math.sqrt %cor2 : f32
    %7 = arith.divf %5, %6 : f32
    %8 = arith.addf %7, %eps : f32
    %9 = arith.mulf %step, %m1 : f32
    %u = arith.divf %9, %8 : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A sign at a rate of 2^-10, with a decay of 2^-12: an update is at most 2^-10,
// and half a unit of bf16 at 1 is 2^-8, less 2^-11 for the decay.

func.func @negative_sign(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>) -> tensor<4xbf16> {
  // expected-error @below {{but it is at most 0.000976562 and rounded to nearest in bf16, 8 significand bits: no gradient changes a weight above 0.5}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n = fp8.update states(%w : tensor<4xbf16>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32, %d: f32):
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %minus = arith.constant -1.0 : f32
    %rate = arith.constant 0x3A800000 : f32
    %keep = arith.constant 0x3F7FF000 : f32
    %is = arith.cmpf ogt, %d, %zero : f32
    %sign = arith.select %is, %one, %minus : f32
    %u = arith.mulf %sign, %rate : f32
    %0 = arith.mulf %p, %keep : f32
    %1 = arith.subf %0, %u : f32
    fp8.yield %1 : f32
  }
  return %n : tensor<4xbf16>
}

// -----

// Roundings in the region, of a state in f32; a clamp bounds the gradient.

func.func @negative_in_the_region(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %rate: tensor<f32> {fp8.initial = 1.0e-4 : f32, fp8.name = "lr"}) -> tensor<4xf32> {
  // expected-note @below {{the update is here}}
  %n = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32, %lr: f32):
    %one = arith.constant 1.0 : f32
    %minus = arith.constant -1.0 : f32
    %low = arith.maximumf %d, %minus : f32
    %clamped = arith.minimumf %low, %one : f32
    %u = arith.mulf %clamped, %lr : f32
    %0 = arith.subf %p, %u : f32
    // expected-error @below {{update-stall: expected the update of 'w' (tensor<4xf32>) to reach half a unit in the last place of 1, but it is at most 0.0001 and rounded to nearest in f16, 11 significand bits: no gradient changes a weight above 0.25}}
    // expected-note @below {{remedy}}
    // expected-note @below {{to accept it}}
    %1 = arith.truncf %0 : f32 to f16
    %2 = arith.extf %1 : f16 to f32
    fp8.yield %2 : f32
  }
  return %n : tensor<4xf32>
}

// -----

// A rate that is an argument, a gradient without a bound, draws, a rate that
// moves weights of 1, a residual, and a moment.

func.func @fine(%a: tensor<4xbf16>, %b: tensor<4xbf16>, %c: tensor<4xbf16>, %e: tensor<4xbf16>, %f: tensor<4xbf16>, %fr: tensor<4xbf16>, %m: tensor<4xbf16> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>, %rate: tensor<f32>, %seed: i32, %step: i32) -> tensor<4xbf16> {
  %n:7 = fp8.update states(%a, %b, %c, %e, %f, %fr, %m : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) inputs(%g : tensor<4xf32>) scalars(%rate : tensor<f32>) seed %seed step %step storage [#fp8.storage<format = bf16>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16, rounding = stochastic, stream = 0>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16, residual = bf16>, #fp8.storage<format = bf16>] outs(%a, %b, %c, %e, %f, %fr, %m : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%pa: f32, %pb: f32, %pc: f32, %pe: f32, %pf: f32, %pm: f32, %d: f32, %lr: f32):
    %small = arith.constant 1.0e-4 : f32
    %large = arith.constant 0.01 : f32
    %u = math.tanh %d : f32
    %0 = arith.mulf %u, %lr : f32
    %a1 = arith.subf %pa, %0 : f32
    %1 = arith.mulf %d, %small : f32
    %b1 = arith.subf %pb, %1 : f32
    %2 = arith.mulf %u, %small : f32
    %c1 = arith.subf %pc, %2 : f32
    %3 = arith.mulf %u, %large : f32
    %e1 = arith.subf %pe, %3 : f32
    %f1 = arith.subf %pf, %2 : f32
    %m1 = arith.subf %pm, %2 : f32
    fp8.yield %a1, %b1, %c1, %e1, %f1, %m1 : f32, f32, f32, f32, f32, f32
  }
  return %n#0 : tensor<4xbf16>
}
