// RUN: fp8-opt %s --fp8-check-numerics=only=overflow-window --split-input-file --verify-diagnostics -o /dev/null

// |x| * scale beyond the largest value, with a bound on x.

func.func @tanh(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %scale = arith.constant dense<1024.0> : tensor<f32>
  %t = math.tanh %x : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{overflow-window: expected |input| * scale to stay within 448, the largest e4m3, but the result of 'math.tanh' (tensor<4x8xf32>) reaches 1 and the scale is 1024, which gives 1024}}
  // expected-note @below {{remedy: use a scale of at most 448}}
  // expected-note @below {{to accept it: fp8.allow = ["overflow-window"] on the op or on an op around it}}
  %codes = fp8.quantize %t by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Up to 464 a number is rounded to 448, not clamped.
func.func @negative_rounds(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %scale = arith.constant dense<464.0> : tensor<f32>
  %t = math.tanh %x : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %t by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Nothing bounds an argument: the constant may well be a calibrated one.
func.func @negative_unknown(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %scale = arith.constant dense<1024.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// The sum of 1000 numbers up to 1, one of which may be all there is.
func.func @sum(%x: tensor<4x1000xf32>) -> tensor<4xf8E4M3FN> {
  %scale = arith.constant dense<1.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4x1000xf32>
  %low = arith.constant dense<0.0> : tensor<4x1000xf32>
  %a = arith.maximumf %x, %low : tensor<4x1000xf32>
  %b = arith.minimumf %a, %one : tensor<4x1000xf32>
  %s = linalg.reduce {arith.addf} ins(%b : tensor<4x1000xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %init = tensor.empty() : tensor<4xf8E4M3FN>
  // expected-error @below {{but the result of 'linalg.reduce' (tensor<4xf32>) reaches 1000 and the scale is 1, which gives 1000}}
  // expected-note @below {{remedy: use a scale of at most 0.448}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %s by %scale outs(%init : tensor<4xf8E4M3FN>) : tensor<4xf32>, tensor<f32>
  return %codes : tensor<4xf8E4M3FN>
}

// -----

// A softmax ends at 1.
func.func @softmax(%x: tensor<4x8xf32>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>) {
  %large = arith.constant dense<512.0> : tensor<f32>
  %scale = arith.constant dense<448.0> : tensor<f32>
  %lowest = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %e0 = tensor.empty() : tensor<4x8xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%lowest : tensor<4xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<4xf32>) outs(%e0 : tensor<4x8xf32>) dimensions = [1]
  %d = arith.subf %x, %mb : tensor<4x8xf32>
  %e = math.exp %d : tensor<4x8xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{but the result of 'linalg.generic' (tensor<4x8xf32>) reaches 1 and the scale is 512, which gives 512}}
  // expected-note @below {{remedy: use a scale of at most 448}}
  // expected-note @below {{to accept it}}
  %over = fp8.quantize %p by %large outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  %fits = fp8.quantize %p by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %over, %fits : tensor<4x8xf8E4M3FN>, tensor<4x8xf8E4M3FN>
}

// -----

// The worst case of products does not affect a measured scale.
func.func @negative_worst_case(%a: tensor<4x8xf8E4M3FN>, %b: tensor<8x4xf8E4M3FN>) -> tensor<4x4xf8E4M3FN> {
  %inv = arith.constant dense<0.01> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %inv, %b by %inv outs(%zeros : tensor<4x4xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E4M3FN> by tensor<f32>
  %scale = arith.constant dense<50.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x4xf8E4M3FN>
  %codes = fp8.quantize %y by %scale outs(%init : tensor<4x4xf8E4M3FN>) : tensor<4x4xf32>, tensor<f32>
  return %codes : tensor<4x4xf8E4M3FN>
}

// -----

// The amax of y is half of that of 2 * y.
func.func @multiple(%y: tensor<4x8xf32> {fp8.name = "y"}) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<4x8xf32>
  %amax = fp8.amax %y outs(%zero : tensor<f32>) : tensor<4x8xf32>
  // expected-note @below {{the scale is computed here}}
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %x = arith.mulf %y, %two : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  // expected-error @below {{but the result of 'arith.mulf' (tensor<4x8xf32>) is 2 times the tensor whose amax determines the scale, and reaches 896}}
  // expected-note @below {{remedy: measure the amax of the input itself, or use a margin of 1}}
  // expected-note @below {{to accept it}}
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// The margin leaves a factor of two.
func.func @negative_margin(%y: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<4x8xf32>
  %amax = fp8.amax %y outs(%zero : tensor<f32>) : tensor<4x8xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 scaling<margin = 1> : tensor<f32>
  %x = arith.mulf %y, %two : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %x by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Decoded into a type that ends before the codes do.
func.func @dequantize(%codes: tensor<4x8xf8E5M2> {fp8.name = "g"}) -> tensor<4x8xf16> {
  %inv = arith.constant dense<2.0> : tensor<f32>
  %init = tensor.empty() : tensor<4x8xf16>
  // expected-error @below {{expected the result to stay within 65504, the largest f16, but 'g' (tensor<4x8xf8E5M2>) (up to 57344) times an inverse scale of 2 reach 114688}}
  // expected-note @below {{remedy: use a result in f32, or inverse scales that are smaller by 1.75085}}
  // expected-note @below {{to accept it}}
  %x = fp8.dequantize %codes by %inv outs(%init : tensor<4x8xf16>) : tensor<4x8xf8E5M2>, tensor<f32>
  return %x : tensor<4x8xf16>
}

// -----

func.func @negative_dequantize(%codes: tensor<4x8xf8E5M2>) -> (tensor<4x8xf16>, tensor<4x8xbf16>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %f16 = tensor.empty() : tensor<4x8xf16>
  %bf16 = tensor.empty() : tensor<4x8xbf16>
  %x = fp8.dequantize %codes by %one outs(%f16 : tensor<4x8xf16>) : tensor<4x8xf8E5M2>, tensor<f32>
  %y = fp8.dequantize %codes by %two outs(%bf16 : tensor<4x8xbf16>) : tensor<4x8xf8E5M2>, tensor<f32>
  return %x, %y : tensor<4x8xf16>, tensor<4x8xbf16>
}

// -----

func.func @contract_f16(%a: tensor<4x1024xf8E4M3FN>, %b: tensor<1024x4xf8E4M3FN>) -> (tensor<4x4xf16>, tensor<4x4xf32>) {
  %inv = arith.constant dense<0.25> : tensor<f32>
  %f16 = arith.constant dense<0.0> : tensor<4x4xf16>
  %f32 = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-error @below {{expected the result to stay within 65504, the largest f16, but 1024 products of 'arg0' (tensor<4x1024xf8E4M3FN>) (up to 448) and 'arg1' (tensor<1024x4xf8E4M3FN>) (up to 448) reach 1.28451e+07}}
  // expected-note @below {{remedy: use a result in f32, or inverse scales that are smaller by 196.096}}
  // expected-note @below {{to accept it}}
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %inv, %b by %inv outs(%f16 : tensor<4x4xf16>) : tensor<4x1024xf8E4M3FN> by tensor<f32>, tensor<1024x4xf8E4M3FN> by tensor<f32>
  %z = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a by %inv, %b by %inv outs(%f32 : tensor<4x4xf32>) : tensor<4x1024xf8E4M3FN> by tensor<f32>, tensor<1024x4xf8E4M3FN> by tensor<f32>
  return %y, %z : tensor<4x4xf16>, tensor<4x4xf32>
}

// -----

// The same by a named op of linalg, and by a cast.
func.func @linalg_f16(%a: tensor<4x1024xf32>, %b: tensor<1024x4xf32>) -> (tensor<4x4xf16>, tensor<4x4xf16>) {
  %hundred = arith.constant dense<100.0> : tensor<4x1024xf32>
  %t = math.tanh %a : tensor<4x1024xf32>
  %s = arith.mulf %t, %hundred : tensor<4x1024xf32>
  %u = math.tanh %b : tensor<1024x4xf32>
  %s16 = arith.truncf %s : tensor<4x1024xf32> to tensor<4x1024xf16>
  %u16 = arith.truncf %u : tensor<1024x4xf32> to tensor<1024x4xf16>
  %f16 = arith.constant dense<0.0> : tensor<4x4xf16>
  %f32 = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-error @below {{but 1024 products of the result of 'arith.truncf' (tensor<4x1024xf16>) (up to 100) and the result of 'arith.truncf' (tensor<1024x4xf16>) (up to 1) reach 102400}}
  // expected-note @below {{remedy: use a result in f32, or inverse scales that are smaller by 1.56326}}
  // expected-note @below {{to accept it}}
  %y = linalg.matmul ins(%s16, %u16 : tensor<4x1024xf16>, tensor<1024x4xf16>) outs(%f16 : tensor<4x4xf16>) -> tensor<4x4xf16>
  %z = linalg.matmul ins(%s, %u : tensor<4x1024xf32>, tensor<1024x4xf32>) outs(%f32 : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{but the result of 'linalg.matmul' (tensor<4x4xf32>) (up to 102400) reach 102400}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %z16 = arith.truncf %z : tensor<4x4xf32> to tensor<4x4xf16>
  return %y, %z16 : tensor<4x4xf16>, tensor<4x4xf16>
}

// -----

// No code survives such a factor.
func.func @constants(%x: tensor<4x8xf32>, %codes: tensor<4x8xf8E4M3FN>) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xf32>) {
  %huge = arith.constant dense<0x7F7FFFFF> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c = tensor.empty() : tensor<4x8xf8E4M3FN>
  %w = tensor.empty() : tensor<4x8xf32>
  // expected-error @below {{expected the scale to be a finite positive number from 1.17549e-38 to 8.50706e+37, with an inverse that is not subnormal, but it is 3.40282e+38}}
  // expected-note @below {{remedy: use the scale of a measured amax (fp8.compute_scale)}}
  // expected-note @below {{to accept it}}
  %q = fp8.quantize %x by %huge outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // expected-error @below {{expected scale_inv to be a finite positive number}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %d = fp8.dequantize %codes by %zero outs(%w : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  return %q, %d : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>
}

// -----

// An epsilon that guards nothing: the scale of the least amax is infinite.
func.func @epsilon(%amax: tensor<f32>, %x: tensor<4x32xf32>) -> (tensor<f32>, tensor<f32>, tensor<4x32xf8E4M3FN>) {
  // expected-error @below {{expected an epsilon for which the scale, at most 448 / epsilon, is finite in f32 and its inverse is normal, but epsilon is 1e-36 and the scale reaches infinity}}
  // expected-note @below {{remedy: use an epsilon of at least 5.26621e-36}}
  // expected-note @below {{to accept it}}
  %a, %ai = fp8.compute_scale %amax for e4m3 scaling<epsilon = 1.0e-36> : tensor<f32>
  %b, %bi = fp8.compute_scale %amax for e4m3 scaling<epsilon = 1.0e-12> : tensor<f32>
  %c = tensor.empty() : tensor<4x32xf8E4M3FN>
  %s = tensor.empty() : tensor<4xf32>
  // expected-error @below {{the scale reaches 1.12e+38}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %q:2 = fp8.quantize %x granularity<row> scaling<epsilon = 4.0e-36> outs(%c, %s : tensor<4x32xf8E4M3FN>, tensor<4xf32>) : tensor<4x32xf32>
  return %a, %b, %q#0 : tensor<f32>, tensor<f32>, tensor<4x32xf8E4M3FN>
}

// -----

func.func @negative_allowed(%x: tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN> attributes {fp8.allow = ["overflow-window"]} {
  %scale = arith.constant dense<1024.0> : tensor<f32>
  %t = math.tanh %x : tensor<4x8xf32>
  %init = tensor.empty() : tensor<4x8xf8E4M3FN>
  %codes = fp8.quantize %t by %scale outs(%init : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Products of positions: a static extent bounds linalg.index.
func.func @negative_positions() -> (tensor<4x4xf32>, tensor<16xf16>) {
  %e0 = tensor.empty() : tensor<4x1024xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e0 : tensor<4x1024xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %x = arith.sitofp %n : i64 to f32
    linalg.yield %x : f32
  } -> tensor<4x1024xf32>
  %e1 = tensor.empty() : tensor<1024x4xf32>
  %b = linalg.transpose ins(%a : tensor<4x1024xf32>) outs(%e1 : tensor<1024x4xf32>) permutation = [1, 0]
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.matmul ins(%a, %b : tensor<4x1024xf32>, tensor<1024x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e2 = tensor.empty() : tensor<16xi32>
  %positions = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e2 : tensor<16xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<16xi32>
  %p = arith.uitofp %positions : tensor<16xi32> to tensor<16xf32>
  %p16 = arith.truncf %p : tensor<16xf32> to tensor<16xf16>
  return %y, %p16 : tensor<4x4xf32>, tensor<16xf16>
}

// -----

// A dynamic extent bounds nothing but the type.
func.func @dynamic_positions(%e0: tensor<?xf32>) -> tensor<?xf16> {
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e0 : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f32
    linalg.yield %x : f32
  } -> tensor<?xf32>
  // expected-error @below {{reach 2.14748e+09}}
  // expected-note @below {{remedy}}
  // expected-note @below {{to accept it}}
  %p16 = arith.truncf %p : tensor<?xf32> to tensor<?xf16>
  return %p16 : tensor<?xf16>
}

// -----

// A constant without elements has no range.
func.func @no_integers(%x: tensor<4x8xf32>, %y: tensor<1xf32>) -> (tensor<2x16xf32>, tensor<f32>) {
  %two = arith.constant dense<[2, 16]> : tensor<2xi64>
  %0 = tensor.reshape %x(%two) : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<2x16xf32>
  %one = arith.constant dense<2> : tensor<1xi64>
  %none = arith.constant dense<> : tensor<0xi64>
  %other = arith.constant dense<> : tensor<0xi64>
  %1 = tensor.reshape %y(%none) : (tensor<1xf32>, tensor<0xi64>) -> tensor<f32>
  return %0, %1 : tensor<2x16xf32>, tensor<f32>
}
