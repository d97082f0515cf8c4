// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches=number=1 --split-input-file -o /dev/null

// Gradients are averaged over micro-batches; other values are not.

// A head that the loss does not read belongs to the forward pass, and so do
// values computed from it: results of each micro-batch. A gradient of the
// data has elements per example, so it is not averaged either.

#nk = affine_map<(m, n, k) -> (n, k)>
#mk = affine_map<(m, n, k) -> (m, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK-SAME: -> (tensor<f32> {fp8.name = "loss"}, tensor<2x8x4xf32> {fp8.name = "head"}, tensor<2x8x4xf32> {fp8.name = "scores"}, tensor<2x8x3xf32> {fp8.name = "dx"})
// CHECK-COUNT-2: math.exp
// CHECK-NOT: math.exp
// CHECK: return
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<4x4xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<8x4xf32> {fp8.name = "head"}, tensor<8x4xf32> {fp8.name = "scores"}, tensor<8x3xf32> {fp8.name = "dx"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_x = arith.constant dense<0.0> : tensor<8x3xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %head = linalg.matmul ins(%y, %v : tensor<8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %scores = math.exp %head : tensor<8x4xf32>
  %dx = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%y, %w : tensor<8x4xf32>, tensor<3x4xf32>) outs(%zeros_x : tensor<8x3xf32>) -> tensor<8x3xf32>
  return %loss, %head, %scores, %dx : tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x3xf32>
}

// -----

// A gradient of bf16 that the update's region rounds so: the mean is of f32,
// and is not rounded.

#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @step(
// CHECK: fp8.update {{.*}} inputs(%{{.*}} : tensor<3x4xf32>)
// CHECK-NEXT: ^bb0(%[[P:.*]]: f32, %[[D:.*]]: f32):
// CHECK-NEXT: arith.subf %[[P]], %[[D]] : f32
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xbf16> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<3x4xbf16>
  %narrow = arith.truncf %w : tensor<3x4xf32> to tensor<3x4xbf16>
  %y = linalg.matmul ins(%x, %narrow : tensor<8x3xbf16>, tensor<3x4xbf16>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %d = arith.truncf %y : tensor<8x4xf32> to tensor<8x4xbf16>
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %d : tensor<8x3xbf16>, tensor<8x4xbf16>) outs(%zeros_g : tensor<3x4xbf16>) -> tensor<3x4xbf16>
  %new = fp8.update states(%w : tensor<3x4xf32>) inputs(%g : tensor<3x4xbf16>) outs(%w : tensor<3x4xf32>) {
  ^bb0(%p: f32, %d0: f32):
    %0 = arith.truncf %d0 : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2 : f32
  }
  return %loss, %new : tensor<f32>, tensor<3x4xf32>
}

// -----

// A table of positions that is longer than a sequence: the gradient of the
// part that is read has the positions of the batch, but no examples. Its norm
// is the norm of the mean.

#tij = affine_map<(b, t, j) -> (b, t, j)>
#tj = affine_map<(b, t, j) -> (t, j)>
#bti = affine_map<(b, t, j, i) -> (b, t, i)>
#ij = affine_map<(b, t, j, i) -> (i, j)>
#ji = affine_map<(b, t, j, i) -> (j, i)>
#btj = affine_map<(b, t, j, i) -> (b, t, j)>
#row = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK-LABEL: func.func @step(
// CHECK: %[[D0:.*]] = linalg.reduce {{.*}} dimensions = [0]
// CHECK: %[[D1:.*]] = linalg.reduce {{.*}} dimensions = [0]
// CHECK: %[[SUM:.*]] = arith.addf %[[D0]], %[[D1]] : tensor<8x4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]]
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%[[MEAN]] : tensor<8x4xf32>)
// CHECK-NOT: iterator_types = ["reduction", "reduction"]
// CHECK: return
func.func @step(%table: tensor<16x4xf32> {fp8.name = "table", fp8.state = #fp8.state<param>}, %w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %v: tensor<4x4xf32> {fp8.name = "v", fp8.state = #fp8.state<param>}, %x: tensor<2x8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<16x4xf32> {fp8.name = "table", fp8.updates = "table"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<2x8x4xf32>
  %zeros_p = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_t = arith.constant dense<0.0> : tensor<16x4xf32>
  %e = tensor.empty() : tensor<2x8x4xf32>
  %e_t = tensor.empty() : tensor<16x4xf32>
  %positions = tensor.extract_slice %table[0, 0] [8, 4] [1, 1] : tensor<16x4xf32> to tensor<8x4xf32>
  %y = linalg.contract indexing_maps = [#bti, #ij, #btj] ins(%x, %w : tensor<2x8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %h = linalg.generic {indexing_maps = [#tij, #tj, #tij], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y, %positions : tensor<2x8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<2x8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %unused: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x8x4xf32>
  %z = linalg.contract indexing_maps = [#bti, #ij, #btj] ins(%h, %v : tensor<2x8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%z : tensor<2x8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  %dh = linalg.contract indexing_maps = [#bti, #ji, #btj] ins(%z, %v : tensor<2x8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %d = linalg.reduce {arith.addf} ins(%dh : tensor<2x8x4xf32>) outs(%zeros_p : tensor<8x4xf32>) dimensions = [0]
  %norm = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction", "reduction"]} ins(%d : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %all = tensor.insert_slice %d into %zeros_t[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<16x4xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #none, #row], iterator_types = ["parallel", "parallel"]} ins(%table, %all, %norm : tensor<16x4xf32>, tensor<16x4xf32>, tensor<f32>) outs(%e_t : tensor<16x4xf32>) {
  ^bb0(%p: f32, %a: f32, %n: f32, %unused: f32):
    %0 = arith.divf %a, %n : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x4xf32>
  return %loss, %new : tensor<f32>, tensor<16x4xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// A product of activations that is measured is no gradient, even if it comes
// after the loss: each micro-batch has its own.
// CHECK-LABEL: func.func @step
// CHECK-SAME: -> (tensor<f32> {{.*}}, tensor<4x4xf32> {{.*}}, tensor<2x4x4xf32> {fp8.name = "covariance"})
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4x4xf32> {fp8.name = "covariance"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %square = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %d = arith.addf %y, %y : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%xt, %d : tensor<4x8xf32>, tensor<8x4xf32>) outs(%square : tensor<4x4xf32>) -> tensor<4x4xf32>
  %yt = linalg.transpose ins(%y : tensor<8x4xf32>) outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  %covariance = linalg.matmul ins(%yt, %y : tensor<4x8xf32>, tensor<8x4xf32>) outs(%square : tensor<4x4xf32>) -> tensor<4x4xf32>
  %new = fp8.update states(%w : tensor<4x4xf32>) inputs(%g : tensor<4x4xf32>) outs(%w : tensor<4x4xf32>) {
  ^bb0(%p: f32, %e: f32):
    %0 = arith.subf %p, %e : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %covariance : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// The gradient of a weight that somebody else updates is the mean.
// CHECK-LABEL: func.func @step
// CHECK-SAME: -> (tensor<f32> {{.*}}, tensor<4x4xf32> {fp8.name = "gradient"})
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "gradient"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %square = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %d = arith.addf %y, %y : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<4x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%empty : tensor<4x8xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%xt, %d : tensor<4x8xf32>, tensor<8x4xf32>) outs(%square : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %loss, %g : tensor<f32>, tensor<4x4xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

// A gradient that is concatenated with zeros by a branch is linear still: its
// sum over the examples is added up, and not computed once.
// CHECK-LABEL: func.func @step
// CHECK-COUNT-2: scf.if
// CHECK-NOT: scf.if
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : tensor<3xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]]
// CHECK: fp8.update {{.*}} inputs(%[[MEAN]] : tensor<3xf32>)
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %b: tensor<3xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3xf32> {fp8.name = "b", fp8.updates = "b"}) {
  %c1 = arith.constant 1 : index
  %number = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_x = arith.constant dense<0.0> : tensor<8x3xf32>
  %zeros_b = arith.constant dense<0.0> : tensor<3xf32>
  %moved = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<8x3xf32>, tensor<3xf32>) outs(%zeros_x : tensor<8x3xf32>) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %0 = arith.addf %a, %c : f32
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  %y = linalg.matmul ins(%moved, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %dx = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%y, %w : tensor<8x4xf32>, tensor<3x4xf32>) outs(%zeros_x : tensor<8x3xf32>) -> tensor<8x3xf32>
  %part = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%dx : tensor<8x3xf32>) outs(%zeros_x : tensor<8x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %i = linalg.index 1 : index
    %isFirst = arith.cmpi ult, %i, %c1 : index
    %0 = scf.if %isFirst -> (f32) {
      scf.yield %number : f32
    } else {
      %double = arith.addf %a, %a : f32
      scf.yield %double : f32
    }
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  %g = linalg.reduce {arith.addf} ins(%part : tensor<8x3xf32>) outs(%zeros_b : tensor<3xf32>) dimensions = [0]
  %new = fp8.update states(%b : tensor<3xf32>) inputs(%g : tensor<3xf32>) outs(%b : tensor<3xf32>) {
  ^bb0(%p: f32, %e: f32):
    %0 = arith.subf %p, %e : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<3xf32>
}
