// RUN: fp8-opt %s --split-input-file --fp8-raise-updates --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-raise-updates --remarks-filter='fp8.*' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Momentum that does not change its states if the norm is not finite: the
// update contains the ordinary computation.
// REMARK: raised the update of 'w': 2 states, 1 inputs, {{.*}}skipped by a condition
// CHECK-LABEL: @step(
// CHECK-SAME: %[[W:.*]]: tensor<4xf32> {fp8.name = "w"{{.*}}}, %[[M:.*]]: tensor<4xf32> {fp8.name = "m"{{.*}}}, %[[G:.*]]: tensor<4xf32>, %[[NORM:.*]]: tensor<f32>)
// CHECK: arith.cmpf olt, %[[NORM]],
// CHECK: %[[FINITE:.*]] = arith.cmpf une,
// CHECK: %[[SKIP:.*]] = arith.xori %[[FINITE]], %true
// CHECK: fp8.update states(%[[W]], %[[M]] : {{.*}}) inputs(%[[G]] : tensor<4xf32>) skip %[[SKIP]] outs(
// CHECK-NOT: arith.select
// CHECK: return
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>, %norm: tensor<f32>)
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}) {
  %inf = arith.constant dense<0x7F800000> : tensor<f32>
  %decay = arith.constant dense<0.9> : tensor<4xf32>
  %finite = arith.cmpf olt, %norm, %inf : tensor<f32>
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%finite : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %0 = arith.mulf %m, %decay : tensor<4xf32>
  %1 = arith.addf %0, %g : tensor<4xf32>
  %2 = arith.subf %w, %1 : tensor<4xf32>
  %3 = arith.select %all, %2, %w : tensor<4xi1>, tensor<4xf32>
  %4 = arith.select %all, %1, %m : tensor<4xi1>, tensor<4xf32>
  return %3, %4 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The old value first, and a condition that is given.
// CHECK-LABEL: @step(
// CHECK: %[[SKIP:.*]] = arith.cmpf
// CHECK-NOT: arith.xori
// CHECK: fp8.update {{.*}} skip %{{.*}} outs(
// CHECK-NOT: arith.select
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %overflows: tensor<i1>)
    -> (tensor<4xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%overflows : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %0 = arith.subf %w, %g : tensor<4xf32>
  %1 = arith.select %all, %w, %0 : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Some elements are kept.
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK-NOT: skip
// CHECK: arith.select
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>)
    -> (tensor<4xf32> {fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %some = arith.cmpf ogt, %g, %zero : tensor<4xf32>
  %0 = arith.subf %w, %g : tensor<4xf32>
  %1 = arith.select %some, %0, %w : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The moment goes on where the weight is kept.
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK-NOT: skip
// CHECK: arith.select
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>, %keep: tensor<i1>)
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}) {
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%keep : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %0 = arith.addf %m, %g : tensor<4xf32>
  %1 = arith.subf %w, %0 : tensor<4xf32>
  %2 = arith.select %all, %w, %1 : tensor<4xi1>, tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A norm of the new weight is wanted in any case.
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK-NOT: skip
// CHECK: arith.select
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %keep: tensor<i1>)
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%keep : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %0 = arith.subf %w, %g : tensor<4xf32>
  %1 = arith.select %all, %w, %0 : tensor<4xi1>, tensor<4xf32>
  %2 = arith.mulf %1, %1 : tensor<4xf32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %1, %3 : tensor<4xf32>, tensor<f32>
}

// -----

// An average of the weights is skipped, too: it takes in the new weight, as a
// region that runs is not skipped.
// REMARK: raised the update of 'w': 3 states, 1 inputs, {{.*}}skipped by a condition
// CHECK-LABEL: @step(
// CHECK: fp8.update {{.*}} skip %{{.*}} outs(
// CHECK-NOT: scalars
// CHECK: %[[NEW:.*]] = arith.subf
// CHECK-NOT: arith.select
// CHECK: %[[PART:.*]] = arith.mulf %[[NEW]],
// CHECK: %[[EMA:.*]] = arith.addf %{{.*}}, %[[PART]]
// CHECK: fp8.yield %[[NEW]], %{{.*}}, %[[EMA]]
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %ema: tensor<4xf32> {fp8.name = "ema", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>, %found: tensor<i1>)
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}, tensor<4xf32> {fp8.updates = "ema"}) {
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%found : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %decay = arith.constant dense<0.9> : tensor<4xf32>
  %rest = arith.constant dense<0.1> : tensor<4xf32>
  %0 = arith.mulf %m, %decay : tensor<4xf32>
  %1 = arith.addf %0, %g : tensor<4xf32>
  %2 = arith.subf %w, %1 : tensor<4xf32>
  %3 = arith.select %all, %w, %2 : tensor<4xi1>, tensor<4xf32>
  %4 = arith.select %all, %m, %1 : tensor<4xi1>, tensor<4xf32>
  %5 = arith.mulf %ema, %decay : tensor<4xf32>
  %6 = arith.mulf %3, %rest : tensor<4xf32>
  %7 = arith.addf %5, %6 : tensor<4xf32>
  %8 = arith.select %all, %ema, %7 : tensor<4xi1>, tensor<4xf32>
  return %3, %4, %8 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The average steps in any case, towards the weight that was kept.
// REMARK: the update of 'w' is not skipped: 'ema' changes in steps that skip the other states
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK-NOT: skip
// CHECK: arith.select
// CHECK: arith.select
// CHECK: return
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %ema: tensor<4xf32> {fp8.name = "ema", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>, %found: tensor<i1>)
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}, tensor<4xf32> {fp8.updates = "ema"}) {
  %e = tensor.empty() : tensor<4xi1>
  %all = linalg.broadcast ins(%found : tensor<i1>) outs(%e : tensor<4xi1>) dimensions = [0]
  %decay = arith.constant dense<0.9> : tensor<4xf32>
  %rest = arith.constant dense<0.1> : tensor<4xf32>
  %0 = arith.mulf %m, %decay : tensor<4xf32>
  %1 = arith.addf %0, %g : tensor<4xf32>
  %2 = arith.subf %w, %1 : tensor<4xf32>
  %3 = arith.select %all, %w, %2 : tensor<4xi1>, tensor<4xf32>
  %4 = arith.select %all, %m, %1 : tensor<4xi1>, tensor<4xf32>
  %5 = arith.mulf %ema, %decay : tensor<4xf32>
  %6 = arith.mulf %3, %rest : tensor<4xf32>
  %7 = arith.addf %5, %6 : tensor<4xf32>
  return %3, %4, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
