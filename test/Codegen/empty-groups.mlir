// RUN: fp8-opt %s --fp8-cpu-pipeline | FileCheck %s

// Groups of a tensor without elements: no granule, and an amax of the whole that
// is its init.

// CHECK-LABEL: @empty
// CHECK: fp8.launch
func.func @empty(%x: tensor<0xf32>, %t: tensor<f32>) -> (tensor<0xf8E4M3FN>, tensor<0xf32>, tensor<f32>) {
  %codes0 = tensor.empty() : tensor<0xf8E4M3FN>
  %scales0 = tensor.empty() : tensor<0xf32>
  %codes, %scales, %amax = fp8.quantize %x granularity<group 7> with_amax outs(%codes0, %scales0, %t : tensor<0xf8E4M3FN>, tensor<0xf32>, tensor<f32>) : tensor<0xf32>
  return %codes, %scales, %amax : tensor<0xf8E4M3FN>, tensor<0xf32>, tensor<f32>
}
