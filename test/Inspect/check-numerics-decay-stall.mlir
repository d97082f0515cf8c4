// RUN: fp8-opt %s --split-input-file --fp8-check-numerics=only=decay-stall --verify-diagnostics
// RUN: fp8-opt %s --split-input-file --fp8-check-numerics="only=decay-stall allow=decay-stall" -o /dev/null --remarks-filter=fp8-check-numerics --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s

// A second moment of beta 0.999 at nearest takes no step of 0.001: measured, the
// updates become 1.25 times as large. Whether one scale or one per group holds
// it makes no difference.

// CHECK: allowed: decay-stall: expected 'v'
func.func @negative_second_moment(%v: tensor<4x128xi8> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %s: tensor<4xf32>, %g: tensor<4x128xf32>) -> (tensor<4x128xi8> {fp8.updates = "v"}, tensor<4xf32>) {
  // expected-error @below {{decay-stall: expected 'v' (tensor<4x128xi8>) to decay by half a unit or more, but it is rounded to nearest in ue4m4, 5 significand bits, and 1 - 0.999 = 0.000999987 is below 2^-5 = 0.03125: it stalls}}
  // expected-note @below {{remedy: store it with rounding = stochastic, or with a residual}}
  // expected-note @below {{to accept it: fp8.allow = ["decay-stall"] on the op or on an op around it}}
  %n:2 = fp8.update states(%v, %s : tensor<4x128xi8>, tensor<4xf32>) inputs(%g : tensor<4x128xf32>) storage [#fp8.storage<format = ue4m4, granularity = <group 128>>] outs(%v, %s : tensor<4x128xi8>, tensor<4xf32>) {
  ^bb0(%m: f32, %d: f32):
    %beta = arith.constant 0.999 : f32
    %rest = arith.constant 1.0e-3 : f32
    %0 = arith.mulf %m, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  return %n#0, %n#1 : tensor<4x128xi8>, tensor<4xf32>
}

// -----

// The square root of a decay is nearer to one.

func.func @negative_square_root(%v: tensor<4xbf16> {fp8.name = "v"}, %g: tensor<4xf32>) -> (tensor<4xbf16> {fp8.updates = "v"}) {
  // expected-error @below {{and of the square root 1 - 0.997497 = 0.00250313 is below 2^-8 = 0.00390625: it stalls}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n = fp8.update states(%v : tensor<4xbf16>) inputs(%g : tensor<4xf32>) storage [#fp8.storage<format = bf16, transform = sqrt>] outs(%v : tensor<4xbf16>) {
  ^bb0(%m: f32, %d: f32):
    %beta = arith.constant 0.995 : f32
    %0 = arith.mulf %m, %beta : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  return %n : tensor<4xbf16>
}

// -----

// lr * wd = 0.001 on a weight in bf16 alone.

func.func @negative_weight_decay(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>) -> (tensor<4xbf16> {fp8.updates = "w"}) {
  // expected-error @below {{decay-stall: expected 'w' (tensor<4xbf16>) to decay by half a unit or more, but it is rounded to nearest in bf16, 8 significand bits, and 1 - 0.999 = 0.001 is below 2^-8 = 0.00390625: its decay is lost}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n = fp8.update states(%w : tensor<4xbf16>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32, %d: f32):
    %decay = arith.constant 1.0e-3 : f32
    %0 = arith.mulf %p, %decay : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2 : f32
  }
  return %n : tensor<4xbf16>
}

// -----

// The order of AnyPrecisionAdamW: the decayed weight is rounded to bf16 before the
// change is added, outside of the compensation.

func.func @negative_rounded_before_the_change(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %c: tensor<4xbf16>, %g: tensor<4xf32>) -> (tensor<4xbf16> {fp8.updates = "w"}, tensor<4xbf16>) {
  // expected-note @below {{the update is here}}
  %n:2 = fp8.update states(%w, %c : tensor<4xbf16>, tensor<4xbf16>) inputs(%g : tensor<4xf32>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w, %c : tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%p: f32, %d: f32):
    %keep = arith.constant 0.9999 : f32
    %0 = arith.mulf %p, %keep : f32
    // expected-error @below {{decay-stall: expected 'w' (tensor<4xbf16>) to decay by half a unit or more, but its product with 0.9999 is rounded to bf16, 8 significand bits, and 1 - 0.9999 = 0.000100017 is below 2^-8 = 0.00390625: its decay is lost}}
    // expected-note @below {{remedy: round once, after the new term is added, or store a compensation term that includes the decay}}
    // expected-note @below {{to accept it}}
    %1 = arith.truncf %0 : f32 to bf16
    %2 = arith.extf %1 : bf16 to f32
    %3 = arith.subf %2, %d : f32
    fp8.yield %3 : f32
  }
  return %n#0, %n#1 : tensor<4xbf16>, tensor<4xbf16>
}

// -----

// Stochastic; a compensation with the decay inside; a beta that bf16 follows; f32;
// no decay at all.

func.func @fine(%a: tensor<4xbf16>, %w: tensor<4xbf16>, %c: tensor<4xbf16>, %b: tensor<4xbf16>, %d: tensor<4xf32>, %e: tensor<4xbf16>, %g: tensor<4xf32>, %seed: i32, %step: i32) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %n:6 = fp8.update states(%a, %w, %c, %b, %d, %e : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xf32>, tensor<4xbf16>) inputs(%g : tensor<4xf32>) seed %seed step %step storage [#fp8.storage<format = bf16, rounding = stochastic, stream = 0>, #fp8.storage<format = bf16, residual = bf16>, #fp8.storage<format = bf16>, #fp8.storage<format = f32>, #fp8.storage<format = bf16>] outs(%a, %w, %c, %b, %d, %e : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xf32>, tensor<4xbf16>) {
  ^bb0(%va: f32, %vw: f32, %vb: f32, %vd: f32, %ve: f32, %vg: f32):
    %close = arith.constant 0.999 : f32
    %far = arith.constant 0.9 : f32
    %0 = arith.mulf %va, %close : f32
    %a1 = arith.addf %0, %vg : f32
    %1 = arith.mulf %vw, %close : f32
    %w1 = arith.subf %1, %vg : f32
    %2 = arith.mulf %vb, %far : f32
    %b1 = arith.addf %2, %vg : f32
    %3 = arith.mulf %vd, %close : f32
    %d1 = arith.addf %3, %vg : f32
    %e1 = arith.addf %ve, %vg : f32
    fp8.yield %a1, %w1, %b1, %d1, %e1 : f32, f32, f32, f32, f32
  }
  return %n#0, %n#1 : tensor<4xbf16>, tensor<4xbf16>
}

// -----

// A decay that is no constant is a remark.

// CHECK: decay-stall: the decay of 'm' (tensor<4xbf16>) is not a constant: in bf16, 8 significand bits, it stalls in steps where 1 - factor is below 0.00390625
func.func @not_a_constant(%m: tensor<4xbf16> {fp8.name = "m"}, %g: tensor<4xf32>, %beta: tensor<f32>) -> tensor<4xbf16> {
  %n = fp8.update states(%m : tensor<4xbf16>) inputs(%g : tensor<4xf32>) scalars(%beta : tensor<f32>) outs(%m : tensor<4xbf16>) {
  ^bb0(%v: f32, %d: f32, %b: f32):
    %0 = arith.mulf %v, %b : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  return %n : tensor<4xbf16>
}

// -----

// A residual has a sign, which is one more bit: 1e-5, as of AdamW at a rate of
// 1e-3, is more than 2^-17.

func.func @signed_residual(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %r: tensor<4xbf16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}, %g: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %n:2 = fp8.update states(%w, %r : tensor<4xbf16>, tensor<4xbf16>) inputs(%g : tensor<4xf32>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w, %r : tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%v: f32, %d: f32):
    %decay = arith.constant 0.99999 : f32
    %0 = arith.mulf %v, %decay : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  return %n#0, %n#1 : tensor<4xbf16>, tensor<4xbf16>
}

// -----

func.func @negative_residual(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %r: tensor<4xbf16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}, %g: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  // expected-error @below {{decay-stall: expected 'w' (tensor<4xbf16>) to decay by half a unit or more, but it is rounded to nearest in bf16 and a residual, 17 significand bits, and 1 - 0.999999 = 1.01328e-06 is below 2^-17 = 7.62939e-06: its decay is lost}}
  // expected-note @below {{remedy: store it with rounding = stochastic, or with a residual}}
  // expected-note @below {{to accept it: fp8.allow = ["decay-stall"] on the op or on an op around it}}
  %n:2 = fp8.update states(%w, %r : tensor<4xbf16>, tensor<4xbf16>) inputs(%g : tensor<4xf32>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w, %r : tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%v: f32, %d: f32):
    %decay = arith.constant 0.999999 : f32
    %0 = arith.mulf %v, %decay : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  return %n#0, %n#1 : tensor<4xbf16>, tensor<4xbf16>
}

// -----

// In 8 bits a decay of 0.1 leaves the smallest codes where they are: 4 * 0.9
// rounds to 4. A weight whose gradients have ended would be moved without end.

func.func @negative_first_moment(%m: tensor<4x128xf8E4M3FN> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %s: tensor<4xf32>, %g: tensor<4x128xf32>) -> (tensor<4x128xf8E4M3FN> {fp8.updates = "m"}, tensor<4xf32>) {
  // expected-error @below {{decay-stall: expected 'm' (tensor<4x128xf8E4M3FN>) to decay by half a unit or more, but it is rounded to nearest in e4m3, 4 significand bits, and codes 1 to 4 times 0.9 round back to themselves, which are up to 1.74386e-05 of its largest value: it stalls}}
  // expected-note @below {{remedy: store it with rounding = stochastic, or with a residual}}
  // expected-note @below {{to accept it}}
  %n:2 = fp8.update states(%m, %s : tensor<4x128xf8E4M3FN>, tensor<4xf32>) inputs(%g : tensor<4x128xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 128>>] outs(%m, %s : tensor<4x128xf8E4M3FN>, tensor<4xf32>) {
  ^bb0(%a: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %d : f32
    fp8.yield %1 : f32
  }
  return %n#0, %n#1 : tensor<4x128xf8E4M3FN>, tensor<4xf32>
}

// -----

// f16 reaches 2^-40 of its largest value under a scale, which is as good as 0.
// Without one nothing says how large the state is.

func.func @negative_without_a_scale(%m: tensor<4xf16> {fp8.name = "m"}, %n: tensor<4xf16> {fp8.name = "n"}, %s: tensor<f32>, %t: tensor<f32>, %z: tensor<f32>, %g: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<f32>) {
  // expected-error @below {{expected 'm' (tensor<4xf16>) to decay by half a unit or more, but it is rounded to nearest in f16, 11 significand bits, and codes 1 to 4 times 0.9 round back to themselves: it stalls}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %r:3 = fp8.update states(%m, %n : tensor<4xf16>, tensor<4xf16>) inputs(%g : tensor<4xf32>) scales(%s, %t : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = f16>, #fp8.storage<format = f16, granularity = <tensor>>] outs(%m, %n, %z : tensor<4xf16>, tensor<4xf16>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.mulf %b, %beta : f32
    %3 = arith.addf %2, %d : f32
    fp8.yield %1, %3 : f32, f32
  }
  return %r#0, %r#1, %r#2 : tensor<4xf16>, tensor<4xf16>, tensor<f32>
}

// -----

// Rounding uses 16 random bits: a decay of 1e-6 becomes 2^-16 of a unit in
// every step. In bf16, f32 has only 16 bits below the unit.

func.func @negative_below_draws(%v: tensor<4x128xi8> {fp8.name = "v"}, %s: tensor<4xf32>, %b: tensor<4x128xbf16>, %g: tensor<4x128xf32>, %seed: i32, %step: i32) -> (tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xbf16>) {
  // expected-error @below {{decay-stall: expected 'v' (tensor<4x128xi8>) to decay by at least 2^-16 per step, the resolution of 16 random bits, but in ue4m4, 5 significand bits, 1 - 0.999999 = 1.01328e-06 is below 2^-16 = 1.52588e-05: its smallest codes decay by 2^-16 of their unit in each step, which is too fast}}
  // expected-note @below {{remedy: store it in bf16, or with a residual}}
  // expected-note @below {{to accept it}}
  %n:3 = fp8.update states(%v, %s, %b : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xbf16>) inputs(%g : tensor<4x128xf32>) seed %seed step %step storage [#fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1>] outs(%v, %s, %b : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xbf16>) {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %beta = arith.constant 0.999999 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.mulf %c, %beta : f32
    %3 = arith.addf %2, %d : f32
    fp8.yield %1, %3 : f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<4x128xi8>, tensor<4xf32>, tensor<4x128xbf16>
}

// -----

// Numbers that arrive as scalars: a product of constants, and an argument that
// every step finds at its initial value. 1 - lr * wd = 0.9999.

func.func @negative_scalars(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %wd: tensor<f32> {fp8.name = "wd", fp8.initial = 0.1 : f32}) -> (tensor<4xbf16> {fp8.updates = "w"}) {
  %base = arith.constant dense<2.0e-3> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %lr = arith.mulf %base, %half : tensor<f32>
  // expected-error @below {{expected 'w' (tensor<4xbf16>) to decay by half a unit or more, but it is rounded to nearest in bf16, 8 significand bits, and 1 - 0.9999 = 0.0001}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %n = fp8.update states(%w : tensor<4xbf16>) inputs(%g : tensor<4xf32>) scalars(%lr, %wd : tensor<f32>, tensor<f32>) outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32, %d: f32, %rate: f32, %decay: f32):
    %0 = arith.mulf %rate, %decay : f32
    %1 = arith.mulf %p, %0 : f32
    %2 = arith.addf %1, %d : f32
    %3 = arith.subf %p, %2 : f32
    fp8.yield %3 : f32
  }
  return %n : tensor<4xbf16>
}

// -----

// The same argument that a result updates is another number in each step.

// CHECK: decay-stall: the decay of 'w' (tensor<4xbf16>) is not a constant
func.func @updated_argument(%w: tensor<4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %wd: tensor<f32> {fp8.name = "wd", fp8.initial = 1.0e-4 : f32}) -> (tensor<4xbf16> {fp8.updates = "w"}, tensor<f32> {fp8.updates = "wd"}) {
  %next = arith.addf %wd, %wd : tensor<f32>
  %n = fp8.update states(%w : tensor<4xbf16>) inputs(%g : tensor<4xf32>) scalars(%wd : tensor<f32>) outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32, %d: f32, %decay: f32):
    %0 = arith.mulf %p, %decay : f32
    %1 = arith.addf %0, %d : f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2 : f32
  }
  return %n, %next : tensor<4xbf16>, tensor<f32>
}
