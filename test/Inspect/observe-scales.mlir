// RUN: fp8-opt %s --fp8-observe=scales | FileCheck %s
// RUN: fp8-opt %s --fp8-observe="scales dump" | FileCheck %s --check-prefix=DUMP

// An amax and a scale that the step computes, and inverse scales of blocks.
// CHECK-LABEL: func.func @current(
// CHECK-SAME:    -> (tensor<4x8xf8E4M3FN>, tensor<f32> {fp8.name = "x.scale"}, tensor<f32> {fp8.name = "x.amax"})
// CHECK:         %[[AMAX:.*]] = fp8.amax
// CHECK:         %[[SCALE:.*]], %{{.*}} = fp8.compute_scale %[[AMAX]]
// CHECK:         return %{{.*}}, %[[SCALE]], %[[AMAX]]
func.func @current(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.name = "x"} : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// CHECK-LABEL: func.func @block(
// CHECK-SAME:    tensor<4x1xf32> {fp8.name = "x.scale_inv"})
// A dump has them already.
// DUMP-LABEL: func.func @block(
// DUMP-SAME:    "x.input"}, {{.*}}"x.codes"}, tensor<4x1xf32> {fp8.name = "x.scale_inv"})
func.func @block(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %scales = tensor.empty() : tensor<4x1xf32>
  %codes, %inverse = fp8.quantize %x granularity<block 1x8> outs(%init, %scales : tensor<4x8xf8E4M3FN>, tensor<4x1xf32>) {fp8.name = "x"} : tensor<4x8xf32>
  return %codes : tensor<4x8xf8E4M3FN>
}
