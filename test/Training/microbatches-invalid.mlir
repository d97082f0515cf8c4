// RUN: fp8-opt %s --fp8-microbatches=number=2 --split-input-file --verify-diagnostics

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_forward: the loss is of the difference to the parameter. The mean of data
// has another gradient where the region is not linear in it.
// expected-note @below {{'w' is taken for a parameter; 'fp8.state = #fp8.state<moment>' here declares that it is none and that each micro-batch passes it to the next}}
func.func @step(%w: tensor<8x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
    // expected-note @below {{the loss depends on it}}
    %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<8x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij, #none], iterator_types = ["reduction", "reduction"]} ins(%w, %x : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.tanh %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  // expected-error @below {{expected an update that reads gradients, but it reads a value of the forward pass, which cannot be averaged over micro-batches}}
  %new = fp8.update states(%w : tensor<8x4xf32>) inputs(%x : tensor<8x4xf32>) outs(%w : tensor<8x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    %1 = math.tanh %0 : f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2 : f32
  }
  return %loss, %new : tensor<f32>, tensor<8x4xf32>
}

// -----

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_scalar: the gradient is divided by a sum over its own micro-batch,
// after the update's cut.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x4xf32> {fp8.name = "x"},
                %lengths: tensor<1xf32> {fp8.name = "lengths"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #j, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %w : tensor<8x4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %g = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  // expected-note @below {{it is computed here}}
  %length = tensor.collapse_shape %lengths [] : tensor<1xf32> into tensor<f32>
  // expected-error @below {{expected this op, which runs once for all micro-batches, to read gradients, but it reads another value that depends on a batch}}
  // expected-note @below {{supported are means of values that are linear in gradients, the mean of the loss, and maxima of amaxes that 'fp8.update_scales' reads}}
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) scalars(%length : tensor<f32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32, %n: f32):
    %0 = arith.divf %d, %n : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// negative_result: a number per micro-batch that is no tensor.
// expected-error @below {{expected results of each micro-batch to be tensors, but result #1 is of type 'f32'}}
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, f32, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = arith.mulf %x, %w : tensor<4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %first = arith.constant 0 : index
  %number = tensor.extract %x[%first] : tensor<4xf32>
  return %loss, %number, %w : tensor<f32>, f32, tensor<4xf32>
}

// -----

// negative_amaxes: amaxes of another origin.
func.func @step(%h: tensor<4x2xf32> {fp8.name = "h", fp8.state = #fp8.state<history>},
                %s: tensor<2xf32> {fp8.name = "s", fp8.state = #fp8.state<scale>},
                // expected-note @below {{this argument}}
                %x: tensor<2xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x2xf32> {fp8.name = "h", fp8.updates = "h"}, tensor<2xf32> {fp8.name = "s", fp8.updates = "s"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{expected this op, which runs once for all micro-batches, to read gradients, but it reads the batch 'x'}}
  // expected-note @below {{supported are means}}
  %nh, %ns, %bad = fp8.update_scales %h, %x, %s for e4m3 : tensor<4x2xf32>, tensor<2xf32>
  return %loss, %nh, %ns : tensor<f32>, tensor<4x2xf32>, tensor<2xf32>
}

// -----

#j = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>

// negative_head: a bias steps by the exponentials of a head that the loss does
// not read. They are no gradients.
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<3x4xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                // expected-note @below {{'b' is taken for a parameter}}
                %b: tensor<4xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "b", fp8.updates = "b"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_b = arith.constant dense<0.0> : tensor<4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %head = linalg.matmul ins(%x, %v : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %scores = math.exp %head : tensor<8x4xf32>
  // expected-note @below {{it is computed here}}
  %db = linalg.generic {indexing_maps = [#j, #i], iterator_types = ["parallel", "reduction"]} ins(%scores : tensor<8x4xf32>) outs(%zeros_b : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  // expected-error @below {{but it reads another value that depends on a batch}}
  // expected-note @below {{supported are means}}
  %new = arith.subf %b, %db : tensor<4xf32>
  return %loss, %new : tensor<f32>, tensor<4xf32>
}

// -----

#bij = affine_map<(b, i, j) -> (b, i, j)>
#b = affine_map<(b, i, j) -> (b)>
#ij = affine_map<(b, i, j) -> (i, j)>

// negative_example: gradients of each example are clipped before their sum.
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_n = arith.constant dense<0.0> : tensor<8xf32>
  %zeros_b = arith.constant dense<0.0> : tensor<8x3x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<3x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %xs = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 3, 1] : tensor<8x3xf32> into tensor<8x3x1xf32>
  %ys = tensor.expand_shape %y [[0], [1, 2]] output_shape [8, 1, 4] : tensor<8x4xf32> into tensor<8x1x4xf32>
  // expected-note @below {{it is computed here}}
  %g = linalg.batch_matmul ins(%xs, %ys : tensor<8x3x1xf32>, tensor<8x1x4xf32>) outs(%zeros_b : tensor<8x3x4xf32>) -> tensor<8x3x4xf32>
  %norms = linalg.generic {indexing_maps = [#bij, #b], iterator_types = ["parallel", "reduction", "reduction"]} ins(%g : tensor<8x3x4xf32>) outs(%zeros_n : tensor<8xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  // expected-error @below {{but it reads a value with separate elements per example}}
  // expected-note @below {{supported are means}}
  %sum = linalg.generic {indexing_maps = [#bij, #b, #ij], iterator_types = ["reduction", "parallel", "parallel"]} ins(%g, %norms : tensor<8x3x4xf32>, tensor<8xf32>) outs(%zeros_g : tensor<3x4xf32>) {
  ^bb0(%a: f32, %n: f32, %sum: f32):
    %0 = math.sqrt %n : f32
    %1 = arith.divf %a, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x4xf32>
  %new = arith.subf %w, %sum : tensor<3x4xf32>
  return %loss, %new : tensor<f32>, tensor<3x4xf32>
}

// -----

// negative_loss: of a type in which no sum is kept.
// expected-error @below {{expected a loss of f32, bf16 or f16, whose mean over micro-batches is computed in f32, but result #0 is of type 'tensor<f64>'}}
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f64> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %sum = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %loss = arith.extf %sum : tensor<f32> to tensor<f64>
  return %loss, %w : tensor<f64>, tensor<3x4xf32>
}

// -----

#none = affine_map<(i, j) -> ()>
#ij = affine_map<(i, j) -> (i, j)>

// A mask that the number of the step makes is that of all micro-batches: allowed, but
// told.
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %t: tensor<f32> {fp8.name = "t", fp8.state = #fp8.state<step>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<3x4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<f32> {fp8.name = "t", fp8.updates = "t"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x3xf32>
  %next = arith.addf %t, %one : tensor<f32>
  %mask = linalg.generic {indexing_maps = [#none, #ij], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<f32>) outs(%e : tensor<8x3xf32>) {
  ^bb0(%a: f32, %unused: f32):
    %0 = math.cos %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  // expected-remark @below {{it is the same for all micro-batches}}
  %kept = arith.mulf %x, %mask : tensor<8x3xf32>
  %y = linalg.matmul ins(%kept, %w : tensor<8x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss, %w, %next : tensor<f32>, tensor<3x4xf32>, tensor<f32>
}

// -----

// expected-error @below {{expected a function @step with a body, but the module has none}}
// expected-note @below {{run --fp8-annotate-states, which renames the step function to @step}}
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#jk = affine_map<(i, j, k) -> (i, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#out = affine_map<(i, j, k) -> (j, k)>
#none = affine_map<(i, j) -> ()>

// negative_product: an average of covariances of the data. They are products
// beside the forward, as gradients are.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %average: tensor<4x4xf32> {fp8.name = "average", fp8.state = #fp8.state<moment>},
                %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4x4xf32> {fp8.name = "average", fp8.updates = "average"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #j, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %w : tensor<8x4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  // expected-note @below {{it is computed here}}
  %covariance = linalg.contract indexing_maps = [#jk, #ik, #out] ins(%x, %x : tensor<8x4xf32>, tensor<8x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{expected an update that reads gradients, but it reads a batch statistic, which cannot be averaged over micro-batches: no parameter depends on this update}}
  // expected-note @below {{supported are statistics that are results of the step, one per micro-batch, and statistics of the forward pass in a state}}
  %averaged = fp8.update states(%average : tensor<4x4xf32>) inputs(%covariance : tensor<4x4xf32>) outs(%average : tensor<4x4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.addf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %w, %averaged : tensor<f32>, tensor<4xf32>, tensor<4x4xf32>
}

// -----

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_learning: a parameter is updated by the average over previous
// steps, and the average is not of a known gradient.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %average: tensor<4xf32> {fp8.name = "average", fp8.state = #fp8.state<moment>},
                %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "average", fp8.updates = "average"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #j, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %w : tensor<8x4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  // expected-note @below {{it is computed here}}
  %g = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%average : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  // expected-error @below {{but it reads a batch statistic, which cannot be averaged over micro-batches: no parameter depends on this update}}
  // expected-note @below {{supported are statistics that are results of the step}}
  %averaged = fp8.update states(%average : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%average : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.addf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %averaged : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// negative_kind: a queue that the loss reads may be a parameter.
// expected-note @below {{'queue' is taken for a parameter}}
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %queue: tensor<4xf32> {fp8.name = "queue"}, %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "queue", fp8.updates = "queue"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{the loss depends on it}}
  %y = arith.mulf %x, %w : tensor<4xf32>
  %distance = arith.subf %y, %queue : tensor<4xf32>
  %loss = linalg.reduce {arith.addf} ins(%distance : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{but it reads a value of the forward pass}}
  %next = fp8.update states(%queue : tensor<4xf32>) inputs(%y : tensor<4xf32>) outs(%queue : tensor<4xf32>) {
  ^bb0(%q: f32, %d: f32):
    %0 = arith.addf %q, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %w, %next : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_order: the gradient of the first layer's result is returned,
// clipped by the norm of all micro-batches.
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<3x3xf32> {fp8.name = "v", fp8.state = #fp8.state<param>},
                %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<3x3xf32> {fp8.name = "v", fp8.updates = "v"}, tensor<8x3xf32> {fp8.name = "gh"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %zeros_x = arith.constant dense<0.0> : tensor<8x3xf32>
  %zeros_v = arith.constant dense<0.0> : tensor<3x3xf32>
  %h = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %v : tensor<8x3xf32>, tensor<3x3xf32>) outs(%zeros_x : tensor<8x3xf32>) -> tensor<8x3xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%h, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %h : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %dh = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%y, %w : tensor<8x4xf32>, tensor<4x3xf32>) outs(%zeros_x : tensor<8x3xf32>) -> tensor<8x3xf32>
  %gv = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %dh : tensor<8x3xf32>, tensor<8x3xf32>) outs(%zeros_v : tensor<3x3xf32>) -> tensor<3x3xf32>
  %next = arith.subf %v, %gv : tensor<3x3xf32>
  // expected-note @below {{this op runs once for all micro-batches}}
  %norm = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%g : tensor<4x3xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) scalars(%norm : tensor<f32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32, %n: f32):
    %0 = arith.divf %d, %n : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  // expected-error @below {{expected the gradients of one micro-batch not to depend on other micro-batches, but this op reads a value computed from all of them}}
  %gh = linalg.generic {indexing_maps = [#ij, #none, #ij], iterator_types = ["parallel", "parallel"]} ins(%dh, %norm : tensor<8x3xf32>, tensor<f32>) outs(%zeros_x : tensor<8x3xf32>) {
  ^bb0(%d: f32, %n: f32, %unused: f32):
    %0 = arith.divf %d, %n : f32
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  return %loss, %new, %next, %gh : tensor<f32>, tensor<4x3xf32>, tensor<3x3xf32>, tensor<8x3xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// negative_phases: the center is read before the first update, and its new
// value waits for that update.
func.func @step(%w: tensor<4x3xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %center: tensor<8x4xf32> {fp8.name = "center", fp8.state = #fp8.state<moment>}, %x: tensor<8x3xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4x3xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<8x4xf32> {fp8.name = "center", fp8.updates = "center"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %zeros_g = arith.constant dense<0.0> : tensor<4x3xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-error @below {{expected the state 'center', which each micro-batch passes to the next, to be read no earlier than in the phase of its new value, but it is read in an earlier phase}}
  %distance = arith.subf %y, %center : tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%distance : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %g = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%y, %x : tensor<8x4xf32>, tensor<8x3xf32>) outs(%zeros_g : tensor<4x3xf32>) -> tensor<4x3xf32>
  %new = fp8.update states(%w : tensor<4x3xf32>) inputs(%g : tensor<4x3xf32>) outs(%w : tensor<4x3xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  %z = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %new : tensor<8x3xf32>, tensor<4x3xf32>) outs(%zeros : tensor<8x4xf32>) -> tensor<8x4xf32>
  // expected-note @below {{its new value is computed here}}
  %next = arith.maximumf %center, %z : tensor<8x4xf32>
  return %loss, %new, %next : tensor<f32>, tensor<4x3xf32>, tensor<8x4xf32>
}

// -----

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_counter: the share of a batch in the mean is that of a step, which
// counts once.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %running: tensor<4xf32> {fp8.name = "running", fp8.state = #fp8.state<moment>},
                %t: tensor<f32> {fp8.name = "t", fp8.state = #fp8.state<step>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "running", fp8.updates = "running"},
        tensor<f32> {fp8.name = "t", fp8.updates = "t"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  // expected-note @below {{it is computed here}}
  %sums = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %products = arith.mulf %sums, %w : tensor<4xf32>
  %loss = linalg.reduce {arith.addf} ins(%products : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %t1 = arith.addf %t, %one : tensor<f32>
  // expected-error @below {{but it reads a batch statistic, which cannot be averaged over micro-batches: no parameter depends on this update}}
  // expected-note @below {{such a state depends on no counter}}
  %next = fp8.update states(%running : tensor<4xf32>) inputs(%sums : tensor<4xf32>) scalars(%t1 : tensor<f32>) outs(%running : tensor<4xf32>) {
  ^bb0(%r: f32, %s: f32, %n: f32):
    %0 = arith.subf %s, %r : f32
    %1 = arith.divf %0, %n : f32
    %2 = arith.addf %r, %1 : f32
    fp8.yield %2 : f32
  }
  return %loss, %w, %next, %t1 : tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>
}

// -----

// negative_empty: a batch without examples has no mean.
func.func @step(%w: tensor<4x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
    // expected-error @below {{expected a batch of a static shape with elements, but 'x' is 'tensor<0x4xf32>'}}
    %x: tensor<0x4xf32> {fp8.name = "x"}) -> (tensor<4x4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  return %w : tensor<4x4xf32>
}
