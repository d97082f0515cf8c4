// RUN: fp8-opt %s --fp8-microbatches=number=3 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches=number=3 --split-input-file --remark-format=emitRemark --remarks-filter='fp8.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// The running mean of a batch norm: each micro-batch hands it on to the next, as
// a step would. The gradient is the mean, and its update runs once.

// REMARK: each micro-batch passes 'running' to the next
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[R1:.*]] = fp8.update states(%[[R]] : {{.*}}) inputs(%{{.*}} : tensor<4xf32>) outs(%[[R]] :
// CHECK: %[[R2:.*]] = fp8.update states(%[[R1]] : {{.*}}) inputs(%{{.*}} : tensor<4xf32>) outs(%[[R1]] :
// CHECK: %[[R3:.*]] = fp8.update states(%[[R2]] : {{.*}}) inputs(%{{.*}} : tensor<4xf32>) outs(%[[R2]] :
// CHECK: %[[NEW:.*]] = fp8.update states(%[[W]] :
// CHECK: return %{{.*}}, %[[NEW]], %[[R3]]
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %running: tensor<4xf32> {fp8.name = "running"},
                %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "running", fp8.updates = "running"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %sums = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #j, #j, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %w, %sums : tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %mean: f32, %sum: f32):
    %0 = arith.subf %a, %mean : f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %g = linalg.generic {indexing_maps = [#ij, #j, #j], iterator_types = ["reduction", "parallel"]} ins(%x, %sums : tensor<8x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %mean: f32, %sum: f32):
    %0 = arith.subf %a, %mean : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %next = fp8.update states(%running : tensor<4xf32>) inputs(%sums : tensor<4xf32>) outs(%running : tensor<4xf32>) {
  ^bb0(%r: f32, %s: f32):
    %decay = arith.constant 0.9 : f32
    %share = arith.constant 0.0125 : f32
    %0 = arith.mulf %r, %decay : f32
    %1 = arith.mulf %s, %share : f32
    %2 = arith.addf %0, %1 : f32
    fp8.yield %2 : f32
  }
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %next : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A center that the loss reads and that is not a parameter: a micro-batch
// reads the center that the previous ones left. No fp8.update changes it.

// REMARK: each micro-batch passes 'center' to the next
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32>
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<4xf32>
// CHECK: arith.subf %[[Y0:.*]], %[[C]]
// CHECK: %[[C1:.*]] = arith.maximumf %[[C]], %[[Y0]]
// CHECK: arith.subf %[[Y1:.*]], %[[C1]]
// CHECK: %[[C2:.*]] = arith.maximumf %[[C1]], %[[Y1]]
// CHECK: arith.subf %[[Y2:.*]], %[[C2]]
// CHECK: %[[C3:.*]] = arith.maximumf %[[C2]], %[[Y2]]
// CHECK: return %{{.*}}, %[[W]], %[[C3]]
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %center: tensor<4xf32> {fp8.name = "center", fp8.state = #fp8.state<moment>},
                %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "center", fp8.updates = "center"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = arith.mulf %x, %w : tensor<4xf32>
  %distance = arith.subf %y, %center : tensor<4xf32>
  %loss = linalg.reduce {arith.addf} ins(%distance : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %next = arith.maximumf %center, %y : tensor<4xf32>
  return %loss, %w, %next : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}
