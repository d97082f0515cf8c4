// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// A rate that is computed from the loss is computed once, from the mean of the
// losses; so is a state that keeps the best one.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x3xf32> {fp8.name = "w"
// CHECK-SAME: %[[BEST:[a-z0-9]+]]: tensor<f32> {fp8.name = "best"
// CHECK: %[[L0:.*]] = linalg.generic
// CHECK: %[[G0:.*]] = linalg.contract
// CHECK-NOT: arith.minimumf
// CHECK: %[[L1:.*]] = linalg.generic
// CHECK: %[[SUM:.*]] = arith.addf %[[L0]], %[[L1]] : tensor<f32>
// CHECK: %[[LOSS:.*]] = arith.mulf %[[SUM]], %{{.*}} : tensor<f32>
// CHECK: %[[G1:.*]] = linalg.contract
// CHECK: %[[LEAST:.*]] = arith.minimumf %[[BEST]], %[[LOSS]]
// CHECK: %[[RATE:.*]] = arith.divf %[[LEAST]], %[[LOSS]]
// CHECK-NOT: arith.divf
// CHECK: fp8.update states(%[[W]] : {{.*}}) scalars(%[[RATE]]
// CHECK: return %[[LOSS]], %{{.*}}, %[[LEAST]]
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %best: tensor<f32> {fp8.name = "best"}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<f32> {fp8.updates = "best"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zero_y = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zero_y : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zero_w : tensor<4x3xf32>) -> tensor<4x3xf32>
  %least = arith.minimumf %best, %loss : tensor<f32>
  %rate = arith.divf %least, %loss : tensor<f32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %r: f32):
    %0 = arith.mulf %r, %d : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new, %least : tensor<f32>, tensor<4x3xf32>, tensor<f32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

#none = affine_map<(i, j) -> ()>

// A rate that multiplies the gradient before the update: the mean of the
// products is not the product of the means.

// CHECK-LABEL: func.func @step(
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<4x3xf32>
// CHECK-NOT: linalg.broadcast
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : tensor<f32>
// CHECK: %[[LOSS:.*]] = arith.mulf %[[SUM]]
// CHECK: %[[GS:.*]] = arith.addf %[[G0]], %{{.*}} : tensor<4x3xf32>
// CHECK: %[[G:.*]] = arith.mulf %[[GS]]
// CHECK: %[[R:.*]] = linalg.broadcast ins(%[[LOSS]]
// CHECK: %[[U:.*]] = arith.mulf %[[R]], %[[G]]
// CHECK: fp8.update {{.*}} inputs(%[[U]]
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zero_y = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zero_y : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zero_w : tensor<4x3xf32>) -> tensor<4x3xf32>
  %empty = tensor.empty() : tensor<4x3xf32>
  %rates = linalg.broadcast ins(%loss : tensor<f32>) outs(%empty : tensor<4x3xf32>) dimensions = [0, 1]
  %u = arith.mulf %rates, %g : tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%u : tensor<4x3xf32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4x3xf32>
}
