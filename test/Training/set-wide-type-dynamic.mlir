// RUN: not fp8-opt %s --fp8-set-wide-type 2>&1 | FileCheck %s

// negative_dynamic: a rounded value needs a tensor, whose shape is unknown here.
// CHECK: set-wide-type-dynamic.mlir:[[# @LINE + 2]]:{{.*}} error: expected tensors of static shape where activations are stored in bf16, but this one is of type 'tensor<?x3xf32>'
func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %x: tensor<?x3xf32> {fp8.name = "x"}, %zeros: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<?x3xf32>, tensor<3x4xf32>) outs(%zeros : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
