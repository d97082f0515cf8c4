// RUN: fp8-opt %s --split-input-file --fp8-annotate-states | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-annotate-states -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=RULE

// A copy may be made by any elementwise op.
// RUN: sed 's/%%copy = arith.truncf %%new : tensor<8x4xf32> to tensor<8x4xbf16>/%%e = tensor.empty() : tensor<8x4xbf16>\n%%copy = linalg.copy ins(%%new : tensor<8x4xf32>) outs(%%e : tensor<8x4xbf16>) -> tensor<8x4xbf16>/' %s \
// RUN:   | fp8-opt --split-input-file --fp8-annotate-states | FileCheck %s
// RUN: sed 's/%%copy = arith.truncf %%new : tensor<8x4xf32> to tensor<8x4xbf16>/%%e = tensor.empty() : tensor<8x4xbf16>\n%%copy = linalg.map { arith.truncf } ins(%%new : tensor<8x4xf32>) outs(%%e : tensor<8x4xbf16>)/' %s \
// RUN:   | fp8-opt --split-input-file --fp8-annotate-states | FileCheck %s

// Results that are losses, copies or gradients, and not new states.

// The loss depends on a batch: a gradient that is returned in its place is no
// new value of it.

// RULE-NOT: its place among states
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x1xf32> {fp8.name = "result1"}
func.func @step(%m: tensor<8x1xf32> loc("m"), %x: tensor<8x1xf32> loc("x"), %w: tensor<8x1xf32> loc("w")) -> (tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<f32>) {
  %zeros8 = arith.constant dense<0.0> : tensor<8x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %w : tensor<8x1xf32>, tensor<8x1xf32>) outs(%zeros : tensor<1x1xf32>) -> tensor<1x1xf32>
  %loss = linalg.reduce ins(%y : tensor<1x1xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1] (%a: f32, %b: f32) {
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  %g = arith.mulf %w, %w : tensor<8x1xf32>
  %m1 = arith.addf %m, %g : tensor<8x1xf32>
  %w1 = arith.subf %w, %m1 : tensor<8x1xf32>
  return %m1, %g, %w1, %loss : tensor<8x1xf32>, tensor<8x1xf32>, tensor<8x1xf32>, tensor<f32>
}

// -----

// Losses of examples are computed elementwise from their weights, which come
// with the batch. A capture names every result, and says which are states; a
// graph without names may have one attribute, and the rest is found.

// RULE: result #0 overwrites 'w'
// RULE-NOT: overwrites 'weight'
// RULE: result #0 overwrites 'v'
// RULE: result #1 overwrites 'm'
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %arg1: tensor<6xf32> {fp8.name = "weight"}
// CHECK-SAME: -> (tensor<4xf32> {fp8.name = "w", {{.*}}fp8.updates = "w"}, tensor<6xf32> {fp8.name = "each"})
func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %weight: tensor<6xf32> {fp8.name = "weight"}, %error: tensor<6xf32>) -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<6xf32> {fp8.name = "each"}) {
  %w1 = arith.addf %w, %w : tensor<4xf32>
  %each = arith.mulf %weight, %error : tensor<6xf32>
  return %w1, %each : tensor<4xf32>, tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<6xf32> {fp8.name = "m", {{.*}}fp8.updates = "m"})
func.func @step(%v: tensor<4xf32> {fp8.name = "v"}, %m: tensor<6xf32> {fp8.name = "m"}) -> (tensor<4xf32> {fp8.updates = "v"}, tensor<6xf32>) {
  %v1 = arith.addf %v, %v : tensor<4xf32>
  %m1 = arith.addf %m, %m : tensor<6xf32>
  return %v1, %m1 : tensor<4xf32>, tensor<6xf32>
}

// -----

// An accuracy depends on as many products as the loss, and on fewer ops. No
// gradient goes through its comparisons.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.loss, fp8.name = "loss"})
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0.0 : f32
  %logits = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  %accuracy = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%logits : tensor<2x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %hit = arith.cmpf ogt, %in, %c0 : f32
    %number = arith.uitofp %hit : i1 to f32
    %sum = arith.addf %number, %out : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  %exp = math.exp %logits : tensor<2x4xf32>
  %square = arith.mulf %exp, %exp : tensor<2x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%square : tensor<2x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %out : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  return %accuracy, %loss : tensor<f32>, tensor<f32>
}

// -----

// A parameter in bf16 is a copy of its master.

// RULE: result #1 overwrites 'arg0' (param): copy of a new state
// RULE: result #2 overwrites 'arg1' (moment)
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x4xbf16> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @step(%w: tensor<8x4xbf16> loc("w"), %master: tensor<8x4xf32> loc("master"), %x: tensor<8x2xbf16> loc("x"), %g: tensor<8x4xf32> loc("g")) -> (tensor<f32>, tensor<8x4xbf16>, tensor<8x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul indexing_maps = [#ki, #kj, #ij] ins(%x, %w : tensor<8x2xbf16>, tensor<8x4xbf16>) outs(%zeros : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g2 = arith.mulf %g, %g : tensor<8x4xf32>
  %new = arith.subf %master, %g2 : tensor<8x4xf32>
  %copy = arith.truncf %new : tensor<8x4xf32> to tensor<8x4xbf16>
  return %loss, %copy, %new : tensor<f32>, tensor<8x4xbf16>, tensor<8x4xf32>
}

// -----

// If a batch has the same type, they cannot be distinguished.

// RULE-NOT: copy of a new state
// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x4xbf16> {fp8.name = "result1"}
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
func.func @step(%w: tensor<8x4xbf16> loc("w"), %master: tensor<8x4xf32> loc("master"), %x: tensor<8x4xbf16> loc("x"), %g: tensor<8x4xf32> loc("g")) -> (tensor<f32>, tensor<8x4xbf16>, tensor<8x4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul indexing_maps = [#ki, #kj, #ij] ins(%x, %w : tensor<8x4xbf16>, tensor<8x4xbf16>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g2 = arith.mulf %g, %g : tensor<8x4xf32>
  %new = arith.subf %master, %g2 : tensor<8x4xf32>
  %copy = arith.truncf %new : tensor<8x4xf32> to tensor<8x4xbf16>
  return %loss, %copy, %new : tensor<f32>, tensor<8x4xbf16>, tensor<8x4xf32>
}

// -----

// A state keeps its name; the detected loss is renamed.
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  %{{.*}}: tensor<4xf32> {fp8.name = "loss", fp8.state = #fp8.state<param>}
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "loss_1"}, tensor<4xf32> {fp8.name = "loss"
func.func @named_as_the_loss(%w: tensor<4xf32> {fp8.name = "loss"}, %x: tensor<3x4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %y = linalg.matvec ins(%x, %w : tensor<3x4xf32>, tensor<4xf32>) outs(%z : tensor<3xf32>) -> tensor<3xf32>
  %y2 = arith.mulf %y, %y : tensor<3xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%c0 : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%y2 : tensor<3xf32>) outs(%z0 : tensor<f32>) dimensions = [0]
  %ew = tensor.empty() : tensor<4xf32>
  %zw = linalg.fill ins(%c0 : f32) outs(%ew : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.vecmat ins(%y, %x : tensor<3xf32>, tensor<3x4xf32>) outs(%zw : tensor<4xf32>) -> tensor<4xf32>
  %rate = arith.constant dense<0.01> : tensor<4xf32>
  %u = arith.mulf %rate, %g : tensor<4xf32>
  %w1 = arith.subf %w, %u : tensor<4xf32>
  return %l, %w1 : tensor<f32>, tensor<4xf32>
}

// -----

// A result that returns a parameter unchanged is the copy for the next step
// if another result updates it.

// CHECK-LABEL: func.func @step(%arg0: tensor<8x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>}, %arg1: tensor<8x4xf32> {fp8.name = "arg1", fp8.state = #fp8.state<moment>}
// CHECK-SAME: -> (tensor<f32> {{{.*}}}, tensor<8x4xf32> {{{.*}}fp8.updates = "arg0"}, tensor<8x4xf32> {{{.*}}fp8.updates = "arg1"})
func.func @previous(%w: tensor<8x4xf32>, %prev: tensor<8x4xf32>, %x: tensor<2x8xf32>, %t: tensor<2x4xf32>) -> (tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %z = arith.constant dense<0.0> : tensor<2x4xf32>
  %zw = arith.constant dense<0.0> : tensor<8x4xf32>
  %zl = arith.constant dense<0.0> : tensor<f32>
  %lr = arith.constant dense<0.1> : tensor<8x4xf32>
  %mu = arith.constant dense<0.9> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %y, %t : tensor<2x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x4xf32>) outs(%zl : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zw : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = arith.mulf %g, %lr : tensor<8x4xf32>
  %diff = arith.subf %w, %prev : tensor<8x4xf32>
  %m = arith.mulf %diff, %mu : tensor<8x4xf32>
  %w0 = arith.subf %w, %s : tensor<8x4xf32>
  %w1 = arith.addf %w0, %m : tensor<8x4xf32>
  return %loss, %w1, %w : tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>
}
