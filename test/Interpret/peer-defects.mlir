// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s

// Defects that reading of other libraries found, each as the property that holds
// here. Numbers are exact: sums of few powers of two.

// MS-AMP computes the moments twice, the second time, for storing, without the
// decay that it adds to the gradient. Here 0.5 * 2 + 0.5 * (1 + 0.25 * 4) = 2 is
// used, 4 - 2 = 2, and stored, in f32 and in bf16.
// CHECK-LABEL: @l2_decay_reaches_the_moments
// CHECK: result 0:
// CHECK: values 2 2{{$}}
// CHECK: result 1: tensor<2xf32>
// CHECK: values 2 2{{$}}
// CHECK: result 2: tensor<2xbf16>
// CHECK: values 2 2{{$}}
func.func @l2_decay_reaches_the_moments() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>) {
  %w = arith.constant dense<4.0> : tensor<2xf32>
  %g = arith.constant dense<1.0> : tensor<2xf32>
  %m = arith.constant dense<2.0> : tensor<2xf32>
  %c = arith.constant dense<2.0> : tensor<2xbf16>
  %r:3 = fp8.update states(%w, %m, %c : tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>) inputs(%g : tensor<2xf32>) outs(%w, %m, %c : tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>) {
  ^bb0(%wi: f32, %mi: f32, %ci: f32, %gi: f32):
    %half = arith.constant 0.5 : f32
    %decay = arith.constant 0.25 : f32
    %0 = arith.mulf %decay, %wi : f32
    %gd = arith.addf %gi, %0 : f32
    %1 = arith.mulf %half, %gd : f32
    %2 = arith.mulf %half, %mi : f32
    %mn = arith.addf %2, %1 : f32
    %3 = arith.mulf %half, %ci : f32
    %cn = arith.addf %3, %1 : f32
    %wn = arith.subf %wi, %mn : f32
    fp8.yield %wn, %mn, %cn : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>
}

// MS-AMP updates a copy of a parameter in bf16. Here 3 - 1 = 2 is the new one.
// CHECK-LABEL: @narrow_parameters_are_updated
// CHECK: values 2 2{{$}}
func.func @narrow_parameters_are_updated() -> tensor<2xbf16> {
  %w = arith.constant dense<3.0> : tensor<2xbf16>
  %g = arith.constant dense<1.0> : tensor<2xbf16>
  %r = fp8.update states(%w : tensor<2xbf16>) inputs(%g : tensor<2xbf16>) outs(%w : tensor<2xbf16>) {
  ^bb0(%wi: f32, %gi: f32):
    %wn = arith.subf %wi, %gi : f32
    fp8.yield %wn : f32
  }
  return %r : tensor<2xbf16>
}

// TransformerEngine divides by the scale of a moment that is all zeros, and 0 *
// infinity is NaN. Here a granule of zeros has scale 1, under mx 2^-127, and its
// numbers stay 0, whatever is beside it.
// CHECK-LABEL: @zero_granules_stay_zero
// CHECK: result 0: tensor<2x2xf32>
// CHECK: values 0 -0{{$}}
// CHECK: values 1 2{{$}}
// CHECK: result 1: tensor<2xf32>
// CHECK: values 1 0.00446428591{{$}}
// CHECK: result 2: tensor<2x2xf32>
// CHECK: values 0 -0{{$}}
// CHECK: values 1 2{{$}}
// CHECK: result 3: tensor<2x1xf8E8M0FNU>
// CHECK: codes  00{{$}}
// CHECK: codes  78{{$}}
func.func @zero_granules_stay_zero() -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x1xf8E8M0FNU>) {
  %x = arith.constant dense<[[0.0, -0.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %c = tensor.empty() : tensor<2x2xf8E4M3FN>
  %s = tensor.empty() : tensor<2xf32>
  %t = tensor.empty() : tensor<2x1xf8E8M0FNU>
  %0:2 = fp8.quantize %x granularity<group 2> outs(%c, %s : tensor<2x2xf8E4M3FN>, tensor<2xf32>) : tensor<2x2xf32>
  %1 = fp8.dequantize %0#0 by %0#1 granularity<group 2> outs(%x : tensor<2x2xf32>) : tensor<2x2xf8E4M3FN>, tensor<2xf32>
  %2:2 = fp8.quantize %x granularity<mx> outs(%c, %t : tensor<2x2xf8E4M3FN>, tensor<2x1xf8E8M0FNU>) : tensor<2x2xf32>
  %3 = fp8.dequantize %2#0 by %2#1 granularity<mx> outs(%x : tensor<2x2xf32>) : tensor<2x2xf8E4M3FN>, tensor<2x1xf8E8M0FNU>
  return %1, %0#1, %3, %2#1 : tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x1xf8E8M0FNU>
}

// TransformerEngine's kernels drop a NaN from an amax: fmaxf returns the other
// operand. COAT's smallest element depends on where the zeros are.
// CHECK-LABEL: @amax_keeps_nan_and_has_no_order
// CHECK: values nan nan 3 3{{$}}
func.func @amax_keeps_nan_and_has_no_order() -> tensor<4xf32> {
  %x = arith.constant dense<[[0x7FC00000, 1.0, 2.0], [1.0, -2.0, 0xFFFFFFFF], [0.0, -3.0, 1.0], [-3.0, 1.0, 0.0]]> : tensor<4x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %0 = fp8.amax %x granularity<row> outs(%zeros : tensor<4xf32>) : tensor<4x3xf32>
  return %0 : tensor<4xf32>
}

// torchao keeps a state wide whose size is no multiple of the block. Here the
// last group is shorter: 448 of 5 / 448.
// CHECK-LABEL: @any_size_is_quantized
// CHECK: values 448 -224 448{{$}}
func.func @any_size_is_quantized() -> tensor<3xf8E4M3FN> {
  %x = arith.constant dense<[2.0, -1.0, 5.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf8E4M3FN>
  %s = tensor.empty() : tensor<2xf32>
  %0:2 = fp8.quantize %x granularity<group 2> outs(%e, %s : tensor<3xf8E4M3FN>, tensor<2xf32>) : tensor<3xf32>
  return %0#0 : tensor<3xf8E4M3FN>
}
