// RUN: fp8-opt %s --fp8-check-numerics=only=saturating-chain --split-input-file --verify-diagnostics -o /dev/null

// Rounded to bf16 first, which no op needs.
func.func @bf16(%x: tensor<4x8xf32> {fp8.name = "x"}, %scale: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{the first rounding is here}}
  %n = arith.truncf %x : tensor<4x8xf32> to tensor<4x8xbf16>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{saturating-chain: expected one rounding from f32 to e4m3, but the result of 'arith.truncf' (tensor<4x8xbf16>) is first rounded to bf16, and nothing else reads the value in bf16}}
  // expected-note @below {{remedy: quantize 'x' (tensor<4x8xf32>)}}
  // expected-note @below {{to accept it: fp8.allow = ["saturating-chain"] on the op or on an op around it}}
  %codes = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
  %amax = fp8.amax %n outs(%zero : tensor<f32>) : tensor<4x8xbf16>
  return %codes, %amax : tensor<4x8xf8E4M3FN>, tensor<f32>
}

// -----

// Widened again, and transposed between.
func.func @f16_extended(%x: tensor<4x8xf32>, %scale: tensor<f32>) -> tensor<8x4xf8E5M2> {
  // expected-note @below {{the first rounding is here}}
  %n = arith.truncf %x : tensor<4x8xf32> to tensor<4x8xf16>
  %e = tensor.empty() : tensor<8x4xf16>
  %t = linalg.transpose ins(%n : tensor<4x8xf16>) outs(%e : tensor<8x4xf16>) permutation = [1, 0]
  %w = arith.extf %t : tensor<8x4xf16> to tensor<8x4xf32>
  %init = tensor.empty() : tensor<8x4xf8E5M2>
  // expected-error @below {{expected one rounding from f32 to e5m2, but the result of 'arith.extf' (tensor<8x4xf32>) is first rounded to f16}}
  // expected-note @below {{remedy: quantize 'arg0' (tensor<4x8xf32>)}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %w by %scale outs(%init : tensor<8x4xf8E5M2>) : tensor<8x4xf32>, tensor<f32>
  return %codes : tensor<8x4xf8E5M2>
}

// -----

// A value of a model in bf16.
func.func @negative_model(%x: tensor<4x8xf32>, %scale: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xbf16>) {
  %n = arith.truncf %x : tensor<4x8xf32> to tensor<4x8xbf16>
  %y = arith.addf %n, %n : tensor<4x8xbf16>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %n by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
  return %codes, %y : tensor<4x8xf8E4M3FN>, tensor<4x8xbf16>
}

// -----

func.func @format(%c: tensor<4x8xf8E4M3FN> {fp8.name = "c"}, %inv: tensor<f32>, %scale: tensor<f32>) -> tensor<4x8xf8E5M2> {
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-note @below {{the codes are decoded here}}
  %x = fp8.dequantize %c by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E5M2>
  // expected-error @below {{expected values to be rounded once, but the result of 'fp8.dequantize' (tensor<4x8xf32>) is decoded from codes: their format was e4m3}}
  // expected-note @below {{remedy: use the codes of 'c' (tensor<4x8xf8E4M3FN>), or quantize the values that they encode}}
  // expected-note @below {{to accept it}}
  %q = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E5M2>) : tensor<4x8xf32>, tensor<f32>
  return %q : tensor<4x8xf8E5M2>
}

// -----

func.func @saturates(%c: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
  %inv = arith.constant dense<0.5> : tensor<f32>
  %scale = arith.constant dense<8.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-note @below {{the codes are decoded here}}
  %x = fp8.dequantize %c by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{is decoded from codes: scale_inv * scale is 0.5 * 8, which maps the largest code to 1792, above 448}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %q : tensor<4x8xf8E4M3FN>
}

// -----

func.func @rounds_again(%c: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
  %inv = arith.constant dense<0.5> : tensor<f32>
  %scale = arith.constant dense<1.5> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-note @below {{the codes are decoded here}}
  %x = fp8.dequantize %c by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{is decoded from codes: scale_inv * scale is 0.5 * 1.5, which is not a power of two}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %q : tensor<4x8xf8E4M3FN>
}

// -----

func.func @negative_powers(%c: tensor<4x8xf8E4M3FN>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %inv = arith.constant dense<0.5> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  %x = fp8.dequantize %c by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %p = fp8.quantize %x by %one outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %q = fp8.quantize %x by %two outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %p, %q : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}

// -----

// Another granularity: the transposed copy of blocks made from their image.
func.func @granules(%c: tensor<4x128xf8E4M3FN>, %inv: tensor<4x1xf32>) -> tensor<128x4xf8E4M3FN> {
  %wide = tensor.empty() : tensor<4x128xf32>
  // expected-note @below {{the codes are decoded here}}
  %x = fp8.dequantize %c by %inv granularity<block 1x128> outs(%wide : tensor<4x128xf32>) : tensor<4x128xf8E4M3FN>, tensor<4x1xf32>
  %e = tensor.empty() : tensor<128x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x128xf32>) outs(%e : tensor<128x4xf32>) permutation = [1, 0]
  %init = tensor.empty() : tensor<128x4xf8E4M3FN>
  %i = tensor.empty() : tensor<128x1xf32>
  // expected-error @below {{is decoded from codes: their granularity was #fp8.granularity<block 1x128>}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q:2 = fp8.quantize %t granularity<block 1x4> outs(%init, %i : tensor<128x4xf8E4M3FN>, tensor<128x1xf32>) : tensor<128x4xf32>
  return %q#0 : tensor<128x4xf8E4M3FN>
}

// -----

// A new scale for old codes; where it is wanted, a remark.
func.func @scales(%c: tensor<4x8xf8E4M3FN>, %inv: tensor<f32> {fp8.name = "c.inv"}) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %wide = tensor.empty() : tensor<4x8xf32>
  // expected-note @below {{the codes are decoded here}}
  %x = fp8.dequantize %c by %inv outs(%wide : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %amax = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %si = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{is decoded from codes: they are decoded with 'c.inv' and encoded with the scale that 'fp8.compute_scale' computes from the result of 'fp8.amax'}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %a = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) {fp8.allow = ["saturating-chain"]} : tensor<4x8xf32>, tensor<f32>
  return %q, %a : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}
