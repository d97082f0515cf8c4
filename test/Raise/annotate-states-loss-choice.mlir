// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --verify-diagnostics | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// The gradient reads the labels, but the mean of the predictions does not. It
// depends on fewer ops, but is no loss.

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {
func.func @labels(%x: tensor<2x8xf32>, %y: tensor<2x4xf32>, %w: tensor<8x4xf32>) -> (tensor<f32>, tensor<f32>, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.01> : tensor<8x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %mean = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %d = arith.subf %u, %y : tensor<2x4xf32>
  %square = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%square : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %step = arith.mulf %g, %rate : tensor<8x4xf32>
  %new = arith.subf %w, %step : tensor<8x4xf32>
  return %mean, %loss, %new : tensor<f32>, tensor<f32>, tensor<8x4xf32>
}

// -----

// A penalty is added to the loss on the data. The difference of both losses is
// no sum.

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "penalty"}, tensor<f32> {fp8.name = "data"}, tensor<f32> {fp8.loss, fp8.name = "total"})
// expected-warning @below {{result #2, 'total', is taken for the loss, but another result may be the loss instead}}
// expected-note @below {{--loss of fp8-run}}
func.func @difference(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>)
    -> (tensor<f32> {fp8.name = "penalty"}, tensor<f32> {fp8.name = "data"}, tensor<f32> {fp8.name = "total"}) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %tenth = arith.constant dense<0.1> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %data = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %norm = linalg.reduce {arith.addf} ins(%w : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %scaled = arith.mulf %norm, %tenth : tensor<f32>
  %total = arith.addf %data, %scaled : tensor<f32>
  // expected-note @below {{result #0, 'penalty', is computed here}}
  %penalty = arith.subf %total, %data : tensor<f32>
  return %penalty, %data, %total : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// A ratio of the loss and a statistic is computed from the loss.

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.loss, fp8.name = "loss"})
// expected-warning @below {{result #1, 'result1', is taken for the loss, but another result may be the loss instead}}
// expected-note @below {{--loss of fp8-run, loss= of --fp8-annotate-states}}
func.func @ratio(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %norm = linalg.reduce {arith.addf} ins(%x : tensor<2x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  // expected-note @below {{result #0, 'result0', is computed here}}
  %ratio = arith.divf %loss, %norm : tensor<f32>
  return %ratio, %loss : tensor<f32>, tensor<f32>
}

// -----

// Without labels, only the shared ops distinguish a loss from a statistic.

#ij = affine_map<(i, j) -> (i, j)>
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "a"}, tensor<f32> {fp8.loss, fp8.name = "b"}
// expected-warning @below {{result #1, 'b', is taken for the loss, but another result may be the loss instead}}
// expected-note @below {{--loss of fp8-run}}
func.func @no_labels(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32> {fp8.name = "a"}, tensor<f32> {fp8.name = "b"}, tensor<8x4xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.01> : tensor<8x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  // expected-note @below {{result #0, 'a', is computed here}}
  %mean = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %e = math.exp %u : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.matmul indexing_maps = [#ki, #kj, #c] ins(%x, %e : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %step = arith.mulf %g, %rate : tensor<8x4xf32>
  %new = arith.subf %w, %step : tensor<8x4xf32>
  return %mean, %loss, %new : tensor<f32>, tensor<f32>, tensor<8x4xf32>
}

// -----

// The name of the loss may be a part of a tree.

// CHECK: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "metrics.loss"}, tensor<f32> {fp8.name = "metrics.mean"})
func.func @leaf(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32> {fp8.name = "metrics.loss"}, tensor<f32> {fp8.name = "metrics.mean"}) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %mean = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %e = math.exp %u : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss, %mean : tensor<f32>, tensor<f32>
}
