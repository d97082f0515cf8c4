// RUN: fp8-opt %s --split-input-file --fp8-fuse-pipeline | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-fuse-pipeline=max-outstanding-bytes=64 | FileCheck %s --check-prefix=BUDGET
// RUN: fp8-opt %s --split-input-file --fp8-cpu-pipeline | FileCheck %s --check-prefix=LAUNCH
// RUN: fp8-opt %s --split-input-file --fp8-gpu-pipeline | FileCheck %s --check-prefix=LAUNCH

// Updates of two kinds wait for the norm of both gradients: neither bucket
// takes the reductions along.

// CHECK-LABEL: @two_kinds(
// CHECK: %[[S0:.*]] = fp8.kernel "reduce" bucket 0 ins(%{{.*}} : tensor<32xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: %[[S1:.*]] = fp8.kernel "reduce" bucket 0 ins(%{{.*}} : tensor<5xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: fp8.kernel "scalars" ins(%[[S0]], %[[S1]] : tensor<f32>, tensor<f32>)
// CHECK: fp8.kernel "elementwise" ins
// CHECK: fp8.kernel "elementwise" ins
// LAUNCH-LABEL: func.func @two_kinds(
// LAUNCH: fp8.launch @{{.*}} items 37 of [32, 5] grain
func.func @two_kinds(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<5xf32> {fp8.name = "w1"}, %g0: tensor<4x8xf32>, %g1: tensor<5xf32>)
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<5xf32> {fp8.updates = "w1"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %q0 = arith.mulf %g0, %g0 : tensor<4x8xf32>
  %s0 = linalg.reduce {arith.addf} ins(%q0 : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %q1 = arith.mulf %g1, %g1 : tensor<5xf32>
  %s1 = linalg.reduce {arith.addf} ins(%q1 : tensor<5xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = arith.addf %s0, %s1 : tensor<f32>
  %n = math.sqrt %s : tensor<f32>
  %e0 = tensor.empty() : tensor<4x8xf32>
  %n0 = linalg.broadcast ins(%n : tensor<f32>) outs(%e0 : tensor<4x8xf32>) dimensions = [0, 1]
  %u0 = arith.divf %g0, %n0 : tensor<4x8xf32>
  %r0 = arith.subf %w0, %u0 : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<5xf32>
  %n1 = linalg.broadcast ins(%n : tensor<f32>) outs(%e1 : tensor<5xf32>) dimensions = [0]
  %u1 = arith.divf %g1, %n1 : tensor<5xf32>
  %r1 = arith.addf %w1, %u1 : tensor<5xf32>
  return %r0, %r1 : tensor<4x8xf32>, tensor<5xf32>
}

// -----

// Results that have a dimension of one element, inserted into a vector: they
// are written there.

// CHECK-LABEL: @stack(
// CHECK: fp8.kernel "reduce" bucket 0 ins(%{{.*}} : tensor<32xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: fp8.kernel "reduce" bucket 0 ins(%{{.*}} : tensor<5xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: fp8.kernel "reduce" ins(%{{.*}} : tensor<2xf32>)
// LAUNCH-LABEL: func.func @stack(
// LAUNCH-NOT: @copy
// LAUNCH: fp8.launch @{{.*}} items 37 of [32, 5] grain
// LAUNCH-NOT: @copy
// LAUNCH: return
func.func @stack(%g0: tensor<4x8xf32>, %g1: tensor<5xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %q0 = arith.mulf %g0, %g0 : tensor<4x8xf32>
  %s0 = linalg.reduce {arith.addf} ins(%q0 : tensor<4x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %q1 = arith.mulf %g1, %g1 : tensor<5xf32>
  %s1 = linalg.reduce {arith.addf} ins(%q1 : tensor<5xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %x0 = tensor.expand_shape %s0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %x1 = tensor.expand_shape %s1 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %v = tensor.concat dim(0) %x0, %x1 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %s = linalg.reduce {arith.addf} ins(%v : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// -----

// An op that reads only the first one, here a root, comes after both.

// CHECK-LABEL: @follower(
// CHECK: fp8.kernel "product"
// CHECK: fp8.kernel "reduce" bucket 0
// CHECK: fp8.kernel "reduce" bucket 0
// CHECK: fp8.kernel "scalars"
// BUDGET-LABEL: @follower(
// BUDGET-NOT: bucket
func.func @follower(%x: tensor<32xf32>, %y: tensor<64xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e0 = tensor.empty() : tensor<32xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<f32>
  %g0 = fp8.kernel "product" ins(%x : tensor<32xf32>) outs(%e0 : tensor<32xf32>) {
  ^bb0(%a: tensor<32xf32>, %out: tensor<32xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : tensor<32xf32>) outs(%out : tensor<32xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<32xf32>
    fp8.kernel_yield %r : tensor<32xf32>
  }
  %s0 = fp8.kernel "reduce" ins(%g0 : tensor<32xf32>) outs(%e : tensor<f32>) {
  ^bb0(%a: tensor<32xf32>, %out: tensor<f32>):
    %c = arith.constant dense<0.0> : tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<32xf32>) outs(%c : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.addf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %t0 = fp8.kernel "scalars" ins(%s0 : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: tensor<f32>, %out: tensor<f32>):
    %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%a : tensor<f32>) outs(%out : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %n = math.sqrt %p : f32
      linalg.yield %n : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %g1 = fp8.kernel "product" ins(%y : tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%a: tensor<64xf32>, %out: tensor<64xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : tensor<64xf32>) outs(%out : tensor<64xf32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.negf %p : f32
      linalg.yield %n : f32
    } -> tensor<64xf32>
    fp8.kernel_yield %r : tensor<64xf32>
  }
  %s1 = fp8.kernel "reduce" ins(%g1 : tensor<64xf32>) outs(%e : tensor<f32>) {
  ^bb0(%a: tensor<64xf32>, %out: tensor<f32>):
    %c = arith.constant dense<0.0> : tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<64xf32>) outs(%c : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %n = arith.addf %o, %p : f32
      linalg.yield %n : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  return %t0, %s1 : tensor<f32>, tensor<f32>
}
