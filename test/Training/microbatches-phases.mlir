// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file --remark-format=emitRemark --remarks-filter='fp8.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The gradient of v is taken at the new w, as that of a generator is at the new
// discriminator: all micro-batches go before the first update, and again before
// the second one.

// REMARK: phase 2 of 2: this op waits for values computed from all micro-batches
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK-SAME: %[[V:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK: %[[X0:.*]] = tensor.extract_slice
// CHECK: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<4x3xf32>
// CHECK: %[[X1:.*]] = tensor.extract_slice
// CHECK: %[[G1:.*]] = linalg.contract {{.*}} -> tensor<4x3xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<4x3xf32>
// CHECK: %[[G:.*]] = arith.mulf %[[SUM]],
// CHECK: %[[W1:.*]] = arith.subf %[[W]], %[[G]]
// CHECK: %[[Z0:.*]] = linalg.contract {{.*}} ins(%[[X0]], %[[W1]] :
// CHECK: %[[H0:.*]] = linalg.contract {{.*}} ins(%[[Z0]], %[[X0]] :
// CHECK: %[[Z1:.*]] = linalg.contract {{.*}} ins(%[[X1]], %[[W1]] :
// CHECK: %[[H1:.*]] = linalg.contract {{.*}} ins(%[[Z1]], %[[X1]] :
// CHECK: %[[SUMS:.*]] = arith.addf %[[H0]], %[[H1]] : tensor<4x3xf32>
// CHECK: %[[H:.*]] = arith.mulf %[[SUMS]],
// CHECK: %[[V1:.*]] = fp8.update states(%[[V]] : {{.*}}) inputs(%[[H]] :
// CHECK: return %{{.*}}, %[[W1]], %[[V1]]
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %v: tensor<4x3xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4x3xf32> {fp8.name = "v", fp8.updates = "v"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %w1 = arith.subf %w, %g : tensor<4x3xf32>
  %z = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %w1 : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %h = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%z, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %v1 = fp8.update states(%v : tensor<4x3xf32>) inputs(%h : tensor<4x3xf32>) outs(%v : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %w1, %v1 : tensor<f32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// The gradient is taken where the weight is moved along the gradient by its
// norm, which is that of the mean. The batch is as large as the layer, and
// reads the same zeros.

// REMARK: phase 2 of 2
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x4xf32>
// CHECK-COUNT-4: linalg.contract
// CHECK: %[[G:.*]] = arith.mulf %{{.*}}, %{{.*}} : tensor<4x4xf32>
// CHECK: %[[NORM:.*]] = linalg.generic {{.*}} ins(%[[G]] : tensor<4x4xf32>)
// CHECK: %[[MOVED:.*]] = linalg.generic {{.*}} ins(%[[W]], %[[G]], %[[NORM]] :
// CHECK: linalg.contract {{.*}} ins(%{{.*}}, %[[MOVED]] :
// CHECK: linalg.contract
// CHECK: linalg.contract {{.*}} ins(%{{.*}}, %[[MOVED]] :
// CHECK: %[[H:.*]] = arith.mulf %{{.*}}, %{{.*}} : tensor<4x4xf32>
// CHECK: fp8.update states(%[[W]] : {{.*}}) inputs(%[[H]] :
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<4x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %norm = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%g : tensor<4x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %moved = linalg.generic {indexing_maps = [#ij, #ij, #none, #ij], iterator_types = ["parallel", "parallel"]} ins(%w, %g, %norm : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%p: f32, %d: f32, %n: f32, %unused: f32):
    %0 = math.sqrt %n : f32
    %1 = arith.divf %d, %0 : f32
    %2 = arith.addf %p, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x4xf32>
  %z = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %moved : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %h = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %z : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %new = fp8.update states(%w : tensor<4x4xf32>) inputs(%h : tensor<4x4xf32>) outs(%w : tensor<4x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4x4xf32>
}
