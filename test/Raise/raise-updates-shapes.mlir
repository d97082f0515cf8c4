// RUN: fp8-opt %s --fp8-raise-updates --canonicalize --cse | FileCheck %s

// The second update reads the new momentum in the shape of the weight. This
// read costs nothing, so the product of %a and %b stays one input.

// CHECK-LABEL: func.func @step
// CHECK: %[[FIRST:.*]]:2 = fp8.update {{.*}} reductions [#fp8.reduction<sum>]
// CHECK-DAG: %[[MOMENT:.*]] = tensor.expand_shape %[[FIRST]]#0
// CHECK-DAG: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : tensor<4x3xf32>
// CHECK: fp8.update {{.*}} inputs(%[[PRODUCT]], %[[MOMENT]] : tensor<4x3xf32>, tensor<4x3xf32>) scalars(%[[FIRST]]#1 :
func.func @step(%p: tensor<4x3xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %m: tensor<12xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %g: tensor<12xf32>, %a: tensor<4x3xf32>, %b: tensor<4x3xf32>) -> (tensor<4x3xf32> {fp8.updates = "p"}, tensor<12xf32> {fp8.updates = "m"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = arith.addf %m, %g : tensor<12xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<12xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %2 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  %3 = arith.mulf %a, %b : tensor<4x3xf32>
  %4 = tensor.empty() : tensor<4x3xf32>
  %5 = linalg.broadcast ins(%1 : tensor<f32>) outs(%4 : tensor<4x3xf32>) dimensions = [0, 1]
  %6 = arith.mulf %2, %5 : tensor<4x3xf32>
  %7 = arith.subf %p, %6 : tensor<4x3xf32>
  %8 = arith.subf %7, %3 : tensor<4x3xf32>
  return %8, %0 : tensor<4x3xf32>, tensor<12xf32>
}
