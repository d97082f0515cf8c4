// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s

// Scales of other libraries by our options; docs/internals/Numerics.md shows the ops. The
// amaxes are 0, 1e-40, 1e-30, 1e-12, 1, 10, 448, 449, 1000, 10000, infinity and
// NaN.

// MS-AMP keeps the previous scale, 8, where an amax is 0 or NaN. Here also where
// it is infinite, which gives 1/8 there; and 1e-40 gives infinity there.
// CHECK-LABEL: @msamp
// CHECK: values 8 1.70141183e+38 3.24518554e+32 2.81474977e+14 256 32 1 0.5 0.25 0.03125 8 8{{$}}
func.func @msamp() -> tensor<12xf32> {
  %amax = arith.constant dense<[0.0, 1.0e-40, 1.0e-30, 1.0e-12, 1.0, 10.0, 448.0, 449.0, 1000.0, 10000.0, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %previous = arith.constant dense<8.0> : tensor<12xf32>
  %scale, %scale_inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> keeping %previous : tensor<12xf32>, tensor<12xf32>
  return %scale : tensor<12xf32>
}

// TransformerEngine, current scaling.
// CHECK-LABEL: @transformer_engine
// CHECK: values 1 3.40282347e+38 4.48000016e+32 4.47999986e+14 448 44.7999992 1 0.997772813 0.448000014 0.0447999984 1 1{{$}}
func.func @transformer_engine() -> tensor<12xf32> {
  %amax = arith.constant dense<[0.0, 1.0e-40, 1.0e-30, 1.0e-12, 1.0, 10.0, 448.0, 449.0, 1000.0, 10000.0, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %scale, %scale_inv = fp8.compute_scale %amax for e4m3 : tensor<12xf32>
  return %scale : tensor<12xf32>
}

// torchao; an amax that is not finite gives 0 and NaN there.
// CHECK-LABEL: @torchao
// CHECK: values 4.47999986e+14 4.47999986e+14 4.47999986e+14 4.47999986e+14 448 44.7999992 1 0.997772813 0.448000014 0.0447999984 1 1{{$}}
// CHECK: values 2.81474977e+14 2.81474977e+14 2.81474977e+14 2.81474977e+14 256 32 1 0.5 0.25 0.03125 1 1{{$}}
func.func @torchao() -> (tensor<12xf32>, tensor<12xf32>) {
  %amax = arith.constant dense<[0.0, 1.0e-40, 1.0e-30, 1.0e-12, 1.0, 10.0, 448.0, 449.0, 1000.0, 10000.0, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
  %tensorwise, %tensorwise_inv = fp8.compute_scale %amax for e4m3 scaling<epsilon = 1.0e-12> : tensor<12xf32>
  %rowwise, %rowwise_inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true, epsilon = 1.0e-12> : tensor<12xf32>
  return %tensorwise, %rowwise : tensor<12xf32>, tensor<12xf32>
}

// DeepGEMM with scales that are powers of two: 1x128 for activations, 128x1 down
// columns and 128x128 for weights. Row 0 is zeros, whose scale is that of 1e-4;
// row 1 ends at 448, and row 2 at 449, of which 2^0 would be too small.
// CHECK-LABEL: @deep_gemm
// CHECK: result 0: tensor<3x1xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 2.38418579e-07{{$}}
// CHECK-NEXT: codes
// CHECK-NEXT: values 1{{$}}
// CHECK-NEXT: codes
// CHECK-NEXT: values 2{{$}}
// CHECK: result 1: tensor<1x4xf32>
// CHECK: values 0.00390625 0.00390625 1 2{{$}}
// CHECK: result 2: tensor<1x1xf32>
// CHECK: values 2{{$}}
func.func @deep_gemm() -> (tensor<3x1xf32>, tensor<1x4xf32>, tensor<1x1xf32>) {
  %x = arith.constant dense<[[0.0, 0.0, 0.0, 0.0], [0.5, -1.0, 448.0, 0.0], [1.0, 1.0, -2.0, 449.0]]> : tensor<3x4xf32>
  %codes0 = tensor.empty() : tensor<3x4xf8E4M3FN>
  %scales0 = tensor.empty() : tensor<3x1xf32>
  %columns0 = tensor.empty() : tensor<1x4xf32>
  %blocks0 = tensor.empty() : tensor<1x1xf32>
  %token, %token_inv = fp8.quantize %x granularity<block 1x128> scaling<pow2 = true, epsilon = 1.0e-4> outs(%codes0, %scales0 : tensor<3x4xf8E4M3FN>, tensor<3x1xf32>) : tensor<3x4xf32>
  %channel, %channel_inv = fp8.quantize %x granularity<block 128x1> scaling<pow2 = true, epsilon = 1.0e-4> outs(%codes0, %columns0 : tensor<3x4xf8E4M3FN>, tensor<1x4xf32>) : tensor<3x4xf32>
  %block, %block_inv = fp8.quantize %x granularity<block 128x128> scaling<pow2 = true, epsilon = 1.0e-4> outs(%codes0, %blocks0 : tensor<3x4xf8E4M3FN>, tensor<1x1xf32>) : tensor<3x4xf32>
  return %token_inv, %channel_inv, %block_inv : tensor<3x1xf32>, tensor<1x4xf32>, tensor<1x1xf32>
}
