// RUN: fp8-opt %s --split-input-file --fp8-quantize-contractions -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s

// Data need not be arguments. The noise of a generator is drawn in the step,
// from a counter or a key.

func.func @step(%w: tensor<8x8xf32>, %t: tensor<i32>) -> (tensor<8x8xf32>, tensor<i32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1> : tensor<i32>
  %count = tensor.extract %t[] : tensor<i32>
  %e = tensor.empty() : tensor<8x8xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %bits = arith.muli %k, %count : i32
    %f = arith.sitofp %bits : i32 to f32
    linalg.yield %f : f32
  } -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %y = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %sq = arith.mulf %y, %y : tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = arith.addf %y, %y : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = arith.subf %w, %dw : tensor<8x8xf32>
  %next = arith.addi %t, %one : tensor<i32>
  return %n, %next, %loss : tensor<8x8xf32>, tensor<i32>, tensor<f32>
}

// -----

// The hidden state of a recurrent net goes from step to step, as a parameter
// does, but the forward computes its next value.

func.func @step(%u: tensor<8x8xf32>, %v: tensor<8x8xf32>, %h: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32> {fp8.updates = "arg2"}, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %hu = linalg.matmul ins(%h, %u : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg1'
  %s = linalg.matmul ins(%x, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%hu : tensor<8x8xf32>) -> tensor<8x8xf32>
  %next = math.tanh %s : tensor<8x8xf32>
  %sq = arith.mulf %next, %next : tensor<8x8xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = arith.mulf %next, %s : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %du = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%h, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg1'
  %dv = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %un = arith.subf %u, %du : tensor<8x8xf32>
  %vn = arith.subf %v, %dv : tensor<8x8xf32>
  return %un, %vn, %next, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

// A penalty on the product of a weight with itself is of no linear layer, and
// neither is its gradient, although the weight is of one.

func.func @step(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %y = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: fwd, weight x weight, '{{[^']*}}': it is not in a linear layer
  %gram = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%w, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %ysq = arith.mulf %y, %y : tensor<8x8xf32>
  %gsq = arith.mulf %gram, %gram : tensor<8x8xf32>
  %fit = linalg.reduce {arith.addf} ins(%ysq : tensor<8x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %loss = linalg.reduce {arith.addf} ins(%gsq : tensor<8x8xf32>) outs(%fit : tensor<f32>) dimensions = [0, 1]
  %d = arith.addf %y, %y : tensor<8x8xf32>
  %dg = arith.addf %gram, %gram : tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: [[@LINE+1]]:{{.*}}kept wide: dX, weight x gradient, of 'arg0': it is not in a linear layer
  %dp = linalg.matmul ins(%w, %dg : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = arith.addf %dw, %dp : tensor<8x8xf32>
  %n = arith.subf %w, %g : tensor<8x8xf32>
  return %n, %loss : tensor<8x8xf32>, tensor<f32>
}
