// RUN: fp8-opt %s --fp8-quantize-contractions="recipe=delayed history-length=16" | FileCheck %s

// The step already has an argument and a result with names of states of the recipe.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    tensor<4x8xf32> {fp8.name = "fp8.forward.history"},
// CHECK-SAME:    tensor<16x2xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.forward.history_1", fp8.state = #fp8.state<history>},
// CHECK-SAME:    tensor<2xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "fp8.forward.scales_1", fp8.state = #fp8.state<scale>})
// CHECK-SAME:    -> (tensor<8x8xf32> {fp8.name = "fp8.forward.scales"
// CHECK-SAME:    tensor<16x2xf32> {fp8.name = "fp8.forward.history_1", fp8.state = #fp8.state<history>, fp8.updates = "fp8.forward.history_1"},
// CHECK-SAME:    tensor<2xf32> {fp8.name = "fp8.forward.scales_1", fp8.state = #fp8.state<scale>, fp8.updates = "fp8.forward.scales_1"})
// CHECK-LABEL: func.func @step0(
// CHECK-SAME:    fp8.name = "fp8.forward.history_1"
// CHECK-SAME:    fp8.name = "fp8.forward.scales_1"
func.func @step(%w: tensor<8x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32> {fp8.name = "fp8.forward.history"}) -> (tensor<8x8xf32> {fp8.name = "fp8.forward.scales", fp8.updates = "w"}, tensor<f32> {fp8.loss}) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %init = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %new = arith.addf %w, %w : tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}
