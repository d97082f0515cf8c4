// RUN: fp8-opt %s --fp8-microbatches=ranks=2 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches --split-input-file -o %t.once.mlir
// RUN: fp8-opt %t.once.mlir --fp8-microbatches --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches="ranks=2 shared=x" --split-input-file | FileCheck %s --check-prefix=SHARED
// RUN: not fp8-opt %s --fp8-microbatches=number=2 --split-input-file 2>&1 | FileCheck %s --check-prefix=NUMBER

// A step that combines the batches of its ranks itself: gradients are not
// reduced again.

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#km = affine_map<(m, n, k) -> (k, m)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The loss of a rank becomes the mean.
// CHECK: module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"dp" = 2>}
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x4xf32> {fp8.batch, fp8.name = "x"}
// CHECK: %[[LOSS:.*]] = linalg.generic
// CHECK: %[[G:.*]] = linalg.contract
// CHECK: %[[SUM:.*]] = fp8.all_reduce sum %[[G]] over ["dp"]
// CHECK-NOT: fp8.all_reduce sum %[[SUM]]
// CHECK: fp8.update states(%{{.*}}) inputs(%[[SUM]] :
// CHECK: %[[LS:.*]] = fp8.all_reduce sum %[[LOSS]] over ["dp"]
// CHECK: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[LS]], %[[HALF]]
// CHECK: return %[[MEAN]]
// SHARED-LABEL: func.func @step(
// SHARED-NOT: fp8.batch
// SHARED: return
// SHARED-LABEL: func.func @step(
// SHARED-NOT: fp8.batch
// SHARED: return
// NUMBER: [[#@LINE+16]]:8: error: unsupported micro-batches of a step that has collectives, which combine one batch of each rank; supported is number=1, but got 2
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %y : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zeros_g : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = fp8.all_reduce sum %g over ["dp"] outs(%e : tensor<4x4xf32>) : tensor<4x4xf32>
  %new = fp8.update states(%w : tensor<4x4xf32>) inputs(%s : tensor<4x4xf32>) outs(%w : tensor<4x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4x4xf32>
}
}

// -----

// Batches that a frontend has marked are the only ones. A mean is not reduced
// again, and neither is the amax of a state. The amax of a batch becomes the
// maximum, and rounding of a batch draws by the number of the rank.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<4xf32> {fp8.batch, fp8.name = "x"}, %{{.*}}: tensor<4xf32> {fp8.name = "table"}
// CHECK-SAME: %[[RANK:[a-z0-9]+]]: tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>})
// CHECK: %[[R:.*]] = tensor.extract %[[RANK]][] : tensor<i32>
// CHECK: fp8.quantize %{{.*}} rounding<stochastic> stream 1 seed
// CHECK: fp8.quantize %{{.*}} rounding<stochastic> stream 2 use 16 + %[[R]] seed
// CHECK: %[[OWN:.*]] = tensor.insert_slice
// CHECK: %[[MAX:.*]] = fp8.all_reduce max %[[OWN]] over ["dp"]
// CHECK: fp8.update_scales %{{.*}}, %[[MAX]],
// CHECK: %[[SUM:.*]] = fp8.all_reduce sum
// CHECK-NOT: fp8.all_reduce
// CHECK: return
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %history: tensor<2x1xf32> {fp8.name = "history", fp8.state = #fp8.state<history>},
                %scales: tensor<1xf32> {fp8.name = "scales", fp8.state = #fp8.state<scale>},
                %x: tensor<4xf32> {fp8.batch, fp8.name = "x"}, %table: tensor<4xf32> {fp8.name = "table"},
                %seed: i32 {fp8.name = "seed", fp8.state = #fp8.state<rng>})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<2x1xf32> {fp8.name = "history", fp8.updates = "history"}, tensor<1xf32> {fp8.name = "scales", fp8.updates = "scales"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zeros_1 = arith.constant dense<0.0> : tensor<1xf32>
  %ec = tensor.empty() : tensor<4xf8E4M3FN>
  %e = tensor.empty() : tensor<4xf32>
  %wc = fp8.quantize %w by %one rounding<stochastic> stream 1 seed %seed step %seed outs(%ec : tensor<4xf8E4M3FN>) : tensor<4xf32>, tensor<f32>
  %xc = fp8.quantize %x by %one rounding<stochastic> stream 2 seed %seed step %seed outs(%ec : tensor<4xf8E4M3FN>) : tensor<4xf32>, tensor<f32>
  %wq = fp8.dequantize %wc by %one outs(%e : tensor<4xf32>) : tensor<4xf8E4M3FN>, tensor<f32>
  %xq = fp8.dequantize %xc by %one outs(%e : tensor<4xf32>) : tensor<4xf8E4M3FN>, tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4xf32>
  %amaxes = tensor.insert_slice %amax into %zeros_1[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %next:3 = fp8.update_scales %history, %amaxes, %scales for e4m3 : tensor<2x1xf32>, tensor<1xf32>
  %d = arith.subf %xq, %table : tensor<4xf32>
  %sum = fp8.all_reduce sum %d over ["dp"] outs(%e : tensor<4xf32>) : tensor<4xf32>
  %g = arith.mulf %sum, %wq : tensor<4xf32>
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %f: f32):
    %0 = arith.subf %p, %f : f32
    fp8.yield %0 : f32
  }
  return %new, %next#0, %next#1 : tensor<4xf32>, tensor<2x1xf32>, tensor<1xf32>
}
}
