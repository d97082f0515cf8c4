// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --fp8-shard="policy=zero1 min-elements=0" --canonicalize --cse | FileCheck %s --check-prefix=ZERO1

// Planes of stored states. Groups of 16 elements fill two rows of 8, so the unit
// is 2 rows: 4 of 10 rows on each of 3 ranks, with 2 rows of padding. The scales
// of groups are a flat tensor, and a unit has one of them.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {

// CHECK-LABEL: @step
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x8xf8E4M3FN> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4x8xi16> {fp8.name = "w.residual", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<f32> {fp8.name = "w.scale_inv", fp8.state = #fp8.state<scale>}
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<f32> {fp8.name = "w.amax", fp8.state = #fp8.state<amax>}
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<4x8xf8E4M3FN> {fp8.name = "m", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 2>
// CHECK-SAME: %[[MS:[a-z0-9]+]]: tensor<2xf32> {fp8.name = "m.scale_inv", fp8.shard = #fp8.shard<"dp", rows = 5, unit = 1>

// A reader of codes and of residuals gathers both.
// CHECK: %[[CODES:.*]] = fp8.all_gather %[[W]] over ["dp"] outs(%{{.*}} : tensor<10x8xf8E4M3FN>) : tensor<4x8xf8E4M3FN>
// CHECK: %[[REST:.*]] = fp8.all_gather %[[R]] over ["dp"] outs(%{{.*}} : tensor<10x8xi16>) : tensor<4x8xi16>
// CHECK: fp8.update states(%[[CODES]], %[[REST]] : tensor<10x8xf8E4M3FN>, tensor<10x8xi16>) scales(%[[S]],

// The bound of the change needs the amax over all ranks.
// CHECK: %[[GRADIENT:.*]] = fp8.reduce_scatter sum %{{.*}} over ["dp"] outs(%{{.*}} : tensor<4x8xf32>) : tensor<10x8xf32>
// CHECK: %[[MASKED:.*]] = linalg.generic {{.*}} ins(%[[GRADIENT]] : tensor<4x8xf32>)
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[ISVALID:.*]] = arith.cmpi slt, %[[ROW]], %[[VALID:.*]] :
// CHECK: arith.select %[[ISVALID]], %{{.*}}, %{{.*}} : f32
// CHECK: %[[PART:.*]] = fp8.amax %[[MASKED]] outs(%{{.*}} : tensor<f32>) : tensor<4x8xf32>
// CHECK: %[[AMAX:.*]] = fp8.all_reduce max %[[PART]] over ["dp"]
// CHECK: %[[BOUND:.*]] = arith.addf %[[A]], %[[AMAX]]
// CHECK: %[[SCALE:.*]], %[[INVERSE:.*]] = fp8.compute_scale %[[BOUND]]

// Random bits depend on the position in the whole tensor.
// CHECK: %[[NEW:.*]]:5 = fp8.update states(%[[W]], %[[R]], %[[M]], %[[MS]] : tensor<4x8xf8E4M3FN>, tensor<4x8xi16>, tensor<4x8xf8E4M3FN>, tensor<2xf32>)
// CHECK-SAME: inputs(%[[GRADIENT]] : tensor<4x8xf32>) scales(%[[S]], %[[SCALE]] : tensor<f32>, tensor<f32>)
// CHECK-SAME: at [%{{.*}}, 0] of [12, 8] valid %[[VALID]] outs(%[[W]], %[[R]], %[[M]], %[[MS]], %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<4x8xi16>, tensor<4x8xf8E4M3FN>, tensor<2xf32>, tensor<f32>)
// CHECK: %[[NEWAMAX:.*]] = fp8.all_reduce max %[[NEW]]#4 over ["dp"]
// CHECK: return %{{.*}}, %[[NEW]]#0, %[[NEW]]#1, %[[INVERSE]], %[[NEWAMAX]], %[[NEW]]#2, %[[NEW]]#3, %{{.*}}, %{{.*}} :

// Under zero1, the residual stays whole because the decoder reads it.
// ZERO1-LABEL: @step
// ZERO1-SAME: tensor<10x8xf8E4M3FN> {fp8.name = "w", fp8.state
// ZERO1-SAME: tensor<10x8xi16> {fp8.name = "w.residual", fp8.state
// ZERO1-SAME: tensor<4x8xf8E4M3FN> {fp8.name = "m", fp8.shard
// ZERO1-SAME: tensor<2xf32> {fp8.name = "m.scale_inv", fp8.shard
// ZERO1: %[[NEW:.*]]:5 = fp8.update {{.*}} at [%{{.*}}, 0] of [12, 8]
// ZERO1: fp8.all_gather %[[NEW]]#0 over ["dp"] outs(%{{.*}} : tensor<10x8xf8E4M3FN>)
// ZERO1: fp8.all_gather %[[NEW]]#1 over ["dp"] outs(%{{.*}} : tensor<10x8xi16>)
// ZERO1-NOT: fp8.all_gather
func.func @step(%w: tensor<10x8xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}, %r: tensor<10x8xi16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}, %s: tensor<f32> {fp8.name = "w.scale_inv", fp8.state = #fp8.state<scale>}, %a: tensor<f32> {fp8.name = "w.amax", fp8.state = #fp8.state<amax>}, %m: tensor<10x8xf8E4M3FN> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %ms: tensor<5xf32> {fp8.name = "m.scale_inv", fp8.state = #fp8.state<scale>}, %seed: tensor<i32> {fp8.name = "fp8.rng", fp8.state = #fp8.state<rng>}, %t: tensor<i32> {fp8.name = "fp8.step", fp8.state = #fp8.state<step>}, %x: tensor<10x8xf32> {fp8.name = "x", fp8.batch})
    -> (tensor<10x8xf32> {fp8.name = "y"}, tensor<10x8xf8E4M3FN> {fp8.updates = "w"}, tensor<10x8xi16> {fp8.updates = "w.residual"}, tensor<f32> {fp8.updates = "w.scale_inv"}, tensor<f32> {fp8.updates = "w.amax"}, tensor<10x8xf8E4M3FN> {fp8.updates = "m"}, tensor<5xf32> {fp8.updates = "m.scale_inv"}, tensor<i32> {fp8.updates = "fp8.rng"}, tensor<i32> {fp8.updates = "fp8.step"}) {
  %codes = tensor.empty() : tensor<10x8xf8E4M3FN>
  %bits = tensor.empty() : tensor<10x8xi16>
  %wide = tensor.empty() : tensor<10x8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %next = arith.constant dense<1> : tensor<i32>
  %decoded:4 = fp8.update states(%w, %r : tensor<10x8xf8E4M3FN>, tensor<10x8xi16>) scales(%s, %one : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split16, copies = [<format = f32>]>] outs(%codes, %bits, %wide, %zero : tensor<10x8xf8E4M3FN>, tensor<10x8xi16>, tensor<10x8xf32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %y = arith.mulf %x, %decoded#2 : tensor<10x8xf32>
  %gradient = fp8.all_reduce sum %y over ["dp"] outs(%wide : tensor<10x8xf32>) : tensor<10x8xf32>
  %amax = fp8.amax %gradient outs(%zero : tensor<f32>) : tensor<10x8xf32>
  %bound = arith.addf %a, %amax : tensor<f32>
  %scale, %inverse = fp8.compute_scale %bound for e4m3 : tensor<f32>
  %k = tensor.extract %seed[] : tensor<i32>
  %i = tensor.extract %t[] : tensor<i32>
  %new:5 = fp8.update states(%w, %r, %m, %ms : tensor<10x8xf8E4M3FN>, tensor<10x8xi16>, tensor<10x8xf8E4M3FN>, tensor<5xf32>) inputs(%gradient : tensor<10x8xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) seed %k step %i storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split16, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 16>>] outs(%w, %r, %m, %ms, %zero : tensor<10x8xf8E4M3FN>, tensor<10x8xi16>, tensor<10x8xf8E4M3FN>, tensor<5xf32>, tensor<f32>) {
  ^bb0(%p: f32, %v: f32, %g: f32):
    %0 = arith.addf %v, %g : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1, %0 : f32, f32
  }
  %t1 = arith.addi %t, %next : tensor<i32>
  return %y, %new#0, %new#1, %inverse, %new#4, %new#2, %new#3, %seed, %t1 : tensor<10x8xf32>, tensor<10x8xf8E4M3FN>, tensor<10x8xi16>, tensor<f32>, tensor<f32>, tensor<10x8xf8E4M3FN>, tensor<5xf32>, tensor<i32>, tensor<i32>
}

}
