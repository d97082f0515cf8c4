// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --fp8-raise-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-annotate-states --fp8-raise-updates --fp8-quantize-contractions -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8-quantize.*' 2>&1 | FileCheck %s --check-prefix=ROLES

// A penalty on parameters is a part of the loss. No update computes it: the loss
// would depend on all gradients.

#A = affine_map<(i, j, k) -> (k, i)>
#B = affine_map<(i, j, k) -> (k, j)>
#C = affine_map<(i, j, k) -> (i, j)>

// ROLES: quantized: fwd, data x weight, of 'arg0'
// ROLES: quantized: dW, data x gradient, of 'arg0'
// ROLES-NOT: {{quantized|kept}}
// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[W:[^:]*]]: tensor<8x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>}
// CHECK-SAME:  -> (tensor<f32> {fp8.loss, fp8.name = "loss"}
// CHECK:         %[[SQUARES:.*]] = arith.mulf %[[W]], %[[W]]
// CHECK:         %[[PENALTY:.*]] = linalg.reduce { arith.addf } ins(%[[SQUARES]]
// CHECK:         %[[LOSS:.*]] = arith.addf %{{.*}}, %[[PENALTY]]
// CHECK:         %[[NEW:.*]] = fp8.update states(%[[W]] : tensor<8x4xf32>) inputs(%{{.*}} : tensor<8x4xf32>) outs(%[[W]] : tensor<8x4xf32>)
// CHECK:         return %[[LOSS]], %[[NEW]]
func.func @step(%w: tensor<8x4xf32>, %x: tensor<2x8xf32>) -> (tensor<f32>, tensor<8x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %rate = arith.constant dense<0.1> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %e = arith.mulf %y, %y : tensor<2x4xf32>
  %error = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %squares = arith.mulf %w, %w : tensor<8x4xf32>
  %penalty = linalg.reduce {arith.addf} ins(%squares : tensor<8x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %loss = arith.addf %error, %penalty : tensor<f32>
  %gy = arith.addf %y, %y : tensor<2x4xf32>
  %dw = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %gy : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %decay = arith.mulf %w, %two : tensor<8x4xf32>
  %g = arith.addf %dw, %decay : tensor<8x4xf32>
  %u = arith.mulf %g, %rate : tensor<8x4xf32>
  %w1 = arith.subf %w, %u : tensor<8x4xf32>
  return %loss, %w1 : tensor<f32>, tensor<8x4xf32>
}

// -----

// The distance from where training began is read by the loss and by the update:
// it is no further result of the update.

#A = affine_map<(i, j, k) -> (k, i)>
#B = affine_map<(i, j, k) -> (k, j)>
#C = affine_map<(i, j, k) -> (i, j)>

// ROLES: quantized: fwd, data x weight, of 'arg0'
// ROLES: quantized: dW, data x gradient, of 'arg0'
// ROLES-NOT: {{quantized|kept}}
// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[W:[^:]*]]: tensor<8x4xf32> {fp8.name = "arg0", fp8.state = #fp8.state<param>}
// CHECK:         %[[FAR:.*]] = arith.subf %[[W]], %{{.*}}
// CHECK:         linalg.reduce { arith.addf } ins(%{{.*}} : tensor<8x4xf32>)
// CHECK:         fp8.update states(%[[W]] : tensor<8x4xf32>) inputs(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<8x4xf32>) outs(%[[W]] : tensor<8x4xf32>)
func.func @step(%w: tensor<8x4xf32>, %start: tensor<8x4xf32>, %x: tensor<2x8xf32>)
    -> (tensor<f32>, tensor<8x4xf32> {fp8.updates = "arg0"}) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %rate = arith.constant dense<0.1> : tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32>
  %e = arith.mulf %y, %y : tensor<2x4xf32>
  %error = linalg.reduce {arith.addf} ins(%e : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %far = arith.subf %w, %start : tensor<8x4xf32>
  %squares = arith.mulf %far, %far : tensor<8x4xf32>
  %penalty = linalg.reduce {arith.addf} ins(%squares : tensor<8x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %loss = arith.addf %error, %penalty : tensor<f32>
  %gy = arith.addf %y, %y : tensor<2x4xf32>
  %dw = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %gy : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %g = arith.addf %dw, %far : tensor<8x4xf32>
  %u = arith.mulf %g, %rate : tensor<8x4xf32>
  %w1 = arith.subf %w, %u : tensor<8x4xf32>
  return %loss, %w1 : tensor<f32>, tensor<8x4xf32>
}
