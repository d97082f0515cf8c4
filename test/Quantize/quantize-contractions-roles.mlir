// RUN: fp8-opt %s --split-input-file --fp8-quantize-contractions='scope=all' -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-quantize-contractions -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=LINEAR

// Roles follow from dataflow. Two layers: the first has no dX, because data
// needs no gradient.

func.func @step(%w0: tensor<8x8xf32>, %w1: tensor<8x8xf32>, %x: tensor<8x8xf32>, %t: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %h = linalg.matmul ins(%x, %w0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = math.tanh %h : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, activation x weight, of 'arg1'
  %y = linalg.matmul ins(%a, %w1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = arith.subf %y, %t : tensor<8x8xf32>
  %sq = arith.mulf %d, %d : tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, activation x gradient, of 'arg1'
  %dw1 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%a, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dX, gradient x weight, of 'arg1'
  %da = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%d, %w1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a2 = arith.mulf %a, %a : tensor<8x8xf32>
  %dh = arith.mulf %da, %a2 : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dw0 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %dh : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n0 = arith.subf %w0, %dw0 : tensor<8x8xf32>
  %n1 = arith.subf %w1, %dw1 : tensor<8x8xf32>
  return %n0, %n1, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

// Attention: products of activations, and their gradients, are not linear.

func.func @step(%wq: tensor<8x8xf32>, %wk: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %q = linalg.matmul ins(%x, %wq : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %k = linalg.matmul ins(%x, %wk : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK:  [[@LINE+2]]:{{.*}}quantized: fwd, activation x activation, 'arg1#1:y'
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: fwd, activation x activation, '{{[^']*}}': it is not in a linear layer, and the scope is linear
  %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%q, %k : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%s : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %ds = math.tanh %s : tensor<8x8xf32>
  // CHECK:  [[@LINE+2]]:{{.*}}quantized: dAct, gradient x activation, 'arg1#1:da'
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: dAct, gradient x activation, '{{[^']*}}': it is not in a linear layer
  %dq = linalg.matmul ins(%ds, %k : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK:  [[@LINE+2]]:{{.*}}quantized: dAct, gradient x activation
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: dAct
  %dk = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%ds, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // The weights of query and key met one value and are of one size; the
  // updates tell them apart.
  // CHECK:  [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dwq = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %dq : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK:  [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg1'
  %dwk = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %dk : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n0 = arith.subf %wq, %dwq : tensor<8x8xf32>
  %n1 = arith.subf %wk, %dwk : tensor<8x8xf32>
  return %n0, %n1, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

// A frozen weight, as LoRA has one, is an argument that nothing updates: like
// data, but for its attribute.

func.func @step(%a: tensor<8x2xf32>, %b: tensor<2x4xf32>, %w: tensor<8x4xf32>, %told: tensor<8x4xf32> {fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>) -> (tensor<8x2xf32>, tensor<2x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<3x4xf32>
  %zero_h = arith.constant dense<0.0> : tensor<3x2xf32>
  %zero_m = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: fwd, data x data, '{{[^']*}}': both operands are data; mark a frozen weight with {fp8.state = #fp8.state<param>}
  %y0 = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg3'
  %y1 = linalg.matmul ins(%x, %told : tensor<3x8xf32>, tensor<8x4xf32>) outs(%y0 : tensor<3x4xf32>) -> tensor<3x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %h = linalg.matmul ins(%x, %a : tensor<3x8xf32>, tensor<8x2xf32>) outs(%zero_h : tensor<3x2xf32>) -> tensor<3x2xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, activation x weight, of 'arg1'
  %y2 = linalg.matmul ins(%h, %b : tensor<3x2xf32>, tensor<2x4xf32>) outs(%y1 : tensor<3x4xf32>) -> tensor<3x4xf32>
  // Merged factors make a weight, but are no linear layer themselves.
  // CHECK:  [[@LINE+2]]:{{.*}}quantized: fwd, weight x weight
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: fwd, weight x weight, '{{[^']*}}': it is not in a linear layer
  %m = linalg.matmul ins(%a, %b : tensor<8x2xf32>, tensor<2x4xf32>) outs(%zero_m : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight
  %y3 = linalg.matmul ins(%x, %m : tensor<3x8xf32>, tensor<8x4xf32>) outs(%y2 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y3 : tensor<3x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %ca = arith.constant dense<0.5> : tensor<8x2xf32>
  %cb = arith.constant dense<0.5> : tensor<2x4xf32>
  %a1 = arith.mulf %a, %ca : tensor<8x2xf32>
  %b1 = arith.mulf %b, %cb : tensor<2x4xf32>
  return %a1, %b1, %loss : tensor<8x2xf32>, tensor<2x4xf32>, tensor<f32>
}

// -----

// The weight is a product of two parameters: none is the argument itself, and
// each update reads the other parameter.

func.func @step(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %x: tensor<2x8xf32>, %t: tensor<2x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %w = arith.mulf %a, %b : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = arith.subf %y, %t : tensor<2x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %ga = arith.mulf %g, %b : tensor<8x4xf32>
  %gb = arith.mulf %g, %a : tensor<8x4xf32>
  %a1 = arith.subf %a, %ga : tensor<8x4xf32>
  %b1 = arith.subf %b, %gb : tensor<8x4xf32>
  return %a1, %b1, %loss : tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>
}

// -----

// Matmuls of the optimizer and matmuls of two gradients stay wide, and the
// computation of a norm of gradients is not the loss.

func.func @step(%p: tensor<8x8xf32>, %m: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %half = arith.constant dense<0.5> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %y = linalg.matmul ins(%x, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = math.tanh %y : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: second-order, gradient x gradient, '{{[^']*}}': both operands are gradients
  %gg = linalg.matmul ins(%g, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %norm = linalg.reduce {arith.addf} ins(%gg : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %md = arith.mulf %m, %half : tensor<8x8xf32>
  %m1 = arith.addf %md, %g : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: optimizer, gradient x gradient, '{{[^']*}}': the optimizer computes it
  %mm = linalg.matmul ins(%m1, %m1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p1 = arith.subf %p, %mm : tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  return %p1, %m1, %norm, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>
}

// -----

// A forward contraction once more, as rematerialisation leaves it, is no
// gradient; convolutions and constants stay wide.

func.func @step(%w: tensor<8x8xf32>, %f: tensor<3x8xf32>, %x: tensor<8x8xf32>, %s: tensor<10x8xf32>) -> (tensor<8x8xf32>, tensor<3x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %h = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = math.tanh %h : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, activation x weight, of 'arg0'
  %y = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: fwd, activation x constant, '{{[^']*}}': an operand is constant
  %c = linalg.matmul ins(%y, %ones : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: fwd, data x weight, of 'arg1': it is a convolution
  %v = linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (i + k, c)>, affine_map<(i, c, k) -> (k, c)>, affine_map<(i, c, k) -> (i, c)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s, %f : tensor<10x8xf32>, tensor<3x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%v : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = math.exp %y : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: recompute, data x weight, of 'arg0'
  %h1 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a1 = math.tanh %h1 : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, activation x gradient, of 'arg0'
  %dw = linalg.matmul ins(%a1, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = arith.subf %w, %dw : tensor<8x8xf32>
  %half = arith.constant dense<0.5> : tensor<3x8xf32>
  %fn = arith.mulf %f, %half : tensor<3x8xf32>
  return %n, %fn, %loss : tensor<8x8xf32>, tensor<3x8xf32>, tensor<f32>
}

// -----

// The analysis looks at one block.

func.func @step(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %half = arith.constant dense<0.5> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %h = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %h) -> (tensor<8x8xf32>) {
    // CHECK: [[@LINE+1]]:{{.*}}kept wide: it is inside of scf.for
    %b = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %b : tensor<8x8xf32>
  }
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %new = arith.mulf %w, %half : tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}

// -----

// LoRA merged before the product: w + a b is one weight, quantized once for the
// forward and the backward, if w is told to be one. Without a word it looks like
// data that learned positions are added to.

#id = affine_map<(i, j) -> (i, j)>

func.func @step(%a: tensor<8x2xf32>, %b: tensor<2x4xf32>, %w: tensor<8x4xf32>, %told: tensor<4x4xf32> {fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %c: tensor<4x2xf32>) -> (tensor<8x2xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<3x4xf32>
  %zero_m = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_n = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero_c = arith.constant dense<0.0> : tensor<4x2xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<8x4xf32>
  %m = linalg.matmul ins(%a, %b : tensor<8x2xf32>, tensor<2x4xf32>) outs(%zero_m : tensor<8x4xf32>) -> tensor<8x4xf32>
  %merged = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %m : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: fwd, data x activation, '{{[^']*}}': an operand is computed elementwise from a weight and from data; mark a frozen weight with {fp8.state = #fp8.state<param>}
  %h = linalg.matmul ins(%x, %merged : tensor<3x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<3x4xf32>) -> tensor<3x4xf32>
  %n = linalg.matmul ins(%c, %b : tensor<4x2xf32>, tensor<2x4xf32>) outs(%zero_n : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = arith.addf %told, %n : tensor<4x4xf32>
  // LINEAR: [[@LINE+1]]:{{.*}}quantized: fwd, activation x weight
  %y = linalg.matmul ins(%h, %sum : tensor<3x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sq = arith.mulf %y, %y : tensor<3x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<3x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = arith.addf %y, %y : tensor<3x4xf32>
  // LINEAR: [[@LINE+1]]:{{.*}}quantized: dX, gradient x weight
  %dh = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%d, %sum : tensor<3x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<3x4xf32>) -> tensor<3x4xf32>
  // LINEAR: [[@LINE+1]]:{{.*}}quantized: dW, activation x gradient
  %dn = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%h, %d : tensor<3x4xf32>, tensor<3x4xf32>) outs(%zero_n : tensor<4x4xf32>) -> tensor<4x4xf32>
  // LINEAR: [[@LINE+1]]:{{.*}}kept wide: dX, gradient x weight, of 'arg1': it is not in a linear layer
  %dc = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%dn, %b : tensor<4x4xf32>, tensor<2x4xf32>) outs(%zero_c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %c1 = arith.subf %c, %dc : tensor<4x2xf32>
  %ca = arith.constant dense<0.5> : tensor<8x2xf32>
  %cb = arith.constant dense<0.5> : tensor<2x4xf32>
  %a1 = arith.mulf %a, %ca : tensor<8x2xf32>
  %b1 = arith.mulf %b, %cb : tensor<2x4xf32>
  return %a1, %b1, %c1, %loss : tensor<8x2xf32>, tensor<2x4xf32>, tensor<4x2xf32>, tensor<f32>
}
