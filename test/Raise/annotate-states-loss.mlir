// RUN: not fp8-opt %s --fp8-annotate-states=entry=two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: fp8-opt %s --fp8-annotate-states='entry=two loss=a,1' | FileCheck %s --check-prefix=LIST
// RUN: fp8-opt %s --fp8-annotate-states='entry=two loss=1' | FileCheck %s --check-prefix=ONE
// RUN: not fp8-opt %s --fp8-annotate-states='entry=two loss=c' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fp8-opt %s --fp8-annotate-states='entry=two loss=0,a' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: fp8-opt %s --fp8-annotate-states='entry=sum' | FileCheck %s --check-prefix=SUM
// RUN: fp8-opt %s --fp8-annotate-states='entry=sum_second' | FileCheck %s --check-prefix=SECOND
// RUN: fp8-opt %s --fp8-annotate-states='entry=none' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %s --fp8-annotate-states=entry=scaled 2>&1 | FileCheck %s --check-prefix=SCALED --implicit-check-not=remark
// RUN: fp8-opt %s --fp8-annotate-states=entry=gated | FileCheck %s --check-prefix=GATED

// TWO: annotate-states-loss.mlir:[[#]]:{{.*}}: error: expected one result to be the loss, but 2 results may be, and none depends on all contractions of the others
// TWO: :[[#]]:{{.*}}: note: result #0, 'a', is computed here
// TWO-NEXT: linalg.reduce {arith.addf} ins(%u
// TWO: :[[#]]:{{.*}}: note: result #1, 'result1', is computed here
// TWO-NEXT: linalg.reduce {arith.addf} ins(%v
// TWO: note: --loss of fp8-run, loss= of --fp8-annotate-states or of --fp8-train-pipeline, names the loss by number or name, or all losses, as --loss=0,1
// LIST: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "a"}, tensor<f32> {fp8.loss, fp8.name = "loss"})
// ONE: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "a"}, tensor<f32> {fp8.loss, fp8.name = "loss"})
// NAME: error: expected the option loss to list numbers or names of results, but no result is called 'c'
// NAME: note: results of one float: #0 'a' #1 'result1'
// TWICE: error: expected the option loss to name a result once, but result #0 is there twice
func.func @two(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>, %y: tensor<8x3xf32>) -> (tensor<f32> {fp8.name = "a"}, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_v = arith.constant dense<0.0> : tensor<2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %v = linalg.matmul ins(%x, %y : tensor<2x8xf32>, tensor<8x3xf32>) outs(%zero_v : tensor<2x3xf32>) -> tensor<2x3xf32>
  %a = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %b = linalg.reduce {arith.addf} ins(%v : tensor<2x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %a, %b : tensor<f32>, tensor<f32>
}

// SUM: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.name = "result1"}, tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<f32> {fp8.name = "result3"})
func.func @sum(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %e = math.exp %u : tensor<2x4xf32>
  %b = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %sum = arith.addf %a, %b : tensor<f32>
  // A function of the loss alone is none.
  %perplexity = math.exp %sum : tensor<f32>
  return %a, %b, %sum, %perplexity : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// The sum wins in any order, even if another result depends on more ops than a
// part of the sum and on fewer than the sum.
// SECOND: func.func @step({{.*}} -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<f32> {fp8.name = "result2"})
func.func @sum_second(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %a = linalg.reduce {arith.addf} ins(%u : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %e = math.exp %u : tensor<2x4xf32>
  %b = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %sum = arith.addf %a, %b : tensor<f32>
  %perplexity = math.exp %a : tensor<f32>
  return %perplexity, %sum, %a : tensor<f32>, tensor<f32>, tensor<f32>
}

// NONE: remark: no result is the loss: contractions that read an argument first are taken for the forward pass, later ones for the backward pass
// NONE: note: --loss of fp8-run, loss= of --fp8-annotate-states or of --fp8-train-pipeline, names the loss by number or name
// NONE-NOT: fp8.loss
func.func @none(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %u : tensor<2x4xf32>
}

// The loss is divided by the new loss scale, which depends on the gradient
// through a boolean. It is still the loss, and its gradient is no part of the
// forward pass.
// SCALED: func.func @step({{.*}} -> (tensor<f32> {fp8.loss, fp8.name = "loss"}, tensor<8x4xf32> {{{.*}}fp8.updates = "arg1"}
#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @scaled(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>, %scale: tensor<f32>) -> (tensor<f32>, tensor<8x4xf32>, tensor<f32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_t = arith.constant dense<0.0> : tensor<8x2xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %true = arith.constant dense<true> : tensor<i1>
  %infinity = arith.constant 0x7F800000 : f32
  %two = arith.constant dense<2.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %rate = arith.constant dense<0.01> : tensor<8x4xf32>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero_u : tensor<2x4xf32>) -> tensor<2x4xf32>
  %square = arith.mulf %u, %u : tensor<2x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%square : tensor<2x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %scaled = arith.mulf %sum, %scale : tensor<f32>
  %t = linalg.transpose ins(%x : tensor<2x8xf32>) outs(%zero_t : tensor<8x2xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%t, %u : tensor<8x2xf32>, tensor<2x4xf32>) outs(%zero_g : tensor<8x4xf32>) -> tensor<8x4xf32>
  %finite = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%g : tensor<8x4xf32>) outs(%true : tensor<i1>) {
  ^bb0(%in: f32, %out: i1):
    %size = math.absf %in : f32
    %below = arith.cmpf olt, %size, %infinity : f32
    %both = arith.andi %out, %below : i1
    linalg.yield %both : i1
  } -> tensor<i1>
  %more = arith.mulf %scale, %two : tensor<f32>
  %less = arith.mulf %scale, %half : tensor<f32>
  %next = arith.select %finite, %more, %less : tensor<i1>, tensor<f32>
  %loss = arith.divf %scaled, %next : tensor<f32>
  %step = arith.mulf %g, %rate : tensor<8x4xf32>
  %new = arith.subf %w, %step : tensor<8x4xf32>
  return %loss, %new, %next : tensor<f32>, tensor<8x4xf32>, tensor<f32>
}

// A boolean of the forward pass does not end it: the weight of a gate is a
// parameter, even if the loss reads its product only through a decision.
// GATED: func.func @step({{.*}} %arg2: tensor<8x1xf32> {fp8.name = "arg2", fp8.state = #fp8.state<param>}) -> (tensor<f32> {fp8.loss
func.func @gated(%x: tensor<2x8xf32>, %w: tensor<8x8xf32>, %wg: tensor<8x1xf32>) -> (tensor<f32>, tensor<8x8xf32>, tensor<8x1xf32>) {
  %zero_u = arith.constant dense<0.0> : tensor<2x8xf32>
  %zero_t = arith.constant dense<0.0> : tensor<8x2xf32>
  %zero_g = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_s = arith.constant dense<0.0> : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.01> : tensor<8x8xf32>
  %gate = linalg.matmul ins(%x, %wg : tensor<2x8xf32>, tensor<8x1xf32>) outs(%zero_s : tensor<2x1xf32>) -> tensor<2x1xf32>
  %score = linalg.reduce {arith.addf} ins(%gate : tensor<2x1xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %on = arith.cmpf ogt, %score, %zero : tensor<f32>
  %b = tensor.extract %on[] : tensor<i1>
  %u = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x8xf32>) outs(%zero_u : tensor<2x8xf32>) -> tensor<2x8xf32>
  %v = arith.select %b, %u, %x : tensor<2x8xf32>
  %square = arith.mulf %v, %v : tensor<2x8xf32>
  %sum = linalg.reduce {arith.addf} ins(%square : tensor<2x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %gv = arith.select %b, %v, %zero_u : tensor<2x8xf32>
  %t = linalg.transpose ins(%x : tensor<2x8xf32>) outs(%zero_t : tensor<8x2xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%t, %gv : tensor<8x2xf32>, tensor<2x8xf32>) outs(%zero_g : tensor<8x8xf32>) -> tensor<8x8xf32>
  %step = arith.mulf %g, %rate : tensor<8x8xf32>
  %new = arith.subf %w, %step : tensor<8x8xf32>
  %decay = arith.constant dense<0.99> : tensor<8x1xf32>
  %new_wg = arith.mulf %wg, %decay : tensor<8x1xf32>
  return %sum, %new, %new_wg : tensor<f32>, tensor<8x8xf32>, tensor<8x1xf32>
}
