// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --fp8-raise-updates --canonicalize --cse --remarks-filter='fp8.*' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t

#id = affine_map<(d0) -> (d0)>

// One generic computes both states; each update contains only the ops that it needs.
// The moment does not depend on the weight, as the graph shows to pairs and kinds.
// REMARK-DAG: result #0 overwrites 'w'
// REMARK-DAG: result #1 overwrites 'm' (moment)
// REMARK: raised the update of 'w': 2 states, 1 inputs
// CHECK-LABEL: @step(
// CHECK: fp8.update states(%{{.*}}, %{{.*}} : {{.*}}) inputs(%{{[^,]*}} : tensor<4xf32>) outs(
// CHECK: ^bb0(%[[P:.*]]: f32, %[[A:.*]]: f32, %[[D:.*]]: f32):
// CHECK: %[[M:.*]] = arith.addf %[[A]], %[[D]]
// CHECK: %[[W:.*]] = arith.subf %[[P]], %[[M]]
// CHECK: fp8.yield %[[W]], %[[M]]
// CHECK-NOT: linalg.generic
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m"}, %g: tensor<4xf32> {fp8.name = "g"})
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}) {
  %e = tensor.empty() : tensor<4xf32>
  %n:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%w, %m, %g : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32, %o: f32, %o2: f32):
    %0 = arith.addf %a, %d : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1, %0 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %n#0, %n#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// An init of one result that another one reads.
// REMARK: raised the update of 'w': 2 states, 1 inputs
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK: ^bb0(%[[P:.*]]: f32, %[[A:.*]]: f32, %[[D:.*]]: f32):
// CHECK: %[[M:.*]] = arith.addf %[[A]], %[[D]]
// CHECK: %[[W:.*]] = arith.subf %[[P]], %[[M]]
// CHECK: fp8.yield %[[W]], %[[M]]
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32> {fp8.name = "g"})
    -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}) {
  %n:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%g : tensor<4xf32>) outs(%w, %m : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%d: f32, %p: f32, %a: f32):
    %0 = arith.addf %a, %d : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1, %0 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %n#0, %n#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Sums of two kinds over one read are one generic.
// CHECK-LABEL: @step(
// CHECK: fp8.update
// CHECK: %{{.*}}:2 = linalg.generic
func.func @step(%w: tensor<4x2xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4x2xf32> {fp8.name = "g"})
    -> (tensor<4x2xf32> {fp8.updates = "w"}, tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %s:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<4x2xf32>) outs(%z, %z : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%d: f32, %o: f32, %o2: f32):
    %0 = arith.addf %d, %o : f32
    %1 = arith.maximumf %d, %o2 : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %n = arith.subf %w, %g : tensor<4x2xf32>
  return %n, %s#0, %s#1 : tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A step that is taken on another shape of the state, and a choice of the old
// value: an update of the choice alone would read the old value elsewhere.
// REMARK: kept the update of 'w' as it is: 'linalg.transpose' is not elementwise
// CHECK-LABEL: @step(
// CHECK-NOT: fp8.update states
// CHECK: arith.select
func.func @step(%w: tensor<4x2xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<2x4xf32> {fp8.name = "g"}, %c: i1 {fp8.name = "c"}) -> (tensor<4x2xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<2x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x2xf32>) outs(%e : tensor<2x4xf32>) permutation = [1, 0]
  %s = arith.subf %t, %g : tensor<2x4xf32>
  %f = tensor.empty() : tensor<4x2xf32>
  %new = linalg.transpose ins(%s : tensor<2x4xf32>) outs(%f : tensor<4x2xf32>) permutation = [1, 0]
  %n = arith.select %c, %new, %w : tensor<4x2xf32>
  return %n : tensor<4x2xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>

// A sum of the new value by position has no place in an update, which is one
// all the same.
// CHECK-LABEL: @step(
// CHECK: fp8.update states
// CHECK: linalg.index
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<4xf32> {fp8.name = "g"}) -> (tensor<4xf32> {fp8.updates = "w"}, tensor<f32>) {
  %z = arith.constant dense<0.0> : tensor<f32>
  %n = arith.subf %w, %g : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #one], iterator_types = ["reduction"]} ins(%n : tensor<4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%e: f32, %acc: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %p = arith.mulf %e, %f : f32
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %n, %s : tensor<4xf32>, tensor<f32>
}
