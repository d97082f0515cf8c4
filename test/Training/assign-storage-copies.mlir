// RUN: fp8-opt %s --split-input-file --fp8-assign-storage="preset=fp8-split16 override=w=fp8-split16" --remarks-filter='fp8.*' 2>&1 >/dev/null | FileCheck %s

// The weight is a combination of an average x and the updated state z. The
// share of z in x is a scalar that the step computes, as is the share of x.
// CHECK-LABEL: "'z' stays f32: it is a copy of 'w', which needs more precision than a moment"
// CHECK: "'x' stays f32: it is a copy of 'w'
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %z: tensor<8x16xf32> {fp8.name = "z", fp8.state = #fp8.state<moment>}, %x: tensor<8x16xf32> {fp8.name = "x", fp8.state = #fp8.state<moment>}, %g: tensor<8x16xf32>, %t: tensor<f32>, %lr: tensor<f32>, %b: tensor<f32>)
    -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "z"}, tensor<8x16xf32> {fp8.updates = "x"}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %c = arith.divf %one, %t : tensor<f32>
  %kept = arith.subf %one, %c : tensor<f32>
  %n:3 = fp8.update states(%w, %z, %x : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%c, %kept, %lr, %b : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %z, %x : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %s: f32, %d: f32, %share: f32, %left: f32, %rate: f32, %beta: f32):
    %decay = arith.constant 0.01 : f32
    %1 = arith.constant 1.0 : f32
    %2 = arith.mulf %p, %decay : f32
    %3 = arith.addf %d, %2 : f32
    %4 = arith.mulf %rate, %3 : f32
    %z1 = arith.subf %a, %4 : f32
    %5 = arith.mulf %left, %s : f32
    %6 = arith.mulf %share, %z1 : f32
    %x1 = arith.addf %5, %6 : f32
    %7 = arith.mulf %beta, %x1 : f32
    %8 = arith.subf %1, %beta : f32
    %9 = arith.mulf %8, %z1 : f32
    %w1 = arith.addf %7, %9 : f32
    fp8.yield %w1, %z1, %x1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// Slow weights, from which the fast ones are pulled back a little; the moment is
// none.
// CHECK: "'s' stays f32: it is a copy of 'w'
// CHECK-NOT: 'm' stays
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %s: tensor<8x16xf32> {fp8.name = "s", fp8.state = #fp8.state<moment>}, %g: tensor<8x16xf32>, %lr: tensor<f32>)
    -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "s"}) {
  %n:3 = fp8.update states(%w, %m, %s : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %m, %s : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %q: f32, %d: f32, %rate: f32):
    %mu = arith.constant 0.9 : f32
    %most = arith.constant 0.999 : f32
    %little = arith.constant 1.0e-3 : f32
    %0 = arith.mulf %mu, %a : f32
    %m1 = arith.addf %0, %d : f32
    %1 = arith.mulf %rate, %m1 : f32
    %fast = arith.subf %p, %1 : f32
    %2 = arith.mulf %most, %q : f32
    %3 = arith.mulf %little, %fast : f32
    %s1 = arith.addf %2, %3 : f32
    %4 = arith.subf %s1, %fast : f32
    %5 = arith.mulf %little, %4 : f32
    %w1 = arith.addf %fast, %5 : f32
    fp8.yield %w1, %m1, %s1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// A velocity enters the weight with a factor of its own size, but beside all of
// the old weight; its gradient has a decay in it.
// CHECK-NOT: stays f32
// CHECK: "'v' is stored as
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x16xf32>, %lr: tensor<f32>)
    -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "v"}) {
  %n:2 = fp8.update states(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32, %rate: f32):
    %mu = arith.constant 0.9 : f32
    %decay = arith.constant 0.01 : f32
    %0 = arith.mulf %mu, %a : f32
    %1 = arith.mulf %decay, %p : f32
    %2 = arith.addf %d, %1 : f32
    %3 = arith.mulf %rate, %2 : f32
    %v1 = arith.subf %0, %3 : f32
    %w1 = arith.addf %p, %v1 : f32
    fp8.yield %w1, %v1 : f32, f32
  }
  return %n#0, %n#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
