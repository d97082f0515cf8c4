// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels \
// RUN:   --canonicalize --fp8-results-to-arguments=update-in-place --canonicalize --fp8-emit-cpu | FileCheck %s --check-prefix=LAUNCH

// Elements share a scale in groups of 4. All groups are whole, the last group
// is shorter, or the only group is not whole. The scales are a tensor of the
// bucket like any other, with fewer elements.

// CHECK: #[[$GROUPS:.*]] = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-LABEL: @groups(
// CHECK: %[[W0:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
// CHECK: fp8.kernel "update" bucket 0 ins(%[[W0]], %arg1, %{{.*}} : tensor<8xf32>, tensor<2xf32>, tensor<8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<2xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$GROUPS]], #{{.*}}, #{{.*}}], iterator_types = ["parallel"]}
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$GROUPS]]], iterator_types = ["reduction"]}
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$GROUPS]], #{{.*}}], iterator_types = ["parallel"]}
// CHECK: fp8.kernel "update" bucket 0 ins(%arg3, %arg4, %arg5 : tensor<6xf32>, tensor<2xf32>, tensor<6xf32>)
// CHECK: fp8.kernel "update" bucket 0 ins(%arg6, %arg7, %arg8 : tensor<3xf32>, tensor<1xf32>, tensor<3xf32>)
// LAUNCH-LABEL: func.func @groups(
// LAUNCH-NOT: fp8.launch
// LAUNCH: fp8.launch @update items 17 of [8, 6, 3] grain {{[0-9]+}}
// LAUNCH-NOT: fp8.launch
// LAUNCH: return
func.func @groups(%w0: tensor<2x4xf32> {fp8.name = "w0"}, %s0: tensor<2xf32> {fp8.name = "s0"}, %g0: tensor<2x4xf32>, %w1: tensor<6xf32> {fp8.name = "w1"}, %s1: tensor<2xf32> {fp8.name = "s1"}, %g1: tensor<6xf32>, %w2: tensor<3xf32> {fp8.name = "w2"}, %s2: tensor<1xf32> {fp8.name = "s2"}, %g2: tensor<3xf32>)
    -> (tensor<2x4xf32> {fp8.updates = "w0"}, tensor<2xf32> {fp8.updates = "s0"}, tensor<6xf32> {fp8.updates = "w1"}, tensor<2xf32> {fp8.updates = "s1"}, tensor<3xf32> {fp8.updates = "w2"}, tensor<1xf32> {fp8.updates = "s2"}) {
  %u0e = tensor.empty() : tensor<2x4xf32>
  %u0se = tensor.empty() : tensor<2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0, %g0 : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%u0e, %u0se : tensor<2x4xf32>, tensor<2xf32>) {
  ^bb0(%a: tensor<2x4xf32>, %b: tensor<2xf32>, %c: tensor<2x4xf32>, %out0: tensor<2x4xf32>, %out1: tensor<2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2xf32>) -> tensor<2xf32>
    %e = tensor.empty() : tensor<2x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<2x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<2x4xf32>) outs(%init : tensor<2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<2x4xf32>
    fp8.kernel_yield %u, %max : tensor<2x4xf32>, tensor<2xf32>
  }
  %u1e = tensor.empty() : tensor<6xf32>
  %u1se = tensor.empty() : tensor<2xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1, %g1 : tensor<6xf32>, tensor<2xf32>, tensor<6xf32>) outs(%u1e, %u1se : tensor<6xf32>, tensor<2xf32>) {
  ^bb0(%a: tensor<6xf32>, %b: tensor<2xf32>, %c: tensor<6xf32>, %out0: tensor<6xf32>, %out1: tensor<2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2xf32>) -> tensor<2xf32>
    %e = tensor.empty() : tensor<6xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i floordiv 4)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b, %c : tensor<6xf32>, tensor<2xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<6xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i floordiv 4)>], iterator_types = ["reduction"]}
        ins(%t : tensor<6xf32>) outs(%init : tensor<2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i floordiv 4)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%t, %max : tensor<6xf32>, tensor<2xf32>) outs(%e : tensor<6xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<6xf32>
    fp8.kernel_yield %u, %max : tensor<6xf32>, tensor<2xf32>
  }
  %u2e = tensor.empty() : tensor<3xf32>
  %u2se = tensor.empty() : tensor<1xf32>
  %u2:2 = fp8.kernel "update" ins(%w2, %s2, %g2 : tensor<3xf32>, tensor<1xf32>, tensor<3xf32>) outs(%u2e, %u2se : tensor<3xf32>, tensor<1xf32>) {
  ^bb0(%a: tensor<3xf32>, %b: tensor<1xf32>, %c: tensor<3xf32>, %out0: tensor<3xf32>, %out1: tensor<1xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1xf32>) -> tensor<1xf32>
    %a2 = tensor.expand_shape %a [[0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
    %c2 = tensor.expand_shape %c [[0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
    %e = tensor.empty() : tensor<1x3xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a2, %b, %c2 : tensor<1x3xf32>, tensor<1xf32>, tensor<1x3xf32>) outs(%e : tensor<1x3xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<1x3xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<1x3xf32>) outs(%init : tensor<1xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<1xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<1x3xf32>, tensor<1xf32>) outs(%e : tensor<1x3xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<1x3xf32>
    %back = tensor.collapse_shape %u [[0, 1]] : tensor<1x3xf32> into tensor<3xf32>
    fp8.kernel_yield %back, %max : tensor<3xf32>, tensor<1xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1, %u2#0, %u2#1 : tensor<2x4xf32>, tensor<2xf32>, tensor<6xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>
}

// -----

// Groups of other sizes are other kinds: there is no bucket of one.

// CHECK-LABEL: @negative_sizes(
// CHECK-NOT: bucket
func.func @negative_sizes(%w0: tensor<2x4xf32> {fp8.name = "w0"}, %s0: tensor<2xf32> {fp8.name = "s0"}, %g0: tensor<2x4xf32>, %w1: tensor<6xf32> {fp8.name = "w1"}, %s1: tensor<1xf32> {fp8.name = "s1"}, %g1: tensor<6xf32>)
    -> (tensor<2x4xf32> {fp8.updates = "w0"}, tensor<2xf32> {fp8.updates = "s0"}, tensor<6xf32> {fp8.updates = "w1"}, tensor<1xf32> {fp8.updates = "s1"}) {
  %u0e = tensor.empty() : tensor<2x4xf32>
  %u0se = tensor.empty() : tensor<2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0, %g0 : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%u0e, %u0se : tensor<2x4xf32>, tensor<2xf32>) {
  ^bb0(%a: tensor<2x4xf32>, %b: tensor<2xf32>, %c: tensor<2x4xf32>, %out0: tensor<2x4xf32>, %out1: tensor<2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2xf32>) -> tensor<2xf32>
    %e = tensor.empty() : tensor<2x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<2x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<2x4xf32>) outs(%init : tensor<2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<2x4xf32>
    fp8.kernel_yield %u, %max : tensor<2x4xf32>, tensor<2xf32>
  }
  %u1e = tensor.empty() : tensor<6xf32>
  %u1se = tensor.empty() : tensor<1xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1, %g1 : tensor<6xf32>, tensor<1xf32>, tensor<6xf32>) outs(%u1e, %u1se : tensor<6xf32>, tensor<1xf32>) {
  ^bb0(%a: tensor<6xf32>, %b: tensor<1xf32>, %c: tensor<6xf32>, %out0: tensor<6xf32>, %out1: tensor<1xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<1xf32>) -> tensor<1xf32>
    %a2 = tensor.expand_shape %a [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
    %c2 = tensor.expand_shape %c [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
    %e = tensor.empty() : tensor<1x6xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a2, %b, %c2 : tensor<1x6xf32>, tensor<1xf32>, tensor<1x6xf32>) outs(%e : tensor<1x6xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<1x6xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<1x6xf32>) outs(%init : tensor<1xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<1xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<1x6xf32>, tensor<1xf32>) outs(%e : tensor<1x6xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<1x6xf32>
    %back = tensor.collapse_shape %u [[0, 1]] : tensor<1x6xf32> into tensor<6xf32>
    fp8.kernel_yield %back, %max : tensor<6xf32>, tensor<1xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1 : tensor<2x4xf32>, tensor<2xf32>, tensor<6xf32>, tensor<1xf32>
}

// -----

// The sum of a group has an order of its own.

// CHECK-LABEL: @negative_sums(
// CHECK-NOT: bucket
func.func @negative_sums(%w0: tensor<2x4xf32> {fp8.name = "w0"}, %s0: tensor<2xf32> {fp8.name = "s0"}, %g0: tensor<2x4xf32>, %w1: tensor<3x4xf32> {fp8.name = "w1"}, %s1: tensor<3xf32> {fp8.name = "s1"}, %g1: tensor<3x4xf32>)
    -> (tensor<2x4xf32> {fp8.updates = "w0"}, tensor<2xf32> {fp8.updates = "s0"}, tensor<3x4xf32> {fp8.updates = "w1"}, tensor<3xf32> {fp8.updates = "s1"}) {
  %u0e = tensor.empty() : tensor<2x4xf32>
  %u0se = tensor.empty() : tensor<2xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0, %g0 : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%u0e, %u0se : tensor<2x4xf32>, tensor<2xf32>) {
  ^bb0(%a: tensor<2x4xf32>, %b: tensor<2xf32>, %c: tensor<2x4xf32>, %out0: tensor<2x4xf32>, %out1: tensor<2xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<2xf32>) -> tensor<2xf32>
    %e = tensor.empty() : tensor<2x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<2x4xf32>, tensor<2xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<2x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<2x4xf32>) outs(%init : tensor<2xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<2x4xf32>
    fp8.kernel_yield %u, %max : tensor<2x4xf32>, tensor<2xf32>
  }
  %u1e = tensor.empty() : tensor<3x4xf32>
  %u1se = tensor.empty() : tensor<3xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1, %g1 : tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>) outs(%u1e, %u1se : tensor<3x4xf32>, tensor<3xf32>) {
  ^bb0(%a: tensor<3x4xf32>, %b: tensor<3xf32>, %c: tensor<3x4xf32>, %out0: tensor<3x4xf32>, %out1: tensor<3xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<3xf32>) -> tensor<3xf32>
    %e = tensor.empty() : tensor<3x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<3x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>], iterator_types = ["parallel", "reduction"]}
        ins(%t : tensor<3x4xf32>) outs(%init : tensor<3xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<3xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<3x4xf32>, tensor<3xf32>) outs(%e : tensor<3x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<3x4xf32>
    fp8.kernel_yield %u, %max : tensor<3x4xf32>, tensor<3xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1 : tensor<2x4xf32>, tensor<2xf32>, tensor<3x4xf32>, tensor<3xf32>
}

// -----

// Groups along columns do not follow each other in memory.

// CHECK-LABEL: @negative_columns(
// CHECK-NOT: bucket
func.func @negative_columns(%w0: tensor<2x4xf32> {fp8.name = "w0"}, %s0: tensor<4xf32> {fp8.name = "s0"}, %g0: tensor<2x4xf32>, %w1: tensor<3x4xf32> {fp8.name = "w1"}, %s1: tensor<4xf32> {fp8.name = "s1"}, %g1: tensor<3x4xf32>)
    -> (tensor<2x4xf32> {fp8.updates = "w0"}, tensor<4xf32> {fp8.updates = "s0"}, tensor<3x4xf32> {fp8.updates = "w1"}, tensor<4xf32> {fp8.updates = "s1"}) {
  %u0e = tensor.empty() : tensor<2x4xf32>
  %u0se = tensor.empty() : tensor<4xf32>
  %u0:2 = fp8.kernel "update" ins(%w0, %s0, %g0 : tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) outs(%u0e, %u0se : tensor<2x4xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<2x4xf32>, %out0: tensor<2x4xf32>, %out1: tensor<4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<4xf32>) -> tensor<4xf32>
    %e = tensor.empty() : tensor<2x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<2x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>], iterator_types = ["reduction", "parallel"]}
        ins(%t : tensor<2x4xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<2x4xf32>, tensor<4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<2x4xf32>
    fp8.kernel_yield %u, %max : tensor<2x4xf32>, tensor<4xf32>
  }
  %u1e = tensor.empty() : tensor<3x4xf32>
  %u1se = tensor.empty() : tensor<4xf32>
  %u1:2 = fp8.kernel "update" ins(%w1, %s1, %g1 : tensor<3x4xf32>, tensor<4xf32>, tensor<3x4xf32>) outs(%u1e, %u1se : tensor<3x4xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<3x4xf32>, %b: tensor<4xf32>, %c: tensor<3x4xf32>, %out0: tensor<3x4xf32>, %out1: tensor<4xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<4xf32>) -> tensor<4xf32>
    %e = tensor.empty() : tensor<3x4xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>, affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b, %c : tensor<3x4xf32>, tensor<4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %m, %r : f32
      linalg.yield %d : f32
    } -> tensor<3x4xf32>
    %max = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>], iterator_types = ["reduction", "parallel"]}
        ins(%t : tensor<3x4xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = math.absf %p : f32
      %n = arith.maximumf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %u = linalg.generic {indexing_maps = [affine_map<(g, e) -> (g, e)>, affine_map<(g, e) -> (e)>, affine_map<(g, e) -> (g, e)>], iterator_types = ["parallel", "parallel"]}
        ins(%t, %max : tensor<3x4xf32>, tensor<4xf32>) outs(%e : tensor<3x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.divf %p, %q : f32
      linalg.yield %m : f32
    } -> tensor<3x4xf32>
    fp8.kernel_yield %u, %max : tensor<3x4xf32>, tensor<4xf32>
  }
  return %u0#0, %u0#1, %u1#0, %u1#1 : tensor<2x4xf32>, tensor<4xf32>, tensor<3x4xf32>, tensor<4xf32>
}
