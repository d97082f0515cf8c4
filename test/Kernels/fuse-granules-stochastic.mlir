// RUN: fp8-opt %s --fp8-fuse-pipeline | FileCheck %s

// Groups run over the ends of rows; a draw knows its place in the tensor.
// CHECK-LABEL: func.func @stochastic_groups
// CHECK: fp8.kernel "quantize" ins(%{{.*}} : tensor<500xf32>
// CHECK: rounding<stochastic>
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @stochastic_groups(%x: tensor<5x100xf32>, %seed: i32, %step: i32) -> (tensor<5x100xf8E4M3FN>, tensor<4xf32>) {
  %c = tensor.empty() : tensor<5x100xf8E4M3FN>
  %s = tensor.empty() : tensor<4xf32>
  %q:2 = fp8.quantize %x granularity<group 128> rounding<stochastic> stream 3 seed %seed step %step outs(%c, %s : tensor<5x100xf8E4M3FN>, tensor<4xf32>) : tensor<5x100xf32>
  return %q#0, %q#1 : tensor<5x100xf8E4M3FN>, tensor<4xf32>
}
