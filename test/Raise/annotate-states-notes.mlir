// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --verify-diagnostics | FileCheck %s

// The key of a generator: both of its words read both, so that no path is
// elementwise. It is the only integer tensor, and made of itself alone.

// CHECK: fp8.name = "key2", fp8.updates = "key"}) attributes {fp8.entry = "key"}
func.func @key(%w: tensor<4xf32> {fp8.name = "w"}, %key: tensor<2xi32> {fp8.name = "key"}) -> (tensor<4xf32> {fp8.name = "w2"}, tensor<2xi32> {fp8.name = "key2"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant dense<0.5> : tensor<4xf32>
  %a = tensor.extract %key[%c0] : tensor<2xi32>
  %b = tensor.extract %key[%c1] : tensor<2xi32>
  %s = arith.addi %a, %b : i32
  %x = arith.xori %s, %a : i32
  %key2 = tensor.from_elements %s, %x : tensor<2xi32>
  %w2 = arith.mulf %w, %half : tensor<4xf32>
  return %w2, %key2 : tensor<4xf32>, tensor<2xi32>
}

// -----

// A counter of steps is folded in, and so is a number that the host gives.

// CHECK: fp8.updates = "key"}) attributes {fp8.entry = "key_and_counter"}
func.func @key_and_counter(%t: tensor<i32> {fp8.name = "t"}, %n: tensor<i64> {fp8.name = "n"}, %key: tensor<2xi32> {fp8.name = "key"}) -> (tensor<i32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1> : tensor<i32>
  %t2 = arith.addi %t, %one : tensor<i32>
  %i = tensor.extract %t[] : tensor<i32>
  %m = tensor.extract %n[] : tensor<i64>
  %j = arith.trunci %m : i64 to i32
  %a = tensor.extract %key[%c0] : tensor<2xi32>
  %b = tensor.extract %key[%c1] : tensor<2xi32>
  %s = arith.addi %b, %i : i32
  %x = arith.xori %a, %j : i32
  %key2 = tensor.from_elements %s, %x : tensor<2xi32>
  return %t2, %key2 : tensor<i32>, tensor<2xi32>
}

// -----

// Made of another argument, too, it may be anything.

// CHECK-NOT: fp8.updates
// CHECK: fp8.entry = "key_and_data"
// expected-remark @below {{'key' looks like a state, but no result overwrites it: it has the same value at every step unless the host changes it}}
// expected-note @below {{result #0 has the type of 'key', is computed from it, and overwrites nothing; if it is the new value, add {fp8.updates = "key"} to the result}}
// expected-note @below {{fp8.updates on a result is the fp8.name of an argument, or arg<N>}}
func.func @key_and_data(%x: tensor<3xi32> {fp8.name = "x"}, %key: tensor<2xi32> {fp8.name = "key"}) -> tensor<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = tensor.extract %x[%c0] : tensor<3xi32>
  %a = tensor.extract %key[%c0] : tensor<2xi32>
  %b = tensor.extract %key[%c1] : tensor<2xi32>
  %s = arith.addi %b, %i : i32
  %key2 = tensor.from_elements %s, %a : tensor<2xi32>
  return %key2 : tensor<2xi32>
}

// -----

// Two keys cross: which is which, nothing tells.

// expected-remark @below {{2 arguments look like states, but no result overwrites them: they have the same values at every step unless the host changes them}}
// expected-note @below {{result #0 has the type of 'k', is computed from it, and overwrites nothing; if it is the new value, add {fp8.updates = "k"} to the result}}
// expected-note @below {{result #1 has the type of 'l', is computed from it, and overwrites nothing; if it is the new value, add {fp8.updates = "l"} to the result}}
// expected-note @below {{fp8.updates on a result is}}
func.func @two_keys(%k: tensor<2xi32> {fp8.name = "k"}, %l: tensor<2xi32> {fp8.name = "l"}) -> (tensor<2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %k[%c0] : tensor<2xi32>
  %b = tensor.extract %k[%c1] : tensor<2xi32>
  %c = tensor.extract %l[%c0] : tensor<2xi32>
  %d = tensor.extract %l[%c1] : tensor<2xi32>
  %k2 = tensor.from_elements %b, %a : tensor<2xi32>
  %l2 = tensor.from_elements %d, %c : tensor<2xi32>
  return %k2, %l2 : tensor<2xi32>, tensor<2xi32>
}

// -----

// Attributes that forget a state.

// expected-remark @below {{'key' looks like a state}}
// expected-note @below {{result #1 has the type of 'key', is computed from it}}
// expected-note @below {{fp8.updates on a result is}}
func.func @forgotten(%w: tensor<4xf32> {fp8.name = "w"}, %key: tensor<2xi32> {fp8.name = "key"}) -> (tensor<4xf32> {fp8.name = "w2", fp8.updates = "w"}, tensor<2xi32> {fp8.name = "key2"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %key[%c0] : tensor<2xi32>
  %b = tensor.extract %key[%c1] : tensor<2xi32>
  %key2 = tensor.from_elements %b, %a : tensor<2xi32>
  %w2 = arith.addf %w, %w : tensor<4xf32>
  return %w2, %key2 : tensor<4xf32>, tensor<2xi32>
}

// -----

// The gradient of this step is the one to use in the next. The frozen weight
// %f has its type, and the gradient reads it; but so does the loss.

// expected-remark @below {{'old' looks like a state}}
// expected-note @below {{result #2 has the type of 'old' and overwrites nothing; if it is the new value, add {fp8.updates = "old"} to the result}}
// expected-note @below {{fp8.updates on a result is}}
func.func @stale(%w: tensor<4x4xf32> {fp8.name = "w"}, %f: tensor<4x4xf32> {fp8.name = "f"}, %old: tensor<4x4xf32> {fp8.name = "old"}, %x: tensor<8x4xf32> {fp8.name = "x"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "w2"}, tensor<4x4xf32> {fp8.name = "g"}) {
  %one = arith.constant dense<0.0> : tensor<f32>
  %wide = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%wide : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.matmul ins(%h, %f : tensor<8x4xf32>, tensor<4x4xf32>) outs(%wide : tensor<8x4xf32>) -> tensor<8x4xf32>
  %q = arith.mulf %y, %y : tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%q : tensor<8x4xf32>) outs(%one : tensor<f32>) dimensions = [0, 1]
  %dh = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%y, %f : tensor<8x4xf32>, tensor<4x4xf32>) outs(%wide : tensor<8x4xf32>) -> tensor<8x4xf32>
  %g = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %dh : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %old2 = arith.addf %old, %old : tensor<4x4xf32>
  %w2 = arith.subf %w, %old2 : tensor<4x4xf32>
  return %loss, %w2, %g : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Two gradients that the host gives, and one result of their type.

func.func @given(%w: tensor<4xf32> {fp8.name = "w"}, %g: tensor<4xf32> {fp8.name = "g"}, %h: tensor<4xf32> {fp8.name = "h"}, %x: tensor<4xf32> {fp8.name = "x"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w2", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "twice"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.dot ins(%w, %x : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %s = arith.addf %g, %h : tensor<4xf32>
  %w2 = arith.subf %w, %s : tensor<4xf32>
  %twice = arith.addf %w, %w : tensor<4xf32>
  return %loss, %w2, %twice : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The state of a recurrent net: the loss depends on it, and on its new value.

// expected-remark @below {{'h' looks like a state}}
// expected-note @below {{result #1 has the type of 'h', is computed from it, and overwrites nothing; if it is the new value, add {fp8.updates = "h"} to the result}}
// expected-note @below {{fp8.updates on a result is}}
func.func @recurrent(%h: tensor<8x4xf32> {fp8.name = "h"}, %w: tensor<4x4xf32> {fp8.name = "w"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<8x4xf32> {fp8.name = "h2"}) {
  %one = arith.constant dense<0.0> : tensor<f32>
  %wide = arith.constant dense<0.0> : tensor<8x4xf32>
  %h2 = linalg.matmul ins(%h, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%wide : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.maximumf} ins(%h2 : tensor<8x4xf32>) outs(%one : tensor<f32>) dimensions = [0, 1]
  return %loss, %h2 : tensor<f32>, tensor<8x4xf32>
}

// -----

// No states: tokens and the tokens that a model predicts from them, a rate
// and a norm of its factor, and the number of right predictions.

func.func @no_states(%w: tensor<4x4xf32> {fp8.name = "w"}, %tokens: tensor<8xi32> {fp8.name = "tokens"}, %rate: tensor<f32> {fp8.name = "rate"}, %n: tensor<i32> {fp8.name = "n"}, %table: tensor<9x4xf32> {fp8.name = "table"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x4xf32> {fp8.name = "w2"}, tensor<8xi32> {fp8.name = "predicted"}, tensor<f32> {fp8.name = "norm"}, tensor<i32> {fp8.name = "right"}) {
  %one = arith.constant dense<0.0> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i32>
  %wide = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %best = arith.constant dense<-1.0> : tensor<8xf32>
  %number = arith.constant dense<0> : tensor<8xi32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%tokens : tensor<8xi32>) outs(%wide : tensor<8x4xf32>) {
  ^bb0(%t: i32, %o: f32):
    %i = arith.index_cast %t : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<9x4xf32>
    linalg.yield %v : f32
  } -> tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x4xf32>) outs(%wide : tensor<8x4xf32>) -> tensor<8x4xf32>
  %predicted:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<8x4xf32>) outs(%best, %number : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%v: f32, %b: f32, %k: i32):
    %j = linalg.index 1 : index
    %l = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %v, %b : f32
    %b2 = arith.select %more, %v, %b : f32
    %k2 = arith.select %more, %l, %k : i32
    linalg.yield %b2, %k2 : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %right = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%predicted#1, %tokens : tensor<8xi32>, tensor<8xi32>) outs(%none : tensor<i32>) {
  ^bb0(%p: i32, %t: i32, %c: i32):
    %same = arith.cmpi eq, %p, %t : i32
    %u = arith.extui %same : i1 to i32
    %c2 = arith.addi %c, %u : i32
    linalg.yield %c2 : i32
  } -> tensor<i32>
  %q = arith.mulf %y, %y : tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%q : tensor<8x4xf32>) outs(%one : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %y : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %i = tensor.extract %n[] : tensor<i32>
  %f = arith.sitofp %i : i32 to f32
  %r = tensor.extract %rate[] : tensor<f32>
  %s = arith.divf %r, %f : f32
  %step = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%g : tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %m = arith.mulf %v, %s : f32
    linalg.yield %m : f32
  } -> tensor<4x4xf32>
  %norm = linalg.reduce {arith.addf} ins(%step : tensor<4x4xf32>) outs(%one : tensor<f32>) dimensions = [0, 1]
  %w2 = arith.subf %w, %step : tensor<4x4xf32>
  return %loss, %w2, %predicted#1, %norm, %right : tensor<f32>, tensor<4x4xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>
}

// -----

// Read in the order of the results, the step swaps its states: the new a is b,
// and the new b is a step from a. By data flow, b never changes.

// expected-remark @below {{1 pair of states may be swapped: one state is returned unchanged, the other is updated, and the order of the results is the opposite of the order of the arguments}}
// expected-note @below {{result #0 is taken for 'b', which never changes, and result #1 for the new 'a'; if the step swaps them, add {fp8.updates = "a"} to result #0 and {fp8.updates = "b"} to result #1}}
// expected-note @below {{fp8.updates on a result is}}
func.func @swap(%a: tensor<4xf32> {fp8.name = "a"}, %b: tensor<4xf32> {fp8.name = "b"}, %g: tensor<4xf32> {fp8.name = "g"}) -> (tensor<4xf32>, tensor<4xf32>) {
  %d = arith.addf %g, %g : tensor<4xf32>
  %s = arith.subf %a, %d : tensor<4xf32>
  return %b, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// Declared, it needs no notice; nor does a weight that stays where it is.

func.func @declared(%a: tensor<4xf32> {fp8.name = "a"}, %b: tensor<4xf32> {fp8.name = "b"}, %g: tensor<4xf32> {fp8.name = "g"}) -> (tensor<4xf32> {fp8.updates = "a"}, tensor<4xf32> {fp8.updates = "b"}) {
  %d = arith.addf %g, %g : tensor<4xf32>
  %s = arith.subf %a, %d : tensor<4xf32>
  return %b, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @frozen(%a: tensor<4xf32> {fp8.name = "a"}, %b: tensor<4xf32> {fp8.name = "b"}, %g: tensor<4xf32> {fp8.name = "g"}) -> (tensor<4xf32>, tensor<4xf32>) {
  %d = arith.addf %g, %g : tensor<4xf32>
  %s = arith.subf %a, %d : tensor<4xf32>
  return %s, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// Their own names tell which is which.

func.func @named(%a: tensor<4xf32> {fp8.name = "a"}, %b: tensor<4xf32> {fp8.name = "b"}, %g: tensor<4xf32> {fp8.name = "g"}) -> (tensor<4xf32> {fp8.name = "b"}, tensor<4xf32> {fp8.name = "a"}) {
  %d = arith.addf %g, %g : tensor<4xf32>
  %s = arith.subf %a, %d : tensor<4xf32>
  return %b, %s : tensor<4xf32>, tensor<4xf32>
}
