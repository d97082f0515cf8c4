// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split16 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split16 --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Betas and epsilon are arguments with declared ranges. The second moment stays
// unsigned. The largest quotient is A1 / sqrt(A2) / sqrt(1 - B1 * B1 / B2): the
// ranges show that the ratio is below 1.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xi8> {fp8.name = "v"
// CHECK-SAME: %[[B1:[^:]*]]: tensor<f32> {fp8.name = "b1"
// CHECK-SAME: %[[B2:[^:]*]]: tensor<f32> {fp8.name = "b2"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK-DAG: %[[A1:.*]] = arith.subf %[[ONE]], %[[B1]]
// CHECK-DAG: %[[A2:.*]] = arith.subf %[[ONE]], %[[B2]]
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[B1]], %[[B1]]
// CHECK: %[[RATIO:.*]] = arith.divf %[[SQUARE]], %[[B2]]
// CHECK: %[[R:.*]] = arith.mulf %[[RATIO]], %{{.*}}
// CHECK: %[[REST:.*]] = arith.subf %[[ONE]], %[[R]]
// CHECK: %[[SUM:.*]] = arith.divf %[[ONE]], %[[REST]]
// CHECK: %[[SIZE:.*]] = math.absf %[[A1]]
// CHECK: %[[ROOT:.*]] = math.sqrt %[[A2]]
// CHECK: %[[GAIN:.*]] = arith.divf %[[SIZE]], %[[ROOT]]
// CHECK: %[[SUMROOT:.*]] = math.sqrt %[[SUM]]
// CHECK: %[[LIMIT:.*]] = arith.mulf %[[GAIN]], %[[SUMROOT]]
// CHECK: %[[K:.*]] = arith.mulf %[[LIMIT]], %{{.*}}
// CHECK: fp8.update states({{.*}} scalars(%[[B1]], %[[B2]], %{{[^,]*}}, %{{[^,]*}}, %[[K]] :
// CHECK: arith.minimumf
// REMARK-NOT: uses policy current
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 0.95]}, %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [0.95, 1.0]}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// The gains are arguments, too.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xi8> {fp8.name = "v"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: arith.minimumf
// REMARK-NOT: uses policy current
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 0.95]}, %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [0.95, 1.0]}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>, %c1: tensor<f32> {fp8.range = [0.0, 1.0]}, %c2: tensor<f32> {fp8.range = [1.0e-9, 1.0]}) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32, %a1: f32, %a2: f32):
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// A bias correction shows the step: the sum of the first terms has a bound for
// all betas.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xi8> {fp8.name = "v"
// CHECK-SAME: %[[T:[^:]*]]: tensor<f32> {fp8.name = "t"}
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: math.powf %{{.*}}, %[[T]]
// CHECK: %[[POWER:.*]] = math.powf %[[R:.*]], %[[T]]
// CHECK: %[[LARGEST:.*]] = arith.maximumf %[[POWER]], %{{.*}}
// CHECK: %[[TERMS:.*]] = arith.mulf %[[T]], %[[LARGEST]]
// CHECK: %[[NEAR:.*]] = arith.minimumf %[[TERMS]], %{{.*}}
// CHECK: arith.select %{{.*}}, %[[NEAR]], %{{.*}} : tensor<i1>, tensor<f32>
// CHECK: arith.minimumf
// REMARK-NOT: uses policy current
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 1.0]}, %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [0.5, 1.0]}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>, %t: tensor<f32> {fp8.name = "t"}) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %one_t = arith.constant dense<1.0> : tensor<f32>
  %power = math.powf %b1s, %t : tensor<f32>
  %rest = arith.subf %one_t, %power : tensor<f32>
  %c = arith.divf %one_t, %rest : tensor<f32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr, %c : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32, %correction: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %corrected = arith.mulf %m1, %correction : f32
    %7 = arith.divf %corrected, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// Without a step, these ranges allow betas of 0.99 and 0.9, and an unlimited
// quotient. The second moment is unsigned all the same.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xi8> {fp8.name = "v"
// CHECK-NOT: fp8.name = "w.amax"
// CHECK: fp8.update
// REMARK: 'w' uses policy current: the ranges of the betas of its moments leave the quotient without a bound
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 1.0]}, %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [0.5, 1.0]}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// A beta below 0 makes the second moment signed.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "v"
// REMARK: 'w' uses policy current: the ranges of the betas of its moments leave the quotient without a bound
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 0.5]}, %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [-0.5, 1.0]}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// Nothing is known about arguments without a range.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "v"
// REMARK: 'w' uses policy current: no bound is known for
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %b1s: tensor<f32> {fp8.name = "b1"}, %b2s: tensor<f32> {fp8.name = "b2"}, %epsilons: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]}, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%b1s, %b2s, %epsilons, %lr : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}
