// RUN: fp8-opt %s --split-input-file --fp8-raise-updates --remark-format=emitRemark --remarks-filter-missed='fp8.*' --verify-diagnostics | FileCheck %s

// CHECK-NOT: fp8.update states

func.func @negative_not_elementwise(%p: tensor<4x4xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<4x4xf32>) -> (tensor<4x4xf32> {fp8.updates = "p"}) {
  %0 = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-remark @below {{kept the update of 'p' as it is: 'linalg.matmul' is not elementwise}}
  %1 = linalg.matmul ins(%p, %g : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// expected-remark @below {{kept the update of 'p' as it is: 'func.func' reads a scalar of type 'i64'}}
func.func @negative_integer_scalar(%p: tensor<4xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<4xf32>, %n: tensor<i64>) -> (tensor<4xf32> {fp8.updates = "p"}) {
  %0 = tensor.empty() : tensor<4xi64>
  %1 = linalg.broadcast ins(%n : tensor<i64>) outs(%0 : tensor<4xi64>) dimensions = [0]
  %2 = arith.sitofp %1 : tensor<4xi64> to tensor<4xf32>
  %3 = arith.mulf %g, %2 : tensor<4xf32>
  %4 = arith.subf %p, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

func.func @negative_f64(%p: tensor<4xf64> {fp8.name = "p", fp8.state = #fp8.state<param>}, %g: tensor<4xf64>) -> (tensor<4xf64> {fp8.updates = "p"}) {
  // expected-remark @below {{kept the update of 'p' as it is: 'arith.subf' steps a state of type 'tensor<4xf64>', not a tensor of f32, bf16 or f16}}
  %0 = arith.subf %p, %g : tensor<4xf64>
  return %0 : tensor<4xf64>
}
