// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --verify-diagnostics | FileCheck %s

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// Values that may only be logged are computed from arguments of their types:
// the rate after warm-up, and the residuals of the labels. A warning names them.

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"}, tensor<i32> {{{.*}}fp8.updates = "t"}, tensor<f32> {{{.*}}fp8.updates = "rate"}, tensor<2x4xf32> {{{.*}}fp8.updates = "y"})
// expected-warning @below {{2 arguments take new values in every step that may only be logged values}}
// expected-note @below {{result #4 is computed from 'y' and overwrites it; add {fp8.updates = "y"} to the result if it is the new value}}
// expected-note @below {{result #3 is computed from 'rate' and overwrites it}}
// expected-note @below {{fp8.updates on a result is}}
func.func @logged(%w: tensor<8x4xf32> {fp8.name = "w"}, %t: tensor<i32> {fp8.name = "t"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %y: tensor<2x4xf32> {fp8.name = "y"}, %rate: tensor<f32> {fp8.name = "rate"})
    -> (tensor<f32>, tensor<8x4xf32>, tensor<i32>, tensor<f32>, tensor<2x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1> : tensor<i32>
  %full = arith.constant dense<1.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %u, %y : tensor<2x4xf32>
  %square = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%square : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %t1 = arith.addi %t, %one : tensor<i32>
  %f = arith.sitofp %t1 : tensor<i32> to tensor<f32>
  %warm = arith.minimumf %f, %full : tensor<f32>
  %logged = arith.mulf %rate, %warm : tensor<f32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %rates = linalg.broadcast ins(%logged : tensor<f32>) outs(%empty : tensor<8x4xf32>) dimensions = [0, 1]
  %step = arith.mulf %g, %rates : tensor<8x4xf32>
  %new = arith.subf %w, %step : tensor<8x4xf32>
  return %loss, %new, %t1, %logged, %d : tensor<f32>, tensor<8x4xf32>, tensor<i32>, tensor<f32>, tensor<2x4xf32>
}

// -----

// A rate that is logged is no new step number, and a noisy input no new input.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"}, tensor<f32> {{.*}}, tensor<2x8xf32> {{{.*}}fp8.updates = "x"})
// expected-warning @below {{take new values in every step that may only be logged values}}
// expected-note @below {{result #3 is computed from 'x' and overwrites it}}
// expected-note @below {{result #2 is computed from}}
// expected-note @below {{fp8.updates on a result is}}
func.func @noisy(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %noise: tensor<2x8xf32> {fp8.name = "noise"}, %rate: tensor<f32> {fp8.name = "rate"}, %t: tensor<f32> {fp8.name = "t"})
    -> (tensor<f32>, tensor<8x4xf32>, tensor<f32>, tensor<2x8xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %full = arith.constant dense<1.0> : tensor<f32>
  %tenth = arith.constant dense<0.1> : tensor<2x8xf32>
  %n = arith.mulf %noise, %tenth : tensor<2x8xf32>
  %noisy = arith.addf %x, %n : tensor<2x8xf32>
  %u = linalg.matmul ins(%noisy, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%noisy, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %warm = arith.minimumf %t, %full : tensor<f32>
  %logged = arith.mulf %rate, %warm : tensor<f32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %rates = linalg.broadcast ins(%logged : tensor<f32>) outs(%empty : tensor<8x4xf32>) dimensions = [0, 1]
  %step = arith.mulf %g, %rates : tensor<8x4xf32>
  %new = arith.subf %w, %step : tensor<8x4xf32>
  return %loss, %new, %logged, %noisy : tensor<f32>, tensor<8x4xf32>, tensor<f32>, tensor<2x8xf32>
}

// -----

// States with similar updates: a cell that a gate scales, a hidden state to
// which a layer adds, a rate that decays, and a loss scale.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"}, tensor<2x4xf32> {{{.*}}fp8.updates = "c"}, tensor<2x8xf32> {{{.*}}fp8.updates = "h"}, tensor<f32> {{{.*}}fp8.updates = "rate"}, tensor<f32> {{{.*}}fp8.updates = "scale"})
func.func @states(%w: tensor<8x4xf32> {fp8.name = "w"}, %v: tensor<8x8xf32> {fp8.name = "v"}, %c: tensor<2x4xf32> {fp8.name = "c"}, %h: tensor<2x8xf32> {fp8.name = "h"}, %rate: tensor<f32> {fp8.name = "rate"}, %scale: tensor<f32> {fp8.name = "scale"})
    -> (tensor<f32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<2x8xf32>, tensor<f32>, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_h = arith.constant dense<0.0> : tensor<2x8xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %decay = arith.constant dense<0.9> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %more = linalg.matmul ins(%h, %v : tensor<2x8xf32>, tensor<8x8xf32>) outs(%zero_h : tensor<2x8xf32>) -> tensor<2x8xf32>
  %h1 = arith.addf %h, %more : tensor<2x8xf32>
  %u = linalg.matmul ins(%h1, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %gate = math.tanh %u : tensor<2x4xf32>
  %c1 = arith.mulf %c, %gate : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%c1 : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%h1, %c1 : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %rate1 = arith.mulf %rate, %decay : tensor<f32>
  %good = arith.cmpf olt, %loss, %two : tensor<f32>
  %factor = arith.select %good, %two, %half : tensor<i1>, tensor<f32>
  %scale1 = arith.mulf %scale, %factor : tensor<f32>
  %new = arith.subf %w, %g : tensor<8x4xf32>
  return %loss, %new, %c1, %h1, %rate1, %scale1 : tensor<f32>, tensor<8x4xf32>, tensor<2x4xf32>, tensor<2x8xf32>, tensor<f32>, tensor<f32>
}

// -----

// Nesterov's method: the new w is extrapolated from the new and the old v. The
// fewest operations are between w and the new v.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {{{.*}}}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"}, tensor<8x4xf32> {{{.*}}fp8.updates = "v"})
// expected-remark @below {{2 states are paired as in a method that extrapolates a weight from an old value, such as Nesterov's}}
// expected-note @below {{result #1 is taken for the new 'w'}}
// expected-note @below {{result #2 is taken for the new 'v'}}
// expected-note @below {{fp8.updates on a result is}}
func.func @nesterov(%w: tensor<8x4xf32> {fp8.name = "w"}, %v: tensor<8x4xf32> {fp8.name = "v"}, %x: tensor<2x8xf32> {fp8.name = "x"}) -> (tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %momentum = arith.constant dense<0.9> : tensor<8x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v1 = arith.subf %w, %g : tensor<8x4xf32>
  %d = arith.subf %v1, %v : tensor<8x4xf32>
  %m = arith.mulf %d, %momentum : tensor<8x4xf32>
  %w1 = arith.addf %v1, %m : tensor<8x4xf32>
  return %loss, %w1, %v1 : tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// An average has the same structure, but does not subtract its old value.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {{{.*}}}, tensor<8x4xf32> {{{.*}}fp8.updates = "a"}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"})
func.func @average(%w: tensor<8x4xf32> {fp8.name = "w"}, %a: tensor<8x4xf32> {fp8.name = "a"}, %x: tensor<2x8xf32> {fp8.name = "x"}) -> (tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %decay = arith.constant dense<0.9> : tensor<8x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %u : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %w1 = arith.subf %w, %g : tensor<8x4xf32>
  %d = arith.subf %w1, %a : tensor<8x4xf32>
  %m = arith.mulf %d, %decay : tensor<8x4xf32>
  %a1 = arith.subf %w1, %m : tensor<8x4xf32>
  return %loss, %a1, %w1 : tensor<f32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A loss in which an argument is the weight of a term, and the same loss without
// its scale, are no new values of these arguments. A multiplier that follows a
// constraint is one.

#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {{{.*}}fp8.updates = "w"}, tensor<f32> {{{.*}}fp8.updates = "beta"}, tensor<1xf32> {{{.*}}fp8.updates = "scale"}, tensor<1x1xf32> {{{.*}}fp8.updates = "multiplier"})
// expected-warning @below {{2 arguments take new values in every step that may only be logged values}}
// expected-note @below {{result #2 is computed from 'beta' and overwrites it}}
// expected-note @below {{result #3 is computed from 'scale' and overwrites it}}
// expected-note @below {{fp8.updates on a result is}}
func.func @weighted(%w: tensor<8x4xf32> {fp8.name = "w"}, %x: tensor<2x8xf32> {fp8.name = "x"}, %y: tensor<2x4xf32> {fp8.name = "y"}, %beta: tensor<f32> {fp8.name = "beta"}, %scale: tensor<1xf32> {fp8.name = "scale"}, %multiplier: tensor<1x1xf32> {fp8.name = "multiplier"})
    -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32>, tensor<f32>, tensor<1xf32>, tensor<1x1xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %bound = arith.constant dense<0.1> : tensor<1x1xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %u, %y : tensor<2x4xf32>
  %square = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%square : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %norm = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %term = arith.mulf %beta, %norm : tensor<f32>
  %total = arith.addf %loss, %term : tensor<f32>
  %total1 = tensor.expand_shape %total [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %unscaled = arith.divf %total1, %scale : tensor<1xf32>
  %norm2 = tensor.expand_shape %norm [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %violation = arith.subf %norm2, %bound : tensor<1x1xf32>
  %followed = arith.addf %multiplier, %violation : tensor<1x1xf32>
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %new = arith.subf %w, %g : tensor<8x4xf32>
  return %loss, %new, %total, %unscaled, %followed : tensor<f32>, tensor<8x4xf32>, tensor<f32>, tensor<1xf32>, tensor<1x1xf32>
}
