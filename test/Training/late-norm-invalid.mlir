// RUN: fp8-opt %s --split-input-file --fp8-late-norm --verify-diagnostics

// Each gradient has a norm of its own.

func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g0 = arith.mulf %x, %x : tensor<8xf32>
  %g1 = arith.negf %x : tensor<8xf32>
  %s0 = linalg.reduce {arith.addf} ins(%g0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%g1 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{supported are gradients that are clipped by one global norm}}
  // expected-error @below {{expected the scalars of updates to depend on gradients through one tensor<f32>, their norm, but there are several}}
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

// expected-note @below {{run --fp8-annotate-states, which renames the step function to @step}}
// expected-error @below {{expected a function @step with a body, but the module has none}}
module {
}

// -----

// In the first step its norm is 0: the factor is infinite.

func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<4x3xf32> {fp8.name = "w1"}, %x0: tensor<8xf32>, %x1: tensor<4x3xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<4x3xf32> {fp8.updates = "w1"}, tensor<f32> {fp8.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %eps = arith.constant dense<1.0e-6> : tensor<f32>
  %g0 = arith.mulf %x0, %x0 : tensor<8xf32>
  %g1 = arith.negf %x1 : tensor<4x3xf32>
  %q0 = arith.mulf %g0, %g0 : tensor<8xf32>
  %q1 = arith.mulf %g1, %g1 : tensor<4x3xf32>
  %s0 = linalg.reduce {arith.addf} ins(%q0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%q1 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %s = arith.addf %s0, %s1 : tensor<f32>
  // expected-note @below {{from this norm; supported are the minimum of a bounded value and a quotient by the norm, a select by a comparison of the norm with constants, and a quotient by the maximum of the norm and 1}}
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  // expected-note @below {{computed here}}
  %factor = arith.divf %one, %norm : tensor<f32>
  // expected-error @below {{expected updates to be bounded if the norm of gradients is 0, as it is in the first step, but this update is not}}
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%factor : tensor<f32>) outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<4x3xf32>) inputs(%g1 : tensor<4x3xf32>) scalars(%factor : tensor<f32>) outs(%w1 : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1, %norm : tensor<8xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// Or 10^6.

func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<4x3xf32> {fp8.name = "w1"}, %x0: tensor<8xf32>, %x1: tensor<4x3xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<4x3xf32> {fp8.updates = "w1"}, tensor<f32> {fp8.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %eps = arith.constant dense<1.0e-6> : tensor<f32>
  %g0 = arith.mulf %x0, %x0 : tensor<8xf32>
  %g1 = arith.negf %x1 : tensor<4x3xf32>
  %q0 = arith.mulf %g0, %g0 : tensor<8xf32>
  %q1 = arith.mulf %g1, %g1 : tensor<4x3xf32>
  %s0 = linalg.reduce {arith.addf} ins(%q0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%q1 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %s = arith.addf %s0, %s1 : tensor<f32>
  // expected-note @below {{from this norm; supported are the minimum of a bounded value and a quotient by the norm, a select by a comparison of the norm with constants, and a quotient by the maximum of the norm and 1}}
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  // expected-note @below {{computed here}}
  %factor = arith.divf %one, %0 : tensor<f32>
  // expected-error @below {{expected updates to be bounded if the norm of gradients is 0, as it is in the first step, but this update is not}}
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%factor : tensor<f32>) outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<4x3xf32>) inputs(%g1 : tensor<4x3xf32>) scalars(%factor : tensor<f32>) outs(%w1 : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1, %norm : tensor<8xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// 0 / 0 is no number, under a minimum neither.

func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<4x3xf32> {fp8.name = "w1"}, %x0: tensor<8xf32>, %x1: tensor<4x3xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<4x3xf32> {fp8.updates = "w1"}, tensor<f32> {fp8.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %eps = arith.constant dense<1.0e-6> : tensor<f32>
  %g0 = arith.mulf %x0, %x0 : tensor<8xf32>
  %g1 = arith.negf %x1 : tensor<4x3xf32>
  %q0 = arith.mulf %g0, %g0 : tensor<8xf32>
  %q1 = arith.mulf %g1, %g1 : tensor<4x3xf32>
  %s0 = linalg.reduce {arith.addf} ins(%q0 : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%q1 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %s = arith.addf %s0, %s1 : tensor<f32>
  // expected-note @below {{from this norm; supported are the minimum of a bounded value and a quotient by the norm, a select by a comparison of the norm with constants, and a quotient by the maximum of the norm and 1}}
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  // expected-note @below {{computed here}}
  %ratio = arith.divf %norm, %norm : tensor<f32>
  %factor = arith.minimumf %one, %ratio : tensor<f32>
  // expected-error @below {{expected updates to be bounded if the norm of gradients is 0, as it is in the first step, but this update is not}}
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%factor : tensor<f32>) outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<4x3xf32>) inputs(%g1 : tensor<4x3xf32>) scalars(%factor : tensor<f32>) outs(%w1 : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1, %norm : tensor<8xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// The region of the update divides: 0 / 0 in the first step.

func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %x, %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{from this norm}}
  %norm = math.sqrt %s : tensor<f32>
  // expected-error @below {{expected updates to be bounded if the norm of gradients is 0}}
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%norm : tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %m: f32):
    // expected-note @below {{computed here}}
    %e = arith.divf %d, %m : f32
    %new = arith.subf %p, %e : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8xf32>
}

// -----

// A quotient of elements has either sign: a minimum does not bound it.

func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %x, %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{from this norm}}
  %norm = math.sqrt %s : tensor<f32>
  // expected-note @below {{computed here}}
  %ratio = arith.divf %one, %norm : tensor<f32>
  // expected-error @below {{expected updates to be bounded if the norm of gradients is 0}}
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%ratio : tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %c = arith.constant 1.0 : f32
    %e = arith.mulf %d, %f : f32
    %clipped = arith.minimumf %e, %c : f32
    %new = arith.subf %p, %clipped : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8xf32>
}
