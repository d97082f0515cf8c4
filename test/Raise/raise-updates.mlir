// RUN: fp8-opt %s --split-input-file --fp8-raise-updates --canonicalize --cse | FileCheck %s

// The optimizer of a matrix under coupled decay: everything reads everything,
// and nothing is named. The update holds the decay; the gradient is its input.

// CHECK-LABEL: func.func @coupled
// CHECK-SAME: (%[[P:.*]]: tensor<4x3xf32>, %[[M:.*]]: tensor<4x3xf32>, %[[X:[a-z0-9]+]]: {{.*}}, %{{.*}}, %[[LR:.*]]: tensor<f32>)
func.func @coupled(%p: tensor<4x3xf32>, %m: tensor<4x3xf32>, %x: tensor<5x4xf32>, %y: tensor<5x3xf32>, %lr: tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = arith.constant dense<0.0> : tensor<5x3xf32>
  %1 = linalg.matmul ins(%x, %p : tensor<5x4xf32>, tensor<4x3xf32>) outs(%0 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %2 = arith.subf %1, %y : tensor<5x3xf32>
  %3 = arith.mulf %2, %2 : tensor<5x3xf32>
  %loss = linalg.reduce {arith.addf} ins(%3 : tensor<5x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  // CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<4x3xf32>
  // CHECK: %[[G:.*]] = linalg.matmul {{.*}} outs(%[[Z]] :
  %4 = arith.constant dense<0.0> : tensor<4x3xf32>
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %2 : tensor<5x4xf32>, tensor<5x3xf32>) outs(%4 : tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[U:.*]]:2 = fp8.update states(%[[P]], %[[M]] : tensor<4x3xf32>, tensor<4x3xf32>) inputs(%[[G]] : tensor<4x3xf32>) scalars(%[[LR]] : tensor<f32>) outs(%[[P]], %[[M]] :
  // CHECK: ^bb0(%[[PE:.*]]: f32, %[[ME:.*]]: f32, %[[GE:.*]]: f32, %[[LRE:.*]]: f32):
  // CHECK-DAG: %[[D:.*]] = arith.mulf %[[PE]], %{{.*}} : f32
  // CHECK-DAG: %[[K:.*]] = arith.mulf %[[ME]], %{{.*}} : f32
  // CHECK: %[[GD:.*]] = arith.addf %[[GE]], %[[D]] : f32
  // CHECK: %[[MN:.*]] = arith.addf %[[K]], %[[GD]] : f32
  // CHECK: %[[S:.*]] = arith.mulf %[[MN]], %[[LRE]] : f32
  // CHECK: %[[PN:.*]] = arith.subf %[[PE]], %[[S]] : f32
  // CHECK: fp8.yield %[[PN]], %[[MN]] : f32, f32
  %5 = arith.constant dense<0.9> : tensor<4x3xf32>
  %6 = arith.mulf %m, %5 : tensor<4x3xf32>
  %7 = arith.constant dense<0.01> : tensor<4x3xf32>
  %8 = arith.mulf %p, %7 : tensor<4x3xf32>
  %9 = arith.addf %g, %8 : tensor<4x3xf32>
  %10 = arith.addf %6, %9 : tensor<4x3xf32>
  %11 = tensor.empty() : tensor<4x3xf32>
  %12 = linalg.broadcast ins(%lr : tensor<f32>) outs(%11 : tensor<4x3xf32>) dimensions = [0, 1]
  %13 = arith.mulf %10, %12 : tensor<4x3xf32>
  %14 = arith.subf %p, %13 : tensor<4x3xf32>
  // CHECK: return %[[U]]#1, %[[U]]#0,
  return %10, %14, %loss : tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>
}

// -----

// Two parameters that the forward multiplies: each has its update, and the
// product with the other stays outside, as one input.

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32> {{.*}}, %[[B:.*]]: tensor<4xf32> {{.*}}, %[[G:.*]]: tensor<4xf32>)
func.func @step(%a: tensor<4xf32> {fp8.name = "a", fp8.state = #fp8.state<param>}, %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>) -> (tensor<4xf32> {fp8.updates = "a"}, tensor<4xf32> {fp8.updates = "b"}) {
  // CHECK: fp8.update states(%[[A]] : tensor<4xf32>) inputs(%{{.*}} : tensor<4xf32>) outs(%[[A]]
  // CHECK: fp8.update states(%[[B]] : tensor<4xf32>) inputs(%{{.*}} : tensor<4xf32>) outs(%[[B]]
  %0 = arith.mulf %g, %b : tensor<4xf32>
  %1 = arith.subf %a, %0 : tensor<4xf32>
  %2 = arith.mulf %g, %a : tensor<4xf32>
  %3 = arith.subf %b, %2 : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A bf16 gradient is widened and unscaled in the update, which leaves pruned
// weights alone, and all of them where an overflow was found.

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[P:.*]]: tensor<4x3xf32> {{.*}}, %[[X:.*]]: tensor<5x4xbf16>, %{{.*}}: tensor<5x3xbf16>, %[[MASK:.*]]: tensor<4x3xi1>, %[[SCALE:.*]]: tensor<f32>, %[[OK:.*]]: tensor<i1>)
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %x: tensor<5x4xbf16>, %y: tensor<5x3xbf16>, %mask: tensor<4x3xi1>, %scale: tensor<f32>, %ok: tensor<i1>) -> (tensor<4x3xf32> {fp8.updates = "p"}) {
  %0 = arith.constant dense<0.0> : tensor<4x3xbf16>
  // CHECK: %[[G:.*]] = linalg.matmul
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %y : tensor<5x4xbf16>, tensor<5x3xbf16>) outs(%0 : tensor<4x3xbf16>) -> tensor<4x3xbf16>
  // CHECK-DAG: %[[M:.*]] = arith.uitofp %[[MASK]] : tensor<4x3xi1> to tensor<4x3xf32>
  // CHECK-DAG: arith.uitofp %[[OK]] : tensor<i1> to tensor<f32>
  // CHECK: %[[SKIP:.*]] = arith.xori
  // CHECK: fp8.update states(%[[P]] : tensor<4x3xf32>) inputs(%[[G]], %[[M]] : tensor<4x3xbf16>, tensor<4x3xf32>) scalars(%[[SCALE]] : tensor<f32>) skip %[[SKIP]]
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.select
  // CHECK-NOT: arith.select
  // CHECK: fp8.yield
  %1 = arith.extf %g : tensor<4x3xbf16> to tensor<4x3xf32>
  %2 = tensor.empty() : tensor<4x3xf32>
  %3 = linalg.broadcast ins(%scale : tensor<f32>) outs(%2 : tensor<4x3xf32>) dimensions = [0, 1]
  %4 = arith.divf %1, %3 : tensor<4x3xf32>
  %5 = arith.subf %p, %4 : tensor<4x3xf32>
  %7 = arith.select %mask, %5, %p : tensor<4x3xi1>, tensor<4x3xf32>
  %8 = tensor.empty() : tensor<4x3xi1>
  %9 = linalg.broadcast ins(%ok : tensor<i1>) outs(%8 : tensor<4x3xi1>) dimensions = [0, 1]
  %10 = arith.select %9, %7, %p : tensor<4x3xi1>, tensor<4x3xf32>
  return %10 : tensor<4x3xf32>
}

// -----

// A bf16 state is rounded where it is stored, not in the region.

// CHECK-LABEL: func.func @step
func.func @step(%p: tensor<4xbf16> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>) -> (tensor<4xbf16> {fp8.updates = "p"}) {
  // CHECK: fp8.update states(%{{.*}} : tensor<4xbf16>)
  // CHECK: ^bb0(%[[P:.*]]: f32, %[[G:.*]]: f32):
  // CHECK: %[[R:.*]] = arith.truncf %[[P]] : f32 to bf16
  // CHECK: %[[W:.*]] = arith.extf %[[R]] : bf16 to f32
  // CHECK: %[[N:.*]] = arith.subf %[[W]], %[[G]] : f32
  // CHECK: fp8.yield %[[N]] : f32
  %0 = arith.extf %p : tensor<4xbf16> to tensor<4xf32>
  %1 = arith.subf %0, %g : tensor<4xf32>
  %2 = arith.truncf %1 : tensor<4xf32> to tensor<4xbf16>
  return %2 : tensor<4xbf16>
}

// -----

// A learned scalar: its gradient is a scalar.

// CHECK-LABEL: func.func @step
func.func @step(%p: tensor<f32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<f32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<f32>) -> (tensor<f32> {fp8.updates = "p"}, tensor<f32> {fp8.updates = "m"}) {
  // CHECK: fp8.update states(%{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>) scalars(%{{.*}} : tensor<f32>)
  %0 = arith.addf %m, %g : tensor<f32>
  %1 = arith.subf %p, %0 : tensor<f32>
  return %1, %0 : tensor<f32>, tensor<f32>
}

// -----

// The weight is updated by a matmul of the new momentum: two updates, and the
// matmul is the gradient of the second one.

// CHECK-LABEL: func.func @step
func.func @step(%p: tensor<4x4xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<4x4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4x4xf32>) -> (tensor<4x4xf32> {fp8.updates = "p"}, tensor<4x4xf32> {fp8.updates = "m"}) {
  // CHECK: %[[M:.*]] = fp8.update states(%{{.*}} : tensor<4x4xf32>) inputs(
  // CHECK: %[[O:.*]] = linalg.matmul ins(%[[M]], %[[M]] :
  // CHECK: fp8.update states(%{{.*}} : tensor<4x4xf32>) inputs(%[[O]] :
  %0 = arith.addf %m, %g : tensor<4x4xf32>
  %1 = arith.constant dense<0.0> : tensor<4x4xf32>
  %2 = linalg.matmul ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = arith.subf %p, %2 : tensor<4x4xf32>
  return %3, %0 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// The gradient of a tied embedding is a sum of two: the cut stops behind it. A
// transposed one stays transposed outside.

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[P:.*]]: tensor<4x3xf32> {{.*}}, %[[G:.*]]: tensor<3x4xf32>, %[[H:.*]]: tensor<4x3xf32>)
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<3x4xf32>, %h: tensor<4x3xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}) {
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[G]]
  // CHECK: %[[S:.*]] = arith.addf %[[T]], %[[H]]
  // CHECK: fp8.update states(%[[P]] : tensor<4x3xf32>) inputs(%[[S]] : tensor<4x3xf32>)
  %0 = tensor.empty() : tensor<4x3xf32>
  %1 = linalg.transpose ins(%g : tensor<3x4xf32>) outs(%0 : tensor<4x3xf32>) permutation = [1, 0]
  %2 = arith.addf %1, %h : tensor<4x3xf32>
  %3 = arith.constant dense<0.5> : tensor<4x3xf32>
  %4 = arith.mulf %2, %3 : tensor<4x3xf32>
  %5 = arith.subf %p, %4 : tensor<4x3xf32>
  return %5 : tensor<4x3xf32>
}

// -----

// Reshapes are traversed: a flat operand has the shape of the state here.

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[P:.*]]: tensor<4x3xf32> {{.*}}, %[[G:.*]]: tensor<12xf32>)
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<12xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}) {
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[G]] {{\[\[}}0, 1]] output_shape [4, 3]
  // CHECK: fp8.update states(%[[P]] : tensor<4x3xf32>) inputs(%[[E]] : tensor<4x3xf32>)
  %0 = tensor.collapse_shape %p [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %1 = arith.subf %0, %g : tensor<12xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// -----

// A running statistic belongs to no parameter and is an update of its own; a
// counter is none.

// CHECK-LABEL: func.func @step
func.func @step(%mean: tensor<4xf32> {fp8.name = "mean", fp8.state = #fp8.state<moment>}, %n: tensor<i64> {fp8.name = "n", fp8.state = #fp8.state<step>}, %x: tensor<8x4xf32>) -> (tensor<4xf32> {fp8.updates = "mean"}, tensor<i64> {fp8.updates = "n"}) {
  // CHECK: linalg.reduce
  // CHECK: fp8.update states(%{{.*}} : tensor<4xf32>)
  // CHECK-NOT: fp8.update
  // CHECK: arith.addi
  %0 = arith.constant dense<0.0> : tensor<4xf32>
  %1 = linalg.reduce {arith.addf} ins(%x : tensor<8x4xf32>) outs(%0 : tensor<4xf32>) dimensions = [0]
  %2 = arith.constant dense<0.9> : tensor<4xf32>
  %3 = arith.mulf %mean, %2 : tensor<4xf32>
  %4 = arith.addf %3, %1 : tensor<4xf32>
  %5 = arith.constant dense<1> : tensor<i64>
  %6 = arith.addi %n, %5 : tensor<i64>
  return %4, %6 : tensor<4xf32>, tensor<i64>
}

// -----

// The trust ratio divides the norm of the weight by that of the step, both sums
// of the first update; the second reads the momentum as it is stored.

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[P:.*]]: tensor<4x3xf32> {{.*}}, %[[M:.*]]: tensor<4x3xf32> {{.*}}, %[[G:.*]]: tensor<4x3xf32>)
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<4x3xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4x3xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}, tensor<4x3xf32> {fp8.updates = "m"}) {
  // CHECK: %[[FIRST:.*]]:3 = fp8.update states(%[[M]] : tensor<4x3xf32>) inputs(%[[G]], %[[P]] : {{.*}}) reductions [#fp8.reduction<sum>, #fp8.reduction<sum>]
  // CHECK: %[[RATIO:.*]] = arith.divf %[[FIRST]]#{{[12]}}, %[[FIRST]]#{{[12]}} : tensor<f32>
  // CHECK: %[[SECOND:.*]] = fp8.update states(%[[P]] : tensor<4x3xf32>) inputs(%[[FIRST]]#0 : tensor<4x3xf32>) scalars(%[[RATIO]] : tensor<f32>) outs(
  // CHECK: return %[[SECOND]], %[[FIRST]]#0
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = arith.addf %m, %g : tensor<4x3xf32>
  %1 = arith.constant dense<0.01> : tensor<4x3xf32>
  %2 = arith.mulf %p, %1 : tensor<4x3xf32>
  %3 = arith.addf %0, %2 : tensor<4x3xf32>
  %4 = arith.mulf %3, %3 : tensor<4x3xf32>
  %5 = linalg.reduce {arith.addf} ins(%4 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %6 = arith.mulf %p, %p : tensor<4x3xf32>
  %7 = linalg.reduce {arith.addf} ins(%6 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %8 = arith.divf %7, %5 : tensor<f32>
  %9 = tensor.empty() : tensor<4x3xf32>
  %10 = linalg.broadcast ins(%8 : tensor<f32>) outs(%9 : tensor<4x3xf32>) dimensions = [0, 1]
  %11 = arith.mulf %3, %10 : tensor<4x3xf32>
  %12 = arith.subf %p, %11 : tensor<4x3xf32>
  return %12, %0 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// The init of the sums is computed after their
// operands: the first update precedes it, and the
// second one still reads the momentum as it is stored.
// CHECK-LABEL: func.func @zero_behind_the_step
func.func @zero_behind_the_step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<4x3xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4x3xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}, tensor<4x3xf32> {fp8.updates = "m"}) {
  // CHECK-NOT: arith.addf
  // CHECK: %[[FIRST:.*]]:2 = fp8.update {{.*}} reductions [#fp8.reduction<sum>]
  // CHECK: fp8.update {{.*}} inputs(%[[FIRST]]#0 : tensor<4x3xf32>) scalars(%[[FIRST]]#1 : tensor<f32>)
  %0 = arith.addf %m, %g : tensor<4x3xf32>
  %1 = math.absf %0 : tensor<4x3xf32>
  %2 = arith.mulf %1, %1 : tensor<4x3xf32>
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %zero = linalg.fill ins(%c : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %4 = tensor.empty() : tensor<4x3xf32>
  %5 = linalg.broadcast ins(%3 : tensor<f32>) outs(%4 : tensor<4x3xf32>) dimensions = [0, 1]
  %6 = arith.mulf %1, %5 : tensor<4x3xf32>
  %7 = arith.subf %p, %6 : tensor<4x3xf32>
  return %7, %0 : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// The norm of the stepped weight is a sum of the update; the maximum of its
// magnitude, too. The sum of one row is none.

// CHECK-LABEL: func.func @step
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<4x3xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}, tensor<f32>, tensor<f32>, tensor<3xf32>) {
  // CHECK: %[[U:.*]]:3 = fp8.update {{.*}} reductions [#fp8.reduction<sum>, #fp8.reduction<max>]
  // CHECK: %[[ROW:.*]] = linalg.reduce {{.*}} ins(%[[U]]#0 : {{.*}}) outs({{.*}}) dimensions = [0]
  // CHECK: return %[[U]]#0, %[[U]]#1, %[[U]]#2, %[[ROW]]
  %zero = arith.constant dense<0.0> : tensor<f32>
  %row = arith.constant dense<0.0> : tensor<3xf32>
  %0 = arith.subf %p, %g : tensor<4x3xf32>
  %1 = arith.mulf %0, %0 : tensor<4x3xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %3 = math.absf %0 : tensor<4x3xf32>
  %4 = linalg.reduce {arith.maximumf} ins(%3 : tensor<4x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %5 = linalg.reduce {arith.addf} ins(%0 : tensor<4x3xf32>) outs(%row : tensor<3xf32>) dimensions = [0]
  return %0, %2, %4, %5 : tensor<4x3xf32>, tensor<f32>, tensor<f32>, tensor<3xf32>
}

// -----

// A new state does not depend on the old one here, and another state needs it
// transposed: two updates, one after the other.
// CHECK-LABEL: @new_value_through_others(
// CHECK: %[[M:.*]] = linalg.abs
// CHECK: linalg.transpose ins(%[[M]] :
// CHECK: fp8.update
func.func @new_value_through_others(%m: tensor<8x8xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %w: tensor<8x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %g: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {fp8.updates = "w"}, tensor<8x8xf32> {fp8.updates = "m"}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %new = linalg.abs ins(%g : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.transpose ins(%new : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  %s = linalg.add ins(%t, %m : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %step = linalg.sub ins(%w, %s : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %step, %new : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The second maximum needs the first, which is one of the new weight: the
// update computes one of them.
// CHECK-LABEL: @reduction_of_reduction(
// CHECK: fp8.update {{.*}}reductions [#fp8.reduction<max>] outs
// CHECK: linalg.generic
// CHECK: return
func.func @reduction_of_reduction(%w: tensor<8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>})
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<f32>) {
  %e = tensor.empty() : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %new = linalg.exp ins(%w : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %largest = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%new : tensor<8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %x, %o : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %change = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%w, %largest : tensor<8xf32>, tensor<f32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %l: f32, %o: f32):
    %0 = arith.subf %l, %x : f32
    %1 = arith.maximumf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %new, %change : tensor<8xf32>, tensor<f32>
}

// -----

// A norm that is taken again, of ones where the first one is 0, needs the first
// one: it is no sum of the update that gives that.

// CHECK-LABEL: func.func @step
func.func @step(%p: tensor<4xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<4xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<4xf32>) -> (tensor<4xf32> {fp8.updates = "p"}, tensor<4xf32> {fp8.updates = "m"}) {
  // CHECK: %[[FIRST:.*]]:3 = fp8.update states(%{{.*}} : tensor<4xf32>) inputs({{.*}}) reductions [#fp8.reduction<sum>, #fp8.reduction<sum>]
  // CHECK: arith.cmpf ole, %[[FIRST]]#{{[12]}}
  // CHECK: %[[NORM:.*]] = linalg.reduce
  // CHECK: arith.divf %[[NORM]], %[[FIRST]]#{{[12]}}
  // CHECK: fp8.update states({{.*}}) inputs(%[[FIRST]]#0 : tensor<4xf32>) scalars(
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ones = arith.constant dense<1.0> : tensor<4xf32>
  %decay = arith.constant dense<0.5> : tensor<4xf32>
  %0 = arith.mulf %m, %decay : tensor<4xf32>
  %1 = arith.addf %0, %g : tensor<4xf32>
  %2 = arith.addf %1, %p : tensor<4xf32>
  %3 = arith.mulf %p, %p : tensor<4xf32>
  %norm = linalg.reduce {arith.addf} ins(%3 : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %flag = arith.cmpf ole, %norm, %zero : tensor<f32>
  %empty = tensor.empty() : tensor<4xi1>
  %flags = linalg.broadcast ins(%flag : tensor<i1>) outs(%empty : tensor<4xi1>) dimensions = [0]
  %safe = arith.select %flags, %ones, %p : tensor<4xi1>, tensor<4xf32>
  %4 = arith.mulf %safe, %safe : tensor<4xf32>
  %again = linalg.reduce {arith.addf} ins(%4 : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %squares = arith.mulf %2, %2 : tensor<4xf32>
  %step = linalg.reduce {arith.addf} ins(%squares : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %quotient = arith.divf %again, %step : tensor<f32>
  %init = tensor.empty() : tensor<4xf32>
  %ratio = linalg.broadcast ins(%quotient : tensor<f32>) outs(%init : tensor<4xf32>) dimensions = [0]
  %5 = arith.mulf %2, %ratio : tensor<4xf32>
  %6 = arith.subf %p, %5 : tensor<4xf32>
  return %6, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The new value of one state of one element is an input, a scalar, of the
// update, which does not read its own result.

// CHECK-LABEL: func.func @of_one_element
// CHECK-SAME: %[[OLD:.*]]: tensor<1x1xf32> {{.*}}, %[[G:.*]]: tensor<1x1xf32>)
// CHECK: %[[NARROW:.*]] = arith.truncf %[[G]]
// CHECK: arith.extf %[[NARROW]]
// CHECK: fp8.update
func.func @of_one_element(%last: tensor<1x1xf32> {fp8.name = "last", fp8.state = #fp8.state<moment>}, %before: tensor<1x1xf32> {fp8.name = "before", fp8.state = #fp8.state<moment>}, %g: tensor<1x1xf32>) -> (tensor<1x1xf32> {fp8.updates = "last"}, tensor<1x1xf32> {fp8.updates = "before"}) {
  %0 = arith.truncf %g : tensor<1x1xf32> to tensor<1x1xbf16>
  %1 = arith.extf %0 : tensor<1x1xbf16> to tensor<1x1xf32>
  return %1, %last : tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// The operands of an update are computed before it and are not its results for
// other readers, even if an op has an operand that its body does not read.

// CHECK-LABEL: func.func @input_read_by_others
// CHECK: %[[X:.*]] = arith.mulf
// CHECK: fp8.update states(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) inputs(%[[X]] : tensor<4xf32>)
// CHECK: linalg.generic {{.*}}%[[X]]
func.func @input_read_by_others(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<moment>}, %u: tensor<4xf32> {fp8.name = "u", fp8.state = #fp8.state<moment>}, %p: tensor<4xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %q: tensor<4xf32> {fp8.name = "q", fp8.state = #fp8.state<moment>}) -> (tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "u"}, tensor<4xf32> {fp8.updates = "p"}, tensor<4xf32> {fp8.updates = "q"}) {
  %x = arith.mulf %p, %q : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%p, %x : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%i1: f32, %unused: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %4 = arith.mulf %i1, %k : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %z = arith.maximumf %y, %w : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%unused: f32, %in: f32, %out: f32):
    %4 = math.sqrt %in : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %1 = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %2 = arith.extf %1 : tensor<4xf16> to tensor<4xf32>
  return %0, %2, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
