// RUN: fp8-opt %s --fp8-microbatches=ranks=3 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches="number=2 ranks=3" --split-input-file | FileCheck %s --check-prefix=MICRO
// RUN: fp8-opt %s --fp8-microbatches --split-input-file | FileCheck %s --check-prefix=ONE

// One of three ranks, with one batch, which keeps its shape. Sums over ranks
// come before the factor. A result of a batch belongs to the rank.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"dp" = 3>}
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x3xf32> {fp8.batch, fp8.name = "x"}, %{{.*}}: tensor<f32> {fp8.name = "rate"})
// CHECK-SAME: tensor<8x4xf32> {fp8.name = "y"}
// CHECK: %[[Y:.*]] = linalg.contract
// CHECK: %[[L:.*]] = linalg.generic
// CHECK: %[[E:.*]] = tensor.empty() : tensor<f32>
// CHECK: %[[LS:.*]] = fp8.all_reduce sum %[[L]] over ["dp"] outs(%[[E]] : tensor<f32>) : tensor<f32>
// CHECK: %[[THIRD:.*]] = arith.constant dense<0.333333343> : tensor<f32>
// CHECK: %[[LOSS:.*]] = arith.mulf %[[LS]], %[[THIRD]]
// CHECK: %[[G:.*]] = linalg.contract
// CHECK: %[[EG:.*]] = tensor.empty() : tensor<4x3xf32>
// CHECK: %[[GS:.*]] = fp8.all_reduce sum %[[G]] over ["dp"] outs(%[[EG]] : tensor<4x3xf32>) : tensor<4x3xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[GS]], %{{.*}} : tensor<4x3xf32>
// CHECK: %[[NEW:.*]] = fp8.update states(%{{.*}}) inputs(%[[MEAN]] :
// CHECK: return %[[LOSS]], %[[NEW]], %[[Y]], %[[MEAN]]

// Micro-batches are added first, and one factor divides by all batches.
// MICRO-LABEL: func.func @step(
// MICRO-SAME: tensor<2x8x3xf32> {fp8.batch, fp8.microbatches = 2 : i64, fp8.name = "x"}
// MICRO-SAME: tensor<2x8x4xf32> {fp8.name = "y"}
// MICRO: %[[G0:.*]] = linalg.contract {{.*}} -> tensor<4x3xf32>
// MICRO: %[[L:.*]] = arith.addf %{{.*}}, %{{.*}} : tensor<f32>
// MICRO: fp8.all_reduce sum %[[L]] over ["dp"]
// MICRO: arith.constant dense<0.166666672> : tensor<f32>
// MICRO: %[[G1:.*]] = linalg.contract {{.*}} -> tensor<4x3xf32>
// MICRO: %[[G:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<4x3xf32>
// MICRO: %[[GS:.*]] = fp8.all_reduce sum %[[G]] over ["dp"]
// MICRO: arith.mulf %[[GS]], %{{.*}} : tensor<4x3xf32>

// ONE-LABEL: func.func @step(
// ONE-NOT: fp8.batch
// ONE-NOT: fp8.all_reduce
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"}, %rate: tensor<f32> {fp8.name = "rate"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<8x4xf32> {fp8.name = "y"}, tensor<4x3xf32> {fp8.name = "g"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %wt = linalg.transpose ins(%w : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %wt : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %r: f32):
    %0 = arith.mulf %d, %r : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new, %y, %g : tensor<f32>, tensor<4x3xf32>, tensor<8x4xf32>, tensor<4x3xf32>
}

// -----

// The mesh of the module, whose axes are all reduced over. Amaxes get their
// maximum. A gradient in bf16 is added in f32. Rounding of a batch draws by the
// number of the batch among the batches of all ranks; rounding of a weight does not.

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"replica" = 1, "dp" = 3>}
module attributes {fp8.mesh = #fp8.mesh<"replica" = 1, "dp" = 3>} {
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[SEED:[a-z0-9]+]]: i32 {fp8.name = "seed"
// CHECK-SAME: %[[RANK:[a-z0-9]+]]: tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>})
// CHECK: %[[R:.*]] = tensor.extract %[[RANK]][] : tensor<i32>
// CHECK: fp8.quantize %{{.*}} rounding<stochastic> stream 1 seed %[[SEED]] step %[[SEED]]
// CHECK: fp8.quantize %{{.*}} rounding<stochastic> stream 2 use 16 + %[[R]] seed %[[SEED]] step %[[SEED]]
// CHECK: %[[AMAX:.*]] = fp8.amax
// CHECK: fp8.all_reduce max %[[AMAX]] over ["replica", "dp"]
// CHECK: %[[G:.*]] = linalg.contract {{.*}} -> tensor<4x3xbf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[G]] : tensor<4x3xbf16> to tensor<4x3xf32>
// CHECK: fp8.all_reduce sum %[[WIDE]] over ["replica", "dp"]
// ONE: module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"replica" = 1, "dp" = 3>}
// ONE: fp8.all_reduce max
// MICRO: module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"replica" = 1, "dp" = 3>}
// MICRO-LABEL: func.func @step(
// MICRO: %[[R:.*]] = tensor.extract %{{.*}}[] : tensor<i32>
// MICRO: %[[TWO:.*]] = arith.constant 2 : i32
// MICRO: %[[FIRST:.*]] = arith.muli %[[R]], %[[TWO]] : i32
// MICRO: fp8.quantize %{{.*}} stream 2 use 16 + %[[FIRST]] seed
// MICRO: fp8.quantize %{{.*}} stream 2 use 17 + %[[FIRST]] seed
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %history: tensor<2x1xf32> {fp8.name = "history", fp8.state = #fp8.state<history>},
                %scales: tensor<1xf32> {fp8.name = "scales", fp8.state = #fp8.state<scale>},
                %x: tensor<8x3xf32> {fp8.name = "x"}, %seed: i32 {fp8.name = "seed", fp8.state = #fp8.state<rng>})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"},
        tensor<2x1xf32> {fp8.name = "history", fp8.updates = "history"}, tensor<1xf32> {fp8.name = "scales", fp8.updates = "scales"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xbf16>
  %zeros_1 = arith.constant dense<0.0> : tensor<1xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %ew = tensor.empty() : tensor<4x3xf8E4M3FN>
  %ex = tensor.empty() : tensor<8x3xf8E4M3FN>
  %ewide = tensor.empty() : tensor<4x3xf32>
  %exwide = tensor.empty() : tensor<8x3xf32>
  %wc = fp8.quantize %w by %one rounding<stochastic> stream 1 seed %seed step %seed outs(%ew : tensor<4x3xf8E4M3FN>) : tensor<4x3xf32>, tensor<f32>
  %wq = fp8.dequantize %wc by %one outs(%ewide : tensor<4x3xf32>) : tensor<4x3xf8E4M3FN>, tensor<f32>
  %xc = fp8.quantize %x by %one rounding<stochastic> stream 2 seed %seed step %seed outs(%ex : tensor<8x3xf8E4M3FN>) : tensor<8x3xf32>, tensor<f32>
  %xq = fp8.dequantize %xc by %one outs(%exwide : tensor<8x3xf32>) : tensor<8x3xf8E4M3FN>, tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<8x3xf32>
  %amaxes = tensor.insert_slice %amax into %zeros_1[0] [1] [1] : tensor<f32> into tensor<1xf32>
  %next:3 = fp8.update_scales %history, %amaxes, %scales for e4m3 : tensor<2x1xf32>, tensor<1xf32>
  %wt = linalg.transpose ins(%wq : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%xq, %wt : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %xq : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xbf16>) -> tensor<4x3xbf16>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xbf16>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %next#0, %next#1 : tensor<f32>, tensor<4x3xf32>, tensor<2x1xf32>, tensor<1xf32>
}
}
