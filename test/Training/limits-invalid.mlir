// RUN: not fp8-opt %s --fp8-fuse=max-ops=0 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not fp8-opt %s --fp8-unroll-reductions=max-terms=-65 2>&1 | FileCheck %s --check-prefix=TERMS
// RUN: not fp8-opt %s --fp8-train-pipeline="recipe=none remat-budget=-65" 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not fp8-opt %s --fp8-train-pipeline="recipe=none shared=[" 2>&1 | FileCheck %s --check-prefix=SHARED

// SHARED: error: expected shared= to hold regular expressions, but '[' is not one: brackets ([ ]) not balanced
// OPS: error: expected max-ops= to be positive, but got 0
// TERMS: error: expected max-terms= not to be negative, but got -65
// BUDGET: error: expected a rematerialization budget of a number of bytes, or -1 for no bound, but got -65
func.func @step(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
