// RUN: fp8-opt %s --split-input-file --fp8-annotate-states | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-annotate-states -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=RULE

// The step is renamed, its old name kept; names come from locations where the
// frontend left some.

// RULE: result #1 overwrites 'arg0' (param): only candidate
// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %arg0: tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}
// CHECK-SAME:    %arg1: tensor<2x8xf32> {fp8.name = "arg1"}
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "loss"},
// CHECK-SAME:      tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"})
// CHECK-SAME:  attributes {fp8.entry = "train"}
#sq = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @train(%w: tensor<8x4xf32> loc("w"), %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.1> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.generic {indexing_maps = [#sq, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %s, %out : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %y : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %u = arith.mulf %dw, %rate : tensor<8x4xf32>
  %w1 = arith.subf %w, %u : tensor<8x4xf32>
  return %loss, %w1 : tensor<f32>, tensor<8x4xf32>
}

// -----

// Decay inside the gradient: both results read both states. The number of ops
// between decides, whatever the order of the results.

// RULE: result #1 overwrites 'arg0' (param): fewest operations
// RULE: result #0 overwrites 'arg1' (moment): fewest operations
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  tensor<4x4xf32> {fp8.name = "arg1", fp8.state = #fp8.state<moment>, fp8.updates = "arg1"}
// CHECK-SAME:  tensor<4x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>, fp8.updates = "arg0"}
func.func @coupled_decay_swapped(%p: tensor<4x4xf32>, %m: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %c = arith.constant dense<0.5> : tensor<4x4xf32>
  %g = linalg.matmul ins(%x, %p : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %pd = arith.mulf %p, %c : tensor<4x4xf32>
  %gd = arith.addf %g, %pd : tensor<4x4xf32>
  %md = arith.mulf %m, %c : tensor<4x4xf32>
  %m1 = arith.addf %md, %gd : tensor<4x4xf32>
  %u = arith.mulf %m1, %c : tensor<4x4xf32>
  %p1 = arith.subf %p, %u : tensor<4x4xf32>
  return %m1, %p1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// One argument is as near as the other; the displacement that the other pairs
// have decides.

// RULE: result #0 overwrites 'arg0' (moment): displacement that most pairs share
// RULE: result #1 overwrites 'arg1' (moment): fewest operations
// CHECK-LABEL: func.func @step(
func.func @displacement(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant dense<0.5> : tensor<4xf32>
  %a1 = arith.addf %a, %b : tensor<4xf32>
  %t = arith.mulf %b, %c : tensor<4xf32>
  %b1 = arith.subf %c, %t : tensor<4xf32>
  return %a1, %b1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Both results read both arguments in one op, and no two pairs share a
// displacement: they pair in order.

// RULE: result #0 overwrites 'arg0' (moment): order
// RULE: result #1 overwrites 'arg2' (moment): order
// CHECK-LABEL: func.func @step(
func.func @order(%a: tensor<4xf32>, %x: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = arith.addf %a, %b : tensor<4xf32>
  %d = arith.mulf %a, %b : tensor<4xf32>
  return %s, %d : tensor<4xf32>, tensor<4xf32>
}

// -----

// Attributes decide before anything else, and stay.

// RULE: result #1 overwrites 'arg0' (moment): tf.aliasing_output
// RULE: result #0 overwrites 'b' (moment): fp8.updates
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %arg1: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<moment>}
// CHECK-SAME:  -> (tensor<4xf32> {fp8.name = "first", fp8.state = #fp8.state<moment>, fp8.updates = "b"},
// CHECK-SAME:      tensor<4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<moment>, fp8.updates = "arg0"})
func.func @attributes(%a: tensor<4xf32> {tf.aliasing_output = 1 : i64}, %b: tensor<4xf32> {fp8.name = "b"})
    -> (tensor<4xf32> {fp8.name = "first", fp8.updates = "b"}, tensor<4xf32>) {
  %c = arith.constant dense<0.5> : tensor<4xf32>
  %a1 = arith.addf %a, %c : tensor<4xf32>
  %b1 = arith.addf %b, %c : tensor<4xf32>
  return %a1, %b1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// JAX assigns the memory of a donated argument to the next result of its
// type: %t to the loss, so that the new value of %s gets none, and %w and %m
// crosswise if moments are returned first. %x is not donated.

// RULE: result #2 overwrites 't' (param): only candidate
// RULE: result #3 overwrites 'w' (param): fewest operations
// RULE: result #1 overwrites 'm' (moment): fewest operations
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "loss"},
// CHECK-SAME:      tensor<4xf32> {fp8.name = "new_m", fp8.state = #fp8.state<moment>, fp8.updates = "m"},
// CHECK-SAME:      tensor<f32> {fp8.name = "new_t", fp8.state = #fp8.state<param>, fp8.updates = "t"},
// CHECK-SAME:      tensor<4xf32> {fp8.name = "new_w", fp8.state = #fp8.state<param>, fp8.updates = "w"},
// CHECK-SAME:      tensor<4xf32> {fp8.name = "scaled"})
func.func @aliases_of_memory(
    %t: tensor<f32> {fp8.name = "t", tf.aliasing_output = 0 : i32},
    %w: tensor<4xf32> {fp8.name = "w", tf.aliasing_output = 1 : i32},
    %m: tensor<4xf32> {fp8.name = "m", tf.aliasing_output = 3 : i32},
    %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "new_m"},
        tensor<f32> {fp8.name = "new_t"}, tensor<4xf32> {fp8.name = "new_w"},
        tensor<4xf32> {fp8.name = "scaled"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %scaled = arith.mulf %x, %half : tensor<4xf32>
  %xw = linalg.dot ins(%scaled, %w : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %loss = arith.mulf %xw, %t : tensor<f32>
  %m1 = arith.mulf %m, %half : tensor<4xf32>
  %m2 = arith.addf %m1, %scaled : tensor<4xf32>
  %w1 = arith.subf %w, %m2 : tensor<4xf32>
  %t1 = arith.subf %t, %xw : tensor<f32>
  return %loss, %m2, %t1, %w1, %scaled : tensor<f32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The mean of the loss over all steps is the loss, and not the new sum, which is
// closer to the old one.

// RULE: result #1 overwrites 'sum'
// RULE: result #2 overwrites 'count'
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "mean"},
// CHECK-SAME:      fp8.updates = "sum"},
// CHECK-SAME:      fp8.updates = "count"})
func.func @running_mean(
    %w: tensor<4xf32>, %sum: tensor<f32> {fp8.name = "sum"},
    %count: tensor<f32> {fp8.name = "count"}, %x: tensor<4xf32>)
    -> (tensor<f32> {fp8.name = "mean"}, tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %xw = linalg.dot ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %sum1 = arith.addf %sum, %xw : tensor<f32>
  %count1 = arith.addf %count, %one : tensor<f32>
  %mean = arith.divf %sum1, %count1 : tensor<f32>
  return %mean, %sum1, %count1 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// An argument that is returned unchanged pairs with itself. A counter is a
// step. The graph does not determine the kind of a random key.

// RULE: result #0 overwrites 'arg0': returned unchanged
// RULE: result #1 overwrites 'arg1' (step): only candidate
// RULE: result #2 overwrites 'arg2': only candidate
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %arg0: tensor<f32> {fp8.name = "arg0"}
// CHECK-SAME:  %arg1: tensor<i64> {fp8.name = "arg1", fp8.state = #fp8.state<step>}
// CHECK-SAME:  %arg2: tensor<2xi32> {fp8.name = "arg2"}
func.func @scalars(%rate: tensor<f32>, %step: tensor<i64>, %key: tensor<2xi32>) -> (tensor<f32>, tensor<i64>, tensor<2xi32>) {
  %one = arith.constant dense<1> : tensor<i64>
  %k = arith.constant dense<7> : tensor<2xi32>
  %step1 = arith.addi %step, %one : tensor<i64>
  %key1 = arith.muli %key, %k : tensor<2xi32>
  return %rate, %step1, %key1 : tensor<f32>, tensor<i64>, tensor<2xi32>
}

// -----

// A learned scalar is a parameter, and an argument that only its update reads
// is a moment. The loss scale is neither.

// RULE: result #0 overwrites 'arg0' (param): fewest operations
// RULE: result #1 overwrites 'arg1' (moment): fewest operations
// RULE: result #2 overwrites 'arg2': only candidate
// CHECK-LABEL: func.func @step(
#v = affine_map<(i) -> (i)>
#s = affine_map<(i) -> ()>
func.func @learned_scalar(%t: tensor<f32>, %m: tensor<f32>, %scale: tensor<f32>, %w: tensor<8x4xf32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%h : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %loss = arith.mulf %sum, %t : tensor<f32>
  %g = linalg.reduce {arith.maximumf} ins(%h : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %md = arith.mulf %m, %half : tensor<f32>
  %m1 = arith.addf %md, %g : tensor<f32>
  %u = arith.mulf %m1, %half : tensor<f32>
  %t1 = arith.subf %t, %u : tensor<f32>
  %scale1 = arith.mulf %scale, %half : tensor<f32>
  return %t1, %m1, %scale1, %loss : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// A weight that a contraction reads and the step returns is frozen; returned
// data that none reads is not.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %arg0: tensor<8x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>}
// CHECK-SAME:  %arg1: tensor<2x8xf32> {fp8.name = "arg1"}
// CHECK-SAME:  %arg2: tensor<4xf32> {fp8.name = "arg2"}
func.func @frozen(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>, %mask: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<2x4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %w, %h, %mask : tensor<8x4xf32>, tensor<2x4xf32>, tensor<4xf32>
}

// -----

// @step is the entry whatever else is public.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:  attributes {fp8.entry = "step"}
// CHECK-LABEL: func.func @other(%arg0: tensor<f32>) -> tensor<f32> {
func.func @step(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @other(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// A bias of one element, whose new value depends on fewer ops than the loss
// does, and a counter that counts in a body: it is no moment of the bias, which
// reads it.

// RULE: result #2 overwrites 'arg1' (param): only candidate
// RULE: result #3 overwrites 'arg2' (step): only candidate
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "loss"},
#i = affine_map<(i) -> (i)>
#zero = affine_map<(i) -> (0)>
#none = affine_map<(i) -> ()>
#scalar = affine_map<() -> ()>
func.func @step(%w: tensor<8xf32>, %b: tensor<1xf32>, %count: tensor<f32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8xf32>, tensor<1xf32>, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zero1 = arith.constant dense<0.0> : tensor<1xf32>
  %zero8 = arith.constant dense<0.0> : tensor<8x1xf32>
  %one = arith.constant 1.0 : f32
  %column = tensor.expand_shape %w [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %product = linalg.matmul ins(%x, %column : tensor<2x8xf32>, tensor<8x1xf32>) outs(%zeros : tensor<2x1xf32>) -> tensor<2x1xf32>
  %flat = tensor.collapse_shape %product [[0, 1]] : tensor<2x1xf32> into tensor<2xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#i, #zero, #i], iterator_types = ["parallel"]} ins(%flat, %b : tensor<2xf32>, tensor<1xf32>) outs(%empty : tensor<2xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  %exp = math.exp %y : tensor<2xf32>
  %log = math.log1p %exp : tensor<2xf32>
  %square = arith.mulf %log, %log : tensor<2xf32>
  %root = math.sqrt %square : tensor<2xf32>
  %tanh = math.tanh %root : tensor<2xf32>
  %sum = arith.addf %tanh, %root : tensor<2xf32>
  %cube = arith.mulf %sum, %square : tensor<2xf32>
  %loss = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]} ins(%cube : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %s: f32):
    %0 = arith.addf %p, %s : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %db = linalg.generic {indexing_maps = [#i, #zero], iterator_types = ["reduction"]} ins(%y : tensor<2xf32>) outs(%zero1 : tensor<1xf32>) {
  ^bb0(%p: f32, %s: f32):
    %0 = arith.addf %p, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  %next = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%count : tensor<f32>) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %out: f32):
    %0 = arith.addf %p, %one : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %b1 = linalg.generic {indexing_maps = [#i, #i, #none, #i], iterator_types = ["parallel"]} ins(%b, %db, %next : tensor<1xf32>, tensor<1xf32>, tensor<f32>) outs(%zero1 : tensor<1xf32>) {
  ^bb0(%p: f32, %d: f32, %n: f32, %out: f32):
    %0 = arith.divf %d, %n : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  %row = tensor.expand_shape %y [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %row : tensor<2x8xf32>, tensor<2x1xf32>) outs(%zero8 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %dw8 = tensor.collapse_shape %dw [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
  %w1 = arith.subf %w, %dw8 : tensor<8xf32>
  return %loss, %w1, %b1, %next : tensor<f32>, tensor<8xf32>, tensor<1xf32>, tensor<f32>
}

// -----

// The vector of a power iteration is not computed elementwise from the old one.
// It stands between two other states.

// RULE: result #1 overwrites 'arg1' {{.*}}: its place among states
// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.updates = "u"
#mk = affine_map<(m, k) -> (m, k)>
#m = affine_map<(m, k) -> (m)>
#k = affine_map<(m, k) -> (k)>
func.func @step(%w: tensor<4x4xf32> loc("w"), %u: tensor<4xf32> loc("u"), %b: tensor<4xf32> loc("b"), %g: tensor<4x4xf32>, %x: tensor<4xf32> loc("x")) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %w1 = arith.subf %w, %g : tensor<4x4xf32>
  %u1 = linalg.contract indexing_maps = [#mk, #k, #m] ins(%w, %u : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  %b1 = arith.addf %b, %b : tensor<4xf32>
  %y = linalg.contract indexing_maps = [#mk, #k, #m] ins(%w, %x : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  return %w1, %u1, %b1, %y : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// JAX's attributes of results distinguish a state at the end from a
// prediction of the type of its input.

// RULE: result #2 overwrites 'arg2' {{.*}}: its place among states
// RULE-NOT: result #3 overwrites
// CHECK-LABEL: func.func @step(
// CHECK-SAME: fp8.updates = "u"
// CHECK-SAME: tensor<4xf32> {fp8.name = "result3"
#mk = affine_map<(m, k) -> (m, k)>
#m = affine_map<(m, k) -> (m)>
#k = affine_map<(m, k) -> (k)>
func.func @step(%w: tensor<4x4xf32> loc("w"), %b: tensor<4xf32> loc("b"), %u: tensor<4xf32> loc("u"), %x: tensor<4xf32> loc("x"), %g: tensor<4x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "result[0]['b']"}, tensor<4xf32> {jax.result_info = "result[0]['p']"}, tensor<4xf32> {jax.result_info = "result[0]['u']"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %w1 = arith.subf %w, %g : tensor<4x4xf32>
  %b1 = arith.addf %b, %b : tensor<4xf32>
  %u1 = linalg.contract indexing_maps = [#mk, #k, #m] ins(%w, %u : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.contract indexing_maps = [#mk, #k, #m] ins(%w, %x : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  return %w1, %b1, %u1, %y : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Attributes say which states there are: a result between these is none, though
// it starts from the argument between theirs.

// RULE-NOT: its place among states
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<4xf32> {fp8.name = "result1"}
#mk = affine_map<(m, k) -> (m, k)>
#m = affine_map<(m, k) -> (m)>
#k = affine_map<(m, k) -> (k)>
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w"}, %u: tensor<4xf32> {fp8.name = "u"}, %b: tensor<4xf32> {fp8.name = "b"}, %g: tensor<4x4xf32>) -> (tensor<4x4xf32> {fp8.updates = "w"}, tensor<4xf32>, tensor<4xf32> {fp8.updates = "b"}) {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %w1 = arith.subf %w, %g : tensor<4x4xf32>
  %u1 = linalg.contract indexing_maps = [#mk, #k, #m] ins(%w, %u : tensor<4x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
  %b1 = arith.addf %b, %b : tensor<4xf32>
  return %w1, %u1, %b1 : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// An optimistic step keeps its gradient, and that there is one: neither is
// computed from its old value, which only the step of the weights reads.

// RULE: result #1 overwrites 'arg1': its place among states
// RULE: result #2 overwrites 'arg2' {{.*}}: its place among states
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<i1> {fp8.name = "flag", fp8.updates = "flag"}
// CHECK-SAME: tensor<8x1xf32> {fp8.name = "g0", {{.*}}fp8.updates = "g0"}
#s = affine_map<() -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @step(%m: tensor<8x1xf32> loc("m"), %flag: tensor<i1> loc("flag"), %g0: tensor<8x1xf32> loc("g0"), %w: tensor<8x1xf32> loc("w"), %x: tensor<2x8xf32> loc("x")) -> (tensor<8x1xf32>, tensor<i1>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<2x1xf32>
  %zeros8 = arith.constant dense<0.0> : tensor<8x1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %false = arith.constant dense<false> : tensor<i1>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x1xf32>) outs(%zeros : tensor<2x1xf32>) -> tensor<2x1xf32>
  %loss = linalg.reduce ins(%y : tensor<2x1xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1] (%a: f32, %b: f32) {
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %y : tensor<2x8xf32>, tensor<2x1xf32>) outs(%zeros8 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %m1 = arith.addf %m, %g : tensor<8x1xf32>
  %w1 = linalg.generic {indexing_maps = [#none, #ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%flag, %w, %g, %g0 : tensor<i1>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>) outs(%zeros8 : tensor<8x1xf32>) {
  ^bb0(%first: i1, %p: f32, %now: f32, %before: f32, %o: f32):
    %0 = arith.select %first, %now, %before : f32
    %1 = arith.addf %now, %now : f32
    %2 = arith.subf %1, %0 : f32
    %3 = arith.subf %p, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8x1xf32>
  return %m1, %false, %g, %w1, %loss : tensor<8x1xf32>, tensor<i1>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<f32>
}
