// RUN: fp8-opt %s --fp8-train-pipeline=recipe=current -o /dev/null --remark-policy=all \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8-quantize-contractions' 2>&1 | FileCheck %s

// A block of two linear layers under torch.utils.checkpoint, in ops of
// torch-mlir. The backward pass squeezes saved tensors and recomputes the
// block up to its last matmul. So the first matmul of the backward pass equals
// the first one of the forward pass, and its operands are not gradients.

// CHECK-COUNT-2: quantized: fwd,
// CHECK-NOT: quantized: fwd,
// CHECK-NOT: kept wide
// CHECK: quantized: dW, {{.*}}of 'w2'
// CHECK-NOT: kept wide
// CHECK: quantized: dX, {{.*}}of 'w2'
// CHECK-NOT: kept wide
// CHECK: quantized: dW, {{.*}}of 'w1'
// CHECK-NOT: {{quantized|kept wide}}

#id3 = affine_map<(i, j, k) -> (i, j, k)>
#rows = affine_map<(i, j, k) -> (j, k)>
#id2 = affine_map<(i, j) -> (i, j)>
#last = affine_map<(i, j) -> (j)>
module {
  func.func @main(%w1: tensor<32x16xf32> {fp8.name = "w1"}, %b1: tensor<32xf32> {fp8.name = "b1"}, %w2: tensor<8x32xf32> {fp8.name = "w2"}, %x: tensor<4x8x16xf32> {fp8.name = "x"}, %t: tensor<32x8xf32> {fp8.name = "t"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<32x16xf32> {fp8.updates = "w1"}, tensor<8x32xf32> {fp8.updates = "w2"}) {
    %zero = arith.constant 0.0 : f32
    %rate = arith.constant dense<0.1> : tensor<32x16xf32>
    %rate2 = arith.constant dense<0.1> : tensor<8x32xf32>
    %e_h = tensor.empty() : tensor<32x32xf32>
    %z_h = linalg.fill ins(%zero : f32) outs(%e_h : tensor<32x32xf32>) -> tensor<32x32xf32>
    %e_y = tensor.empty() : tensor<32x8xf32>
    %z_y = linalg.fill ins(%zero : f32) outs(%e_y : tensor<32x8xf32>) -> tensor<32x8xf32>
    %e_t1 = tensor.empty() : tensor<16x32xf32>
    %e_t2 = tensor.empty() : tensor<32x8xf32>
    %e_l = tensor.empty() : tensor<f32>
    %z_l = linalg.fill ins(%zero : f32) outs(%e_l : tensor<f32>) -> tensor<f32>

    // Forward.
    %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
    %w1t = linalg.transpose ins(%w1 : tensor<32x16xf32>) outs(%e_t1 : tensor<16x32xf32>) permutation = [1, 0]
    %h = linalg.matmul ins(%flat, %w1t : tensor<32x16xf32>, tensor<16x32xf32>) outs(%z_h : tensor<32x32xf32>) -> tensor<32x32xf32>
    %hb = linalg.generic {indexing_maps = [#id2, #last, #id2], iterator_types = ["parallel", "parallel"]} ins(%h, %b1 : tensor<32x32xf32>, tensor<32xf32>) outs(%e_h : tensor<32x32xf32>) {
    ^bb0(%in: f32, %bias: f32, %out: f32):
      %s = arith.addf %in, %bias : f32
      linalg.yield %s : f32
    } -> tensor<32x32xf32>
    %view = tensor.expand_shape %hb [[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
    %a = math.tanh %view : tensor<4x8x32xf32>
    %a2 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x8x32xf32> into tensor<32x32xf32>
    %w2t = linalg.transpose ins(%w2 : tensor<8x32xf32>) outs(%e_t2 : tensor<32x8xf32>) permutation = [1, 0]
    %y = linalg.matmul ins(%a2, %w2t : tensor<32x32xf32>, tensor<32x8xf32>) outs(%z_y : tensor<32x8xf32>) -> tensor<32x8xf32>
    %d = arith.subf %y, %t : tensor<32x8xf32>
    %sq = arith.mulf %d, %d : tensor<32x8xf32>
    %loss = linalg.reduce {arith.addf} ins(%sq : tensor<32x8xf32>) outs(%z_l : tensor<f32>) dimensions = [0, 1]

    // The block once more: of a copy of x that was unsqueezed and squeezed.
    %e_x = tensor.empty() : tensor<1x32x16xf32>
    %copy = linalg.generic {indexing_maps = [#rows, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%flat : tensor<32x16xf32>) outs(%e_x : tensor<1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x16xf32>
    %flat2 = tensor.collapse_shape %copy [[0, 1], [2]] : tensor<1x32x16xf32> into tensor<32x16xf32>
    %w1t2 = linalg.transpose ins(%w1 : tensor<32x16xf32>) outs(%e_t1 : tensor<16x32xf32>) permutation = [1, 0]
    %h2 = linalg.matmul ins(%flat2, %w1t2 : tensor<32x16xf32>, tensor<16x32xf32>) outs(%z_h : tensor<32x32xf32>) -> tensor<32x32xf32>
    %hb2 = linalg.generic {indexing_maps = [#id2, #last, #id2], iterator_types = ["parallel", "parallel"]} ins(%h2, %b1 : tensor<32x32xf32>, tensor<32xf32>) outs(%e_h : tensor<32x32xf32>) {
    ^bb0(%in: f32, %bias: f32, %out: f32):
      %s = arith.addf %in, %bias : f32
      linalg.yield %s : f32
    } -> tensor<32x32xf32>
    %view2 = tensor.expand_shape %hb2 [[0, 1], [2]] output_shape [4, 8, 32] : tensor<32x32xf32> into tensor<4x8x32xf32>
    %again = math.tanh %view2 : tensor<4x8x32xf32>
    %again2 = tensor.collapse_shape %again [[0, 1], [2]] : tensor<4x8x32xf32> into tensor<32x32xf32>

    // Backward.
    %g = arith.addf %d, %d : tensor<32x8xf32>
    %e_gt = tensor.empty() : tensor<8x32xf32>
    %z_gt = linalg.fill ins(%zero : f32) outs(%e_gt : tensor<8x32xf32>) -> tensor<8x32xf32>
    %gt = linalg.transpose ins(%g : tensor<32x8xf32>) outs(%e_gt : tensor<8x32xf32>) permutation = [1, 0]
    %dw2 = linalg.matmul ins(%gt, %again2 : tensor<8x32xf32>, tensor<32x32xf32>) outs(%z_gt : tensor<8x32xf32>) -> tensor<8x32xf32>
    %da = linalg.matmul ins(%g, %w2 : tensor<32x8xf32>, tensor<8x32xf32>) outs(%z_h : tensor<32x32xf32>) -> tensor<32x32xf32>
    %a_sq = arith.mulf %again2, %again2 : tensor<32x32xf32>
    %one = arith.constant dense<1.0> : tensor<32x32xf32>
    %slope = arith.subf %one, %a_sq : tensor<32x32xf32>
    %dh = arith.mulf %da, %slope : tensor<32x32xf32>
    %e_dh = tensor.empty() : tensor<32x32xf32>
    %dht = linalg.transpose ins(%dh : tensor<32x32xf32>) outs(%e_dh : tensor<32x32xf32>) permutation = [1, 0]
    %e_w1 = tensor.empty() : tensor<32x16xf32>
    %z_w1 = linalg.fill ins(%zero : f32) outs(%e_w1 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %dw1 = linalg.matmul ins(%dht, %flat2 : tensor<32x32xf32>, tensor<32x16xf32>) outs(%z_w1 : tensor<32x16xf32>) -> tensor<32x16xf32>
    %s1 = arith.mulf %dw1, %rate : tensor<32x16xf32>
    %n1 = arith.subf %w1, %s1 : tensor<32x16xf32>
    %s2 = arith.mulf %dw2, %rate2 : tensor<8x32xf32>
    %n2 = arith.subf %w2, %s2 : tensor<8x32xf32>
    return %loss, %n1, %n2 : tensor<f32>, tensor<32x16xf32>, tensor<8x32xf32>
  }
}
