// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates=max-outstanding-bytes=0 | FileCheck %s --check-prefix=EACH
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels \
// RUN:   --canonicalize --fp8-results-to-arguments=update-in-place --canonicalize --fp8-emit-cpu | FileCheck %s --check-prefix=LAUNCH

// One kernel computes the scales of two weights, for this step and for the
// next one, from a common rate, and counts steps. The pass splits the parts
// that one update waits for; the rate and the counter stay together.

// CHECK-LABEL: @scales(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<8xf32> {{{[^}]*}}}, %[[S0:[a-z0-9]+]]: tensor<f32> {{{[^}]*}}}, %[[W1:[a-z0-9]+]]: tensor<5xf32> {{{[^}]*}}}, %[[S1:[a-z0-9]+]]: tensor<f32> {{{[^}]*}}}, %[[LR:[a-z0-9]+]]: tensor<f32>, %[[T:[a-z0-9]+]]: tensor<i32>
// CHECK-COUNT-2: fp8.kernel "gradient"
// CHECK: %[[SHARED:.*]]:2 = fp8.kernel "scalars" ins(%[[LR]], %[[T]] : tensor<f32>, tensor<i32>)
// CHECK: %[[NEW0:.*]]:2 = fp8.kernel "scalars" bucket 0 ins(%[[S0]], %[[SHARED]]#0 : tensor<f32>, tensor<f32>)
// CHECK: %[[NEW1:.*]]:2 = fp8.kernel "scalars" bucket 0 ins(%[[S1]], %[[SHARED]]#0 : tensor<f32>, tensor<f32>)
// CHECK: fp8.kernel "update" bucket 1 ins(%[[W0]], %{{.*}}, %[[NEW0]]#0, %[[S0]] :
// CHECK: fp8.kernel "update" bucket 1 ins(%[[W1]], %{{.*}}, %[[NEW1]]#0, %[[S1]] :
// CHECK: return %{{.*}}, %[[NEW0]]#1, %{{.*}}, %[[NEW1]]#1, %[[SHARED]]#1
// EACH-LABEL: @scales(
// EACH: fp8.kernel "gradient"
// EACH: fp8.kernel "scalars" ins
// EACH: fp8.kernel "update" bucket 0
// EACH: fp8.kernel "gradient"
// EACH: fp8.kernel "scalars" ins
// EACH: fp8.kernel "update" bucket 1
// LAUNCH-LABEL: func.func @scales(
// LAUNCH: fp8.launch @scalars{{(_[0-9]+)?}} items 2 of [1, 1] grain
// LAUNCH: fp8.launch @update items 13 of [8, 5] grain
func.func @scales(%w0: tensor<8xf32> {fp8.name = "w0"}, %s0: tensor<f32> {fp8.name = "s0"}, %w1: tensor<5xf32> {fp8.name = "w1"}, %s1: tensor<f32> {fp8.name = "s1"},
    %lr: tensor<f32>, %t: tensor<i32> {fp8.name = "t"}, %x0: tensor<8xf32>, %x1: tensor<5xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<f32> {fp8.updates = "s0"}, tensor<5xf32> {fp8.updates = "w1"}, tensor<f32> {fp8.updates = "s1"}, tensor<i32> {fp8.updates = "t"}) {
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<5xf32>
  %es = tensor.empty() : tensor<f32>
  %et = tensor.empty() : tensor<i32>
  %g0 = fp8.kernel "gradient" ins(%x0 : tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %o: f32):
      %q = arith.negf %p : f32
      linalg.yield %q : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %g1 = fp8.kernel "gradient" ins(%x1 : tensor<5xf32>) outs(%e1 : tensor<5xf32>) {
  ^bb0(%a: tensor<5xf32>, %out: tensor<5xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : tensor<5xf32>) outs(%out : tensor<5xf32>) {
    ^bb0(%p: f32, %o: f32):
      %q = arith.negf %p : f32
      linalg.yield %q : f32
    } -> tensor<5xf32>
    fp8.kernel_yield %r : tensor<5xf32>
  }
  %k:5 = fp8.kernel "scalars" ins(%lr, %s0, %s1, %t : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) outs(%es, %es, %es, %es, %et : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) {
  ^bb0(%a: tensor<f32>, %b0: tensor<f32>, %b1: tensor<f32>, %c: tensor<i32>, %o0: tensor<f32>, %o1: tensor<f32>, %o2: tensor<f32>, %o3: tensor<f32>, %o4: tensor<i32>):
    %ef = tensor.empty() : tensor<f32>
    %ei = tensor.empty() : tensor<i32>
    %one = arith.constant 1 : i32
    %rate = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%a : tensor<f32>) outs(%ef : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %r = math.absf %p : f32
      linalg.yield %r : f32
    } -> tensor<f32>
    %new0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%b0, %rate : tensor<f32>, tensor<f32>) outs(%ef : tensor<f32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %r = arith.addf %p, %q : f32
      linalg.yield %r : f32
    } -> tensor<f32>
    %new1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%b1, %rate : tensor<f32>, tensor<f32>) outs(%ef : tensor<f32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %r = arith.addf %p, %q : f32
      linalg.yield %r : f32
    } -> tensor<f32>
    %count = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%c : tensor<i32>) outs(%ei : tensor<i32>) {
    ^bb0(%p: i32, %o: i32):
      %r = arith.addi %p, %one : i32
      linalg.yield %r : i32
    } -> tensor<i32>
    %next0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%new0 : tensor<f32>) outs(%ef : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %r = arith.mulf %p, %p : f32
      linalg.yield %r : f32
    } -> tensor<f32>
    %next1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%new1 : tensor<f32>) outs(%ef : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %r = arith.mulf %p, %p : f32
      linalg.yield %r : f32
    } -> tensor<f32>
    fp8.kernel_yield %new0, %next0, %new1, %next1, %count : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>
  }
  %u0 = fp8.kernel "update" ins(%w0, %g0, %k#0, %s0 : tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<f32>, %d: tensor<f32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b, %c, %d : tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %s: f32, %z: f32, %o: f32):
      %old = arith.mulf %p, %z : f32
      %new = arith.subf %old, %q : f32
      %code = arith.divf %new, %s : f32
      linalg.yield %code : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %u1 = fp8.kernel "update" ins(%w1, %g1, %k#2, %s1 : tensor<5xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) outs(%e1 : tensor<5xf32>) {
  ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>, %c: tensor<f32>, %d: tensor<f32>, %out: tensor<5xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b, %c, %d : tensor<5xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) outs(%out : tensor<5xf32>) {
    ^bb0(%p: f32, %q: f32, %s: f32, %z: f32, %o: f32):
      %old = arith.mulf %p, %z : f32
      %new = arith.subf %old, %q : f32
      %code = arith.divf %new, %s : f32
      linalg.yield %code : f32
    } -> tensor<5xf32>
    fp8.kernel_yield %r : tensor<5xf32>
  }
  return %u0, %k#1, %u1, %k#3, %k#4 : tensor<8xf32>, tensor<f32>, tensor<5xf32>, tensor<f32>, tensor<i32>
}
