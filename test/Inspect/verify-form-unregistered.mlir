// RUN: not fp8-opt %s --allow-unregistered-dialect --mlir-print-op-on-diagnostic=false --fp8-verify-form=form=model 2>&1 | FileCheck %s
// RUN: not fp8-opt %s --allow-unregistered-dialect --fp8-train-pipeline 2>&1 | FileCheck %s

// Ops of StableHLO are no ops of this project's tools: the first pass says so,
// before upstream's passes see them.

// CHECK: error: unsupported op 'stablehlo.add' in Model form
// CHECK: note: supported: ops of func (func return call), linalg, tensor, arith, math, scf (for if while condition yield)
// CHECK: note: this is likely due to the frontend: convert to linalg on tensors first
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
