// RUN: fp8-opt %s --fp8-expand-optimizers | FileCheck %s
// RUN: fp8-opt %s --fp8-expand-optimizers=max-expanded=1 | FileCheck %s --check-prefix=LIMIT

// d = g + wd w; b = mu b + (1 - dampening) d; w = w - lr b. The gradient is
// read directly; unknown attributes are copied.
// CHECK-LABEL: @sgd
// LIMIT-LABEL: @sgd
// LIMIT: fp8.update
// LIMIT-NOT: fp8.sgd
func.func @sgd(%w: tensor<8xf32>, %b: tensor<8xf32>, %g: tensor<8xbf16>, %lr: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[R:.*]]:2 = fp8.update states(%{{.*}}, %{{.*}} : tensor<8xf32>, tensor<8xf32>) inputs(%{{.*}} : tensor<8xbf16>) scalars(%{{.*}} : tensor<f32>) outs(
  // CHECK-NEXT: ^bb0(%[[W:.*]]: f32, %[[B:.*]]: f32, %[[G:.*]]: f32, %[[LR:.*]]: f32):
  // CHECK-DAG: %[[WD:.*]] = arith.constant 1.250000e-01 : f32
  // CHECK-DAG: %[[DECAY:.*]] = arith.mulf %[[WD]], %[[W]] : f32
  // CHECK-DAG: %[[D:.*]] = arith.addf %[[G]], %[[DECAY]] : f32
  // CHECK-DAG: %[[REST:.*]] = arith.constant 7.500000e-01 : f32
  // CHECK-DAG: %[[PART:.*]] = arith.mulf %[[REST]], %[[D]] : f32
  // CHECK-DAG: %[[MU:.*]] = arith.constant 5.000000e-01 : f32
  // CHECK-DAG: %[[KEPT:.*]] = arith.mulf %[[MU]], %[[B]] : f32
  // CHECK-DAG: %[[NEW:.*]] = arith.addf %[[KEPT]], %[[PART]] : f32
  // CHECK-DAG: %[[STEP:.*]] = arith.mulf %[[LR]], %[[NEW]] : f32
  // CHECK-DAG: %[[NEXT:.*]] = arith.subf %[[W]], %[[STEP]] : f32
  // CHECK: fp8.yield %[[NEXT]], %[[NEW]] : f32, f32
  // CHECK-NEXT: } {fp8.allow = ["block-tail"]}
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
  %r:2 = fp8.sgd states(%w, %b : tensor<8xf32>, tensor<8xf32>) gradient(%g : tensor<8xbf16>) lr %lr momentum 0.5 dampening 0.25 weight_decay 0.125 outs(%w, %b : tensor<8xf32>, tensor<8xf32>) {fp8.allow = ["block-tail"]}
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// A term whose factor is 0 is left out.
// CHECK-LABEL: @plain
// LIMIT-LABEL: @plain
// LIMIT: fp8.sgd
func.func @plain(%w: tensor<8xf32>, %g: tensor<8xf32>, %lr: tensor<f32>) -> tensor<8xf32> {
  // CHECK: ^bb0(%[[W:.*]]: f32, %[[G:.*]]: f32, %[[LR:.*]]: f32):
  // CHECK-NEXT: %[[U:.*]] = arith.mulf %[[LR]], %[[G]] : f32
  // CHECK-NEXT: %[[N:.*]] = arith.subf %[[W]], %[[U]] : f32
  // CHECK-NEXT: fp8.yield %[[N]] : f32
  %r = fp8.sgd states(%w : tensor<8xf32>) gradient(%g : tensor<8xf32>) lr %lr outs(%w : tensor<8xf32>)
  return %r : tensor<8xf32>
}

// PyTorch: the parameter shrinks first; the first moment is interpolated; roots
// are corrected by a root; the rate by the first correction.
// CHECK-LABEL: @adamw
func.func @adamw(%w: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>, %g: tensor<8xf32>, %lr: tensor<f32>, %c1: tensor<f32>, %c2: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: ^bb0(%[[W:.*]]: f32, %[[M:.*]]: f32, %[[V:.*]]: f32, %[[G:.*]]: f32, %[[LR:.*]]: f32, %[[C1:.*]]: f32, %[[C2:.*]]: f32):
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK-DAG: %[[QUARTER:.*]] = arith.constant 2.500000e-01 : f32
  // CHECK-DAG: %[[LOSS:.*]] = arith.mulf %[[LR]], %[[QUARTER]] : f32
  // CHECK-DAG: %[[FACTOR:.*]] = arith.subf %[[ONE]], %[[LOSS]] : f32
  // CHECK-DAG: %[[SHRUNK:.*]] = arith.mulf %[[W]], %[[FACTOR]] : f32
  // CHECK-DAG: %[[WAY:.*]] = arith.subf %[[G]], %[[M]] : f32
  // CHECK-DAG: %[[PART:.*]] = arith.mulf %[[QUARTER]], %[[WAY]] : f32
  // CHECK-DAG: %[[NEWM:.*]] = arith.addf %[[M]], %[[PART]] : f32
  // CHECK-DAG: %[[A2:.*]] = arith.constant 1.250000e-01 : f32
  // CHECK-DAG: %[[AG:.*]] = arith.mulf %[[A2]], %[[G]] : f32
  // CHECK-DAG: %[[AGG:.*]] = arith.mulf %[[AG]], %[[G]] : f32
  // CHECK-DAG: %[[B2:.*]] = arith.constant 8.750000e-01 : f32
  // CHECK-DAG: %[[BV:.*]] = arith.mulf %[[B2]], %[[V]] : f32
  // CHECK-DAG: %[[NEWV:.*]] = arith.addf %[[BV]], %[[AGG]] : f32
  // CHECK-DAG: %[[ROOT:.*]] = math.sqrt %[[NEWV]] : f32
  // CHECK-DAG: %[[ROOTC:.*]] = math.sqrt %[[C2]] : f32
  // CHECK-DAG: %[[CORRECTED:.*]] = arith.divf %[[ROOT]], %[[ROOTC]] : f32
  // CHECK-DAG: %[[EPS:.*]] = arith.constant 5.000000e-01 : f32
  // CHECK-DAG: %[[BELOW:.*]] = arith.addf %[[CORRECTED]], %[[EPS]] : f32
  // CHECK-DAG: %[[RATE:.*]] = arith.divf %[[LR]], %[[C1]] : f32
  // CHECK-DAG: %[[ABOVE:.*]] = arith.mulf %[[RATE]], %[[NEWM]] : f32
  // CHECK-DAG: %[[U:.*]] = arith.divf %[[ABOVE]], %[[BELOW]] : f32
  // CHECK-DAG: %[[NEWW:.*]] = arith.subf %[[SHRUNK]], %[[U]] : f32
  // CHECK: fp8.yield %[[NEWW]], %[[NEWM]], %[[NEWV]]
  %r:3 = fp8.adamw states(%w, %m, %v : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) gradient(%g : tensor<8xf32>) lr %lr bias_corrections %c1, %c2 beta1 0.75 beta2 0.875 eps 0.5 weight_decay 0.25 outs(%w, %m, %v : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %r#0, %r#1, %r#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Storage, scales, draws, the skip and the place go over as they are; so does a
// probe.
// CHECK-LABEL: @stored
func.func @stored(%w: tensor<4x8xf8E4M3FN>, %r: tensor<4x8xi8>, %m: tensor<4x8xbf16>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %si: tensor<f32>, %s: tensor<f32>, %a: tensor<f32>, %skip: i1, %seed: i32, %step: i32) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
  // CHECK: fp8.update probe states(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>) inputs(%{{.*}} : tensor<4x8xf32>) scalars(%{{.*}} : tensor<f32>) scales(%{{.*}} : tensor<f32>) seed %{{.*}} step %{{.*}} storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = bf16>] outs(%{{.*}} : tensor<f32>) {
  // CHECK: fp8.update states(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>) inputs(%{{.*}} : tensor<4x8xf32>) scalars(%{{.*}} : tensor<f32>) scales(%{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>) skip %{{.*}} seed %{{.*}} step %{{.*}} storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = bf16>] at [8, 0] of [64, 8] outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>, tensor<f32>) {
  %amax = fp8.lion probe states(%w, %r, %m : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr scales(%si) seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = bf16>] outs(%a : tensor<f32>)
  %n:4 = fp8.lion states(%w, %r, %m : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>) gradient(%g : tensor<4x8xf32>) lr %lr scales(%si, %s) skip %skip seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = bf16>] at [8, 0] of [64, 8] outs(%w, %r, %m, %amax : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<4x8xbf16>, tensor<f32>)
  return %n#0, %n#3 : tensor<4x8xf8E4M3FN>, tensor<f32>
}

// Two updates. States of one plane that are read only are inputs.
// CHECK-LABEL: @lamb
// CHECK-SAME: (%[[W:.*]]: tensor<8xf32>, %[[M:.*]]: tensor<8xf32>, %[[V:.*]]: tensor<8xbf16>, %[[G:.*]]: tensor<8xf32>, %[[LR:.*]]: tensor<f32>)
func.func @lamb(%w: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xbf16>, %g: tensor<8xf32>, %lr: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xbf16>) {
  // CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
  // CHECK: %[[MOMENTS:.*]]:4 = fp8.update states(%[[M]], %[[V]] : tensor<8xf32>, tensor<8xbf16>) inputs(%[[W]], %[[G]] : tensor<8xf32>, tensor<8xf32>) scalars(%[[LR]] : tensor<f32>) storage [{{.*}}] reductions [#fp8.reduction<sum>, #fp8.reduction<sum>] outs(%[[M]], %[[V]], %[[ZERO]], %[[ZERO]] :
  // CHECK: %[[NEW:.*]] = fp8.update states(%[[W]] : tensor<8xf32>) inputs(%[[MOMENTS]]#0, %[[MOMENTS]]#1 : tensor<8xf32>, tensor<8xbf16>) scalars(%[[LR]], %[[MOMENTS]]#2, %[[MOMENTS]]#3 : tensor<f32>, tensor<f32>, tensor<f32>) storage [{{.*}}] outs(%[[W]] : tensor<8xf32>)
  // CHECK: return %[[NEW]], %[[MOMENTS]]#0, %[[MOMENTS]]#1
  %r:3 = fp8.lamb states(%w, %m, %v : tensor<8xf32>, tensor<8xf32>, tensor<8xbf16>) gradient(%g : tensor<8xf32>) lr %lr outs(%w, %m, %v : tensor<8xf32>, tensor<8xf32>, tensor<8xbf16>)
  return %r#0, %r#1, %r#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xbf16>
}

// The second update decodes the codes of the first one by the inverse of its
// scale. The planes that it would write are unused.
// CHECK-LABEL: @lamb_stored
// CHECK-SAME: (%[[W:[^:]*]]: tensor<4x8xf8E4M3FN>, %[[C:[^:]*]]: tensor<8x4xf8E4M3FN>, %[[M:[^:]*]]: tensor<4x8xf8E4M3FN>
func.func @lamb_stored(%w: tensor<4x8xf8E4M3FN>, %c: tensor<8x4xf8E4M3FN>, %m: tensor<4x8xf8E4M3FN>, %v: tensor<4x8xf32>, %g: tensor<4x8xf32>, %lr: tensor<f32>, %wi: tensor<f32>, %ws: tensor<f32>, %mi: tensor<f32>, %ms: tensor<f32>, %a: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<f32>, tensor<f32>) {
  // CHECK: %[[DROPPED:.*]] = tensor.empty() : tensor<4x8xf8E4M3FN>
  // CHECK: %[[FIRST:.*]]:7 = fp8.update states(%[[M]], %{{.*}}, %[[W]] : {{.*}}) inputs(%{{.*}}) scalars(%{{.*}}) scales(%[[MI:.*]], %[[MS:.*]], %[[WI:.*]], %[[WS:.*]] : {{.*}}) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = e4m3>] {{.*}} outs(%[[M]], %{{.*}}, %[[DROPPED]], %{{.*}}
  // CHECK: %[[SCALE:.*]] = tensor.extract %[[MS]][] : tensor<f32>
  // CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[SCALE]] : f32
  // CHECK: %[[NEWINV:.*]] = tensor.from_elements %[[INVERSE]] : tensor<f32>
  // CHECK: %[[SECOND:.*]]:5 = fp8.update states(%[[W]], %[[FIRST]]#0 : {{.*}}) inputs(%[[FIRST]]#1 : tensor<4x8xf32>) scalars({{.*}}) scales(%[[WI]], %[[WS]], %[[NEWINV]], %[[MS]] : {{.*}}) storage [#fp8.storage<format = e4m3, copies = [<format = e4m3, transposed = true>]>, #fp8.storage<format = e4m3>] outs(%[[W]], %[[C]],
  // CHECK: return %[[SECOND]]#0, %[[SECOND]]#1, %[[FIRST]]#0, %[[SECOND]]#3, %[[FIRST]]#3
  %r:6 = fp8.lamb states(%w, %m, %v : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) gradient(%g : tensor<4x8xf32>) lr %lr scales(%wi, %ws, %mi, %ms) storage [#fp8.storage<format = e4m3, copies = [<format = e4m3, transposed = true>]>, #fp8.storage<format = e4m3>, #fp8.storage<format = f32>] outs(%w, %c, %m, %v, %a, %a : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<f32>, tensor<f32>)
  return %r#0, %r#1, %r#2, %r#4, %r#5 : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E4M3FN>, tensor<f32>, tensor<f32>
}
