// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --fp8-raise-updates --fp8-quantize-contractions -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8-quantize.*' 2>&1 | FileCheck %s

// The second pass of SAM: the parameter plus a multiple of its gradient is the
// parameter of another forward, which no result depends on.

#A = affine_map<(i, j, k) -> (k, i)>
#B = affine_map<(i, j, k) -> (k, j)>
#C = affine_map<(i, j, k) -> (i, j)>
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.1> : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %e = arith.mulf %y, %y : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dw = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %e : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %ascent = arith.mulf %dw, %rate : tensor<8x4xf32>
  %moved = arith.addf %w, %ascent : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: fwd, data x weight, of 'arg0'
  %y2 = linalg.matmul ins(%x, %moved : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %e2 = arith.mulf %y2, %y2 : tensor<2x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}quantized: dW, data x gradient, of 'arg0'
  %dw2 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %e2 : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %u = arith.mulf %dw2, %rate : tensor<8x4xf32>
  %w1 = arith.subf %w, %u : tensor<8x4xf32>
  return %loss, %w1 : tensor<f32>, tensor<8x4xf32>
}

// -----

// The stream that residual blocks add to is not an updated parameter, learned
// or not: no matmul computes the gradient of its initial value.

func.func @step(%h: tensor<4x4xf32>, %w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  // CHECK: [[@LINE+1]]:{{.*}}: fwd, weight x weight
  %a = linalg.matmul ins(%h, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = arith.mulf %a, %x : tensor<4x4xf32>
  %h1 = arith.addf %h, %b : tensor<4x4xf32>
  // CHECK: [[@LINE+1]]:{{.*}}: fwd, activation x weight
  %c = linalg.matmul ins(%h1, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%c : tensor<4x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %n0 = arith.subf %h, %x : tensor<4x4xf32>
  %n1 = arith.subf %w, %x : tensor<4x4xf32>
  return %loss, %n0, %n1 : tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>
}
