// RUN: fp8-opt %s --fp8-annotate-states='entry=b loss=1' | FileCheck %s

// CHECK: module attributes {fp8.done = ["fp8-annotate-states"]}
// CHECK-LABEL: func.func @a(%arg0: tensor<f32>)
// CHECK-LABEL: func.func @step(
// CHECK-SAME:  -> (tensor<f32> {fp8.name = "result0"}, tensor<f32> {fp8.loss, fp8.name = "loss"})
// CHECK-SAME:  attributes {fp8.entry = "b"}
func.func @a(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @b(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %twice = arith.addf %sum, %sum : tensor<f32>
  return %sum, %twice : tensor<f32>, tensor<f32>
}
