// RUN: fp8-opt %s --split-input-file --fp8-late-norm --canonicalize --cse --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// The factor of the clipping depends on the norm of the previous step. The
// norm of this step is a new result; the logged norm does not change.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[LATE:[^:]*]]: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.grad_norm", fp8.state = #fp8.state<moment>}
// CHECK-SAME: tensor<f32> {fp8.name = "norm"}, tensor<f32> {fp8.name = "fp8.grad_norm", fp8.state = #fp8.state<moment>, fp8.updates = "fp8.grad_norm"})
// CHECK: %[[NORM:.*]] = math.sqrt %{{.*}} : tensor<f32>
// CHECK: %[[SUM:.*]] = arith.addf %[[LATE]], %{{.*}} : tensor<f32>
// CHECK: %[[RATIO:.*]] = arith.divf %{{.*}}, %[[SUM]] : tensor<f32>
// CHECK: %[[FACTOR:.*]] = arith.minimumf %[[RATIO]], %{{.*}} : tensor<f32>
// CHECK: fp8.update {{.*}} scalars(%[[FACTOR]] : tensor<f32>)
// CHECK: fp8.update {{.*}} scalars(%[[FACTOR]] : tensor<f32>)
// One that is not finite is not kept.
// CHECK-DAG: %[[SMALL:.*]] = arith.cmpf olt, %[[NORM]], %{{.*}} : tensor<f32>
// CHECK-DAG: %[[LARGE:.*]] = arith.cmpf ogt, %[[NORM]], %{{.*}} : tensor<f32>
// CHECK: %[[FINITE:.*]] = arith.andi %[[SMALL]], %[[LARGE]] : tensor<i1>
// CHECK: %[[KEPT:.*]] = arith.select %[[FINITE]], %[[NORM]], %[[LATE]] : tensor<i1>, tensor<f32>
// CHECK: return %{{.*}}, %{{.*}}, %[[NORM]], %[[KEPT]] :
// REMARK: remark: {{.*}}updates of @step clip by the norm of the previous step, 'fp8.grad_norm'
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
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  %factor = arith.minimumf %one, %1 : tensor<f32>
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

// No scalar follows from gradients.

// CHECK-LABEL: func.func @step(
// CHECK-NOT: fp8.grad_norm
// CHECK: return
// REMARK: remark: {{.*}}@step is not changed: no scalar of an update depends on gradients
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>, %lr: tensor<f32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %g = arith.mulf %x, %x : tensor<8xf32>
  %rate = arith.negf %lr : tensor<f32>
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.addf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8xf32>
}

// -----

// Nor is that of a step that is skipped.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SKIP:[^:]*]]: i1, %[[LATE:[^:]*]]: tensor<f32> {fp8.initial
// CHECK: %[[KEPT:.*]] = arith.select %{{.*}}, %{{.*}}, %[[LATE]] : tensor<i1>, tensor<f32>
// CHECK: %[[SKIPS:.*]] = tensor.from_elements %[[SKIP]] : tensor<i1>
// CHECK: %[[RESULT:.*]] = arith.select %[[SKIPS]], %[[LATE]], %[[KEPT]] : tensor<i1>, tensor<f32>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[RESULT]] :
func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<4x3xf32> {fp8.name = "w1"}, %x0: tensor<8xf32>, %x1: tensor<4x3xf32>, %sk: i1)
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
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  %factor = arith.minimumf %one, %1 : tensor<f32>
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%factor : tensor<f32>) skip %sk outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<4x3xf32>) inputs(%g1 : tensor<4x3xf32>) scalars(%factor : tensor<f32>) skip %sk outs(%w1 : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1, %norm : tensor<8xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// A select by a comparison that is known where the norm is 0 is a clip as well.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.name = "fp8.grad_norm"
func.func @step(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<4x3xf32> {fp8.name = "w1"}, %x0: tensor<8xf32>, %x1: tensor<4x3xf32>, %sk: i1)
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
  %norm = math.sqrt %s : tensor<f32>
  %0 = arith.addf %norm, %eps : tensor<f32>
  %1 = arith.divf %one, %0 : tensor<f32>
  %above = arith.cmpf ogt, %norm, %one : tensor<f32>
  %factor = arith.select %above, %1, %one : tensor<i1>, tensor<f32>
  %n0 = fp8.update states(%w0 : tensor<8xf32>) inputs(%g0 : tensor<8xf32>) scalars(%factor : tensor<f32>) skip %sk outs(%w0 : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  %n1 = fp8.update states(%w1 : tensor<4x3xf32>) inputs(%g1 : tensor<4x3xf32>) scalars(%factor : tensor<f32>) skip %sk outs(%w1 : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n0, %n1, %norm : tensor<8xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// The select may be in the region, with a flag that is known if the norm is
// 0. The divisor of Adam has elements.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.name = "fp8.grad_norm"
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %v: tensor<8xf32> {fp8.name = "v"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<8xf32> {fp8.updates = "v"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %x, %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %norm = math.sqrt %s : tensor<f32>
  %small = arith.cmpf olt, %norm, %one : tensor<f32>
  %bit = tensor.extract %small[] : tensor<i1>
  %number = arith.uitofp %bit : i1 to f32
  %flag = tensor.from_elements %number : tensor<f32>
  %n:2 = fp8.update states(%w, %v : tensor<8xf32>, tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%flag, %norm : tensor<f32>, tensor<f32>) outs(%w, %v : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%p: f32, %u: f32, %d: f32, %f: f32, %m: f32):
    %c0 = arith.constant 0.0 : f32
    %t = arith.cmpf une, %f, %c0 : f32
    %e = arith.divf %d, %m : f32
    %c = arith.select %t, %d, %e : f32
    %c2 = arith.mulf %c, %c : f32
    %u1 = arith.addf %u, %c2 : f32
    %root = math.sqrt %u1 : f32
    %step = arith.divf %c, %root : f32
    %new = arith.subf %p, %step : f32
    fp8.yield %new, %u1 : f32, f32
  }
  return %n#0, %n#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A number of at least 1 makes no quotient larger.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.name = "fp8.grad_norm"
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %g = arith.mulf %x, %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %norm = math.sqrt %s : tensor<f32>
  %divisor = arith.maximumf %norm, %one : tensor<f32>
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%divisor : tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %m: f32):
    %e = arith.divf %d, %m : f32
    %new = arith.subf %p, %e : f32
    fp8.yield %new : f32
  }
  return %n : tensor<8xf32>
}

// -----

// Frontends write the square root as a generic, and a guard skips the update if
// the norm is not finite. The guard and the logged factor read the norm of this
// step, although the factor of the update does not.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[LATE:[^:]*]]: tensor<f32> {fp8.initial
// CHECK: %[[NORM:.*]] = linalg.generic
// CHECK: math.sqrt
// CHECK-DAG: %[[RATIO:.*]] = arith.divf %{{.*}}, %[[NORM]] : tensor<f32>
// CHECK-DAG: %[[LOGGED:.*]] = arith.minimumf %[[RATIO]], %{{.*}} : tensor<f32>
// CHECK-DAG: %[[FLAG:.*]] = arith.cmpf ueq, %[[NORM]], %{{.*}} : tensor<f32>
// CHECK-DAG: %[[SKIP:.*]] = tensor.extract %[[FLAG]][] : tensor<i1>
// CHECK-DAG: %[[LATE_RATIO:.*]] = arith.divf %{{.*}}, %[[LATE]] : tensor<f32>
// CHECK-DAG: %[[FACTOR:.*]] = arith.minimumf %[[LATE_RATIO]], %{{.*}} : tensor<f32>
// CHECK: fp8.update {{.*}} scalars(%[[FACTOR]] : tensor<f32>) skip %[[SKIP]] outs
// CHECK: return %{{.*}}, %[[LOGGED]], %{{.*}} :
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<f32> {fp8.name = "factor"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %inf = arith.constant dense<0x7F800000> : tensor<f32>
  %g = arith.negf %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %norm = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%s : tensor<f32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %root = math.sqrt %in : f32
    linalg.yield %root : f32
  } -> tensor<f32>
  %ratio = arith.divf %one, %norm : tensor<f32>
  %factor = arith.minimumf %ratio, %one : tensor<f32>
  %flag = arith.cmpf ueq, %norm, %inf : tensor<f32>
  %skip = tensor.extract %flag[] : tensor<i1>
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%factor : tensor<f32>) skip %skip outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32):
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new : f32
  }
  return %n, %factor : tensor<8xf32>, tensor<f32>
}

// -----

// A guard may also be a scalar of the update: it reads the norm of this step.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[LATE:[^:]*]]: tensor<f32> {fp8.initial
// CHECK-DAG: %[[NORM:.*]] = math.sqrt
// CHECK-DAG: %[[SIZE:.*]] = math.absf %[[NORM]] : tensor<f32>
// CHECK-DAG: %[[FLAG:.*]] = arith.cmpf one, %[[SIZE]], %{{.*}} : tensor<f32>
// CHECK-DAG: %[[NUMBER:.*]] = arith.uitofp %[[FLAG]] : tensor<i1> to tensor<f32>
// CHECK-DAG: %[[RATIO:.*]] = arith.divf %{{.*}}, %[[LATE]] : tensor<f32>
// CHECK-DAG: %[[FACTOR:.*]] = arith.minimumf %[[RATIO]], %{{.*}} : tensor<f32>
// CHECK: fp8.update {{.*}} scalars(%[[FACTOR]], %[[NUMBER]] : tensor<f32>, tensor<f32>)
func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %inf = arith.constant dense<0x7F800000> : tensor<f32>
  %g = arith.negf %x : tensor<8xf32>
  %q = arith.mulf %g, %g : tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %norm = math.sqrt %s : tensor<f32>
  %size = math.absf %norm : tensor<f32>
  %flag = arith.cmpf one, %size, %inf : tensor<f32>
  %number = arith.uitofp %flag : tensor<i1> to tensor<f32>
  %ratio = arith.divf %one, %norm : tensor<f32>
  %factor = arith.minimumf %ratio, %one : tensor<f32>
  %n = fp8.update states(%w : tensor<8xf32>) inputs(%g : tensor<8xf32>) scalars(%factor, %number : tensor<f32>, tensor<f32>) outs(%w : tensor<8xf32>) {
  ^bb0(%p: f32, %d: f32, %f: f32, %ok: f32):
    %c0 = arith.constant 0.0 : f32
    %is = arith.cmpf une, %ok, %c0 : f32
    %u = arith.mulf %d, %f : f32
    %new = arith.subf %p, %u : f32
    %kept = arith.select %is, %new, %p : f32
    fp8.yield %kept : f32
  }
  return %n : tensor<8xf32>
}
