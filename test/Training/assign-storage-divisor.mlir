// RUN: fp8-opt %s --split-input-file --fp8-assign-storage="preset=fp8-split8 override=w=fp8-split8" --remarks-filter='fp8.*' 2>&1 >/dev/null | FileCheck %s

// Adafactor adds its epsilon to the square of the gradient, and divides by the
// root in the update of the weight: a code that is 0 would be a divisor.
// CHECK: 'v' is stored in 16 bits: its stored value becomes a divisor, and codes of small values are 0
// CHECK: 'v' is stored as #fp8.storage<format = bf16, rounding = stochastic, stream = 1>
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>, %correction: tensor<f32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n = fp8.update states(%v : tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%v : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32):
    %beta = arith.constant 0.99 : f32
    %rest = arith.constant 0.01 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  %p = fp8.update states(%w : tensor<8x128xf32>) inputs(%g, %n : tensor<8x128xf32>, tensor<8x128xf32>) scalars(%correction : tensor<f32>) outs(%w : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32, %m: f32, %c: f32):
    %0 = arith.divf %m, %c : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.divf %d, %1 : f32
    %3 = arith.subf %a, %2 : f32
    fp8.yield %3 : f32
  }
  return %p, %n : tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// With an epsilon beside the root, as in LAMB, only the epsilon is left of the
// root of a code that is 0: 1e-8 where it was 1e-3. Moments that are divided stay
// as the preset says.
// CHECK: 'v' is stored in 16 bits: its stored value becomes a divisor
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>, %correction: tensor<f32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n = fp8.update states(%v : tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%v : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32):
    %beta = arith.constant 0.99 : f32
    %rest = arith.constant 0.01 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  %p = fp8.update states(%w : tensor<8x128xf32>) inputs(%g, %n : tensor<8x128xf32>, tensor<8x128xf32>) scalars(%correction : tensor<f32>) outs(%w : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32, %m: f32, %c: f32):
    %epsilon = arith.constant 1.0e-8 : f32
    %0 = arith.divf %m, %c : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.addf %1, %epsilon : f32
    %3 = arith.divf %d, %2 : f32
    %4 = arith.subf %a, %3 : f32
    fp8.yield %4 : f32
  }
  return %p, %n : tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// Its reader divides elements of a generic by it.
// CHECK: 'v' is stored in 16 bits: its stored value becomes a divisor
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}, tensor<8x128xf32>) {
  %n:2 = fp8.update states(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %d, %2 : f32
    %4 = arith.subf %p, %3 : f32
    fp8.yield %4, %2 : f32, f32
  }
  %e = tensor.empty() : tensor<8x128xf32>
  %root = math.sqrt %n#1 : tensor<8x128xf32>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%g, %root : tensor<8x128xf32>, tensor<8x128xf32>) outs(%e : tensor<8x128xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.addf %b, %one : f32
    %1 = arith.divf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x128xf32>
  return %n#0, %n#1, %q : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// It is divided, not divided by; and the exact value is, in its own update.
// CHECK-NOT: 'v' stays
// CHECK: 'v' is {{stored|rounded}}
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>, %s: tensor<f32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}, tensor<8x128xf32>) {
  %n:2 = fp8.update states(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    %3 = math.sqrt %2 : f32
    %4 = arith.divf %d, %3 : f32
    %5 = arith.subf %p, %4 : f32
    fp8.yield %5, %2 : f32, f32
  }
  %e = tensor.empty() : tensor<8x128xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<8x128xf32>) dimensions = [0, 1]
  %q = arith.divf %n#1, %b : tensor<8x128xf32>
  return %n#0, %n#1, %q : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// ADOPT and ACProp divide by the moment of the step before, as it was stored.
// CHECK: 'v' is stored in 16 bits: its stored value becomes a divisor
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n:2 = fp8.update states(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %root = math.sqrt %a : f32
    %divisor = arith.maximumf %root, %epsilon : f32
    %u = arith.divf %d, %divisor : f32
    %new = arith.subf %p, %u : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    fp8.yield %new, %2 : f32, f32
  }
  return %n#0, %n#1 : tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// If the gradient is added first, by one op or by another, the gradient
// remains when the code is 0.
// CHECK-NOT: 'v' stays
// CHECK: 'v' is {{stored|rounded}}
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n:2 = fp8.update states(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v : tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %square = arith.mulf %d, %d : f32
    %next = math.fma %a, %beta, %square : f32
    %root = math.sqrt %next : f32
    %divisor = arith.addf %root, %epsilon : f32
    %u = arith.divf %d, %divisor : f32
    %decayed = arith.mulf %a, %beta : f32
    %bound = arith.maximumf %decayed, %square : f32
    %u2 = arith.divf %u, %bound : f32
    %new = arith.subf %p, %u2 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    fp8.yield %new, %2 : f32, f32
  }
  return %n#0, %n#1 : tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// A centered RMSProp takes the root of a variance: of codes, it may be negative.
// CHECK: 'v' stays f32: a root is taken of a difference of states that includes it, which may be negative after rounding
// CHECK: 'm' stays f32: a root is taken of a difference of states
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %m: tensor<8x128xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}, tensor<8x128xf32> {fp8.updates = "m"}) {
  %n:3 = fp8.update states(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %rest = arith.constant 0.1 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    %4 = arith.mulf %b, %beta : f32
    %5 = arith.mulf %d, %rest : f32
    %6 = arith.addf %4, %5 : f32
    %7 = arith.mulf %6, %6 : f32
    %8 = arith.subf %3, %7 : f32
    %9 = arith.addf %8, %epsilon : f32
    %10 = math.rsqrt %9 : f32
    %11 = arith.mulf %10, %d : f32
    %12 = arith.subf %p, %11 : f32
    fp8.yield %12, %3, %6 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// As PyTorch spells it: a product with -1 is added.
// CHECK: 'v' stays f32: a root is taken of a difference of states
// CHECK: 'm' stays f32: a root is taken of a difference of states
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %m: tensor<8x128xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}, tensor<8x128xf32> {fp8.updates = "m"}) {
  %n:3 = fp8.update states(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %rest = arith.constant 0.1 : f32
    %minus = arith.constant -1.0 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    %4 = arith.mulf %b, %beta : f32
    %5 = arith.mulf %d, %rest : f32
    %6 = arith.addf %4, %5 : f32
    %7 = arith.mulf %6, %minus : f32
    %8 = arith.mulf %7, %6 : f32
    %9 = arith.addf %3, %8 : f32
    %10 = math.sqrt %9 : f32
    %11 = arith.addf %10, %epsilon : f32
    %12 = arith.divf %d, %11 : f32
    %13 = arith.subf %p, %12 : f32
    fp8.yield %13, %3, %6 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// AdaBelief squares the difference of the gradient and its mean: no root of it
// is one of a difference.
// CHECK: 'v' is stored as #fp8.storage<format = ue4m4
// CHECK: 'm' is stored as #fp8.storage<format = e4m3
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %m: tensor<8x128xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}, tensor<8x128xf32> {fp8.updates = "m"}) {
  %n:3 = fp8.update states(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%w, %v, %m : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %beta = arith.constant 0.9 : f32
    %rest = arith.constant 0.1 : f32
    %epsilon = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %b, %beta : f32
    %1 = arith.mulf %d, %rest : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.subf %d, %2 : f32
    %4 = arith.mulf %3, %3 : f32
    %5 = arith.mulf %4, %rest : f32
    %6 = arith.mulf %a, %beta : f32
    %7 = arith.addf %6, %5 : f32
    %8 = math.sqrt %7 : f32
    %9 = arith.addf %8, %epsilon : f32
    %10 = arith.divf %2, %9 : f32
    %11 = arith.subf %p, %10 : f32
    fp8.yield %11, %7, %2 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
}
