// RUN: not fp8-opt %s --fp8-set-wide-type 2>&1 | FileCheck %s
// CHECK: error: expected a function @step with a body, but the module has none
// CHECK: note: run --fp8-annotate-states, which renames the step function to @step
// RUN: not fp8-run %s --steps=1 --wide-type=f16 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: unsupported wide type 'f16'; supported are f32, bf16
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
