// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split16 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split16 --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Optimizers as in captured steps of optax. The bounds equal the bounds of
// the other spellings.

// RMSProp multiplies by the reciprocal of the root: |g| * rsqrt(v' + eps) is
// 1 / sqrt(0.01) at most.

// REMARK: 'w' is stored as {{.*}}, its scale is bounded
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: %[[K:.*]] = arith.constant dense<10.00000
// CHECK: fp8.update states({{.*}} scalars(%{{[^,]*}}, %[[K]] : tensor<f32>, tensor<f32>)
// CHECK: math.rsqrt
// CHECK: %[[U:.*]] = arith.mulf
// CHECK: arith.maximumf %[[U]]
// CHECK: arith.minimumf
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>, fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:2 = fp8.update states(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %b: f32, %d: f32, %rate: f32):
    %b2 = arith.constant 0.99 : f32
    %a2 = arith.constant 0.01 : f32
    %eps = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %d, %d : f32
    %1 = arith.mulf %a2, %0 : f32
    %2 = arith.mulf %b2, %b : f32
    %v1 = arith.addf %1, %2 : f32
    %3 = arith.addf %v1, %eps : f32
    %4 = math.rsqrt %3 : f32
    %u = arith.mulf %4, %d : f32
    %5 = arith.mulf %rate, %u : f32
    %new = arith.subf %p, %5 : f32
    fp8.yield %new, %v1 : f32, f32
  }
  return %n#0, %n#1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// Adagrad has 0 in place of the reciprocal where the sum is 0. K is 1, and a
// factor of the gradient is one of K.

// REMARK: 'v' stays f32: it does not decay
// REMARK: 'w' is stored as {{.*}}, its scale is bounded
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: %[[RATE:.*]] = math.absf %[[LR:.*]] : tensor<f32>
// CHECK: fp8.update states({{.*}} scalars(%[[LR]], %[[K:.*]] : tensor<f32>, tensor<f32>)
// CHECK: arith.minimumf
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>, fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:2 = fp8.update states(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %v : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %b: f32, %d: f32, %rate: f32):
    %zero = arith.constant 0.0 : f32
    %eps = arith.constant 1.0e-7 : f32
    %0 = arith.mulf %d, %d : f32
    %v1 = arith.addf %b, %0 : f32
    %isPositive = arith.cmpf ogt, %v1, %zero : f32
    %1 = arith.addf %v1, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.select %isPositive, %2, %zero : f32
    %4 = arith.mulf %rate, %d : f32
    %u = arith.mulf %3, %4 : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %v1 : f32, f32
  }
  return %n#0, %n#1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// The sign of Lion comes from a comparison, which is 0 or 1.

// REMARK: 'w' is stored as {{.*}}, its scale is bounded
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: %[[RATE:.*]] = math.absf %[[LR:.*]] : tensor<f32>
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[RATE]]
// CHECK: arith.mulf %[[SUM]]
// CHECK: fp8.update states({{.*}} scalars(%[[LR]] : tensor<f32>)
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>, fp8.updates = "m"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:2 = fp8.update states(%w, %m : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %m : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32, %rate: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %zero = arith.constant 0.0 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %c = arith.addf %0, %1 : f32
    %moves = arith.cmpf one, %c, %zero : f32
    %one = arith.uitofp %moves : i1 to f32
    %u = math.copysign %one, %c : f32
    %2 = arith.subf %d, %a : f32
    %3 = arith.mulf %a1, %2 : f32
    %m1 = arith.addf %a, %3 : f32
    %4 = arith.mulf %rate, %u : f32
    %new = arith.subf %p, %4 : f32
    fp8.yield %new, %m1 : f32, f32
  }
  return %n#0, %n#1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// Extended by zeros first, and read as a signed number: 15 at most.

// REMARK: 'w' is stored as {{.*}}, its scale is bounded
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{[^:]*}}: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: fp8.name = "w.amax"
// CHECK: %[[LARGEST:.*]] = arith.constant dense<1.500000e+01>
// CHECK: arith.mulf %{{.*}}, %[[LARGEST]]
// CHECK: fp8.compute_scale
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>, fp8.updates = "m"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:2 = fp8.update states(%w, %m : tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %m : tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32, %rate: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %zero = arith.constant 0.0 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %c = arith.addf %0, %1 : f32
    %moves = arith.cmpf one, %c, %zero : f32
    %many = arith.fptoui %d : f32 to i4
    %none = arith.constant 0 : i4
    %bits = arith.select %moves, %many, %none : i4
    %wide = arith.extui %bits : i4 to i32
    %one = arith.sitofp %wide : i32 to f32
    %u = math.copysign %one, %c : f32
    %2 = arith.subf %d, %a : f32
    %3 = arith.mulf %a1, %2 : f32
    %m1 = arith.addf %a, %3 : f32
    %4 = arith.mulf %rate, %u : f32
    %new = arith.subf %p, %4 : f32
    fp8.yield %new, %m1 : f32, f32
  }
  return %n#0, %n#1, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// The bound may be computed from constants that are integers.

// REMARK: 'w' is stored as {{.*}}, its scale is bounded
// CHECK-LABEL: func.func @step(
// CHECK: fp8.compute_scale
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>, %lr: tensor<f32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %three = arith.constant 3 : i32
    %size = arith.sitofp %three : i32 to f32
    %u = math.copysign %size, %d : f32
    %0 = arith.mulf %rate, %u : f32
    %new = arith.subf %p, %0 : f32
    fp8.yield %new : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<4x16xf32>
}
