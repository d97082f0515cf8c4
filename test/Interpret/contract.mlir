// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Sums of products are exact here, so that any order gives these bits; what is
// tested is the arithmetic around them. GeLU is the declared one.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// CHECK-LABEL: @scaled
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  BFC0050B 3FADF06E BFD92174{{$}}
// CHECK-NEXT: values -1.5001539 1.35889983 -1.69633341{{$}}
// CHECK-NEXT: codes  3FC89366 3E8FAF19 BE140D0E{{$}}
// CHECK-NEXT: values 1.56699824 0.280632764 -0.14458105{{$}}
// CHECK-NEXT: result 1: tensor<2x3xf32>
// CHECK-NEXT: codes  00000000 405F077A 00000000{{$}}
// CHECK-NEXT: values 0 3.48483133 0{{$}}
// CHECK-NEXT: codes  40077ACC 401A0526 00000000{{$}}
// CHECK-NEXT: values 2.11686993 2.40656424 0{{$}}
// CHECK-NEXT: result 2: tensor<f32>
// CHECK-NEXT: codes  405F077A{{$}}
// CHECK-NEXT: values 3.48483133{{$}}
// CHECK-NEXT: result 3: tensor<2x3xf8E4M3FN>
// CHECK-NEXT: codes  54 64 00{{$}}
// CHECK-NEXT: values 12 48 0{{$}}
// CHECK-NEXT: codes  51 64 00{{$}}
// CHECK-NEXT: values 9 48 0{{$}}
// CHECK-NEXT: result 4: tensor<f32>
// CHECK-NEXT: codes  4018CE9F{{$}}
// CHECK-NEXT: values 2.38761115{{$}}
func.func @scaled() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<2x3xf8E4M3FN>, tensor<f32>) {
  %ab = arith.constant dense<[[-39, 89, -73, 55, -39],
       [50, -91, 89, 33, 39]]> : tensor<2x5xi8>
  %bb = arith.constant dense<[[54, 67, -66, 62, 64],
       [-60, 63, 69, -66, 61],
       [-58, 58, -64, 48, 66]]> : tensor<3x5xi8>
  %a = arith.bitcast %ab : tensor<2x5xi8> to tensor<2x5xf8E4M3FN>
  %b = arith.bitcast %bb : tensor<3x5xi8> to tensor<3x5xf8E5M2>
  %sl = arith.constant dense<1.0e-2> : tensor<f32>
  %sr = arith.constant dense<3.0e-1> : tensor<f32>
  %init = arith.constant dense<[[0xBFC8E02E, 0x3F912CD8, 0xBFF3D0D0],
       [0x3FD2DDA3, 0x3C9B437A, 0xBCDD7ADE]]> : tensor<2x3xf32>
  %bias = arith.constant dense<[0x3F0CC465, 0x40080F43, 0xC0304024]> : tensor<3xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr outs(%init : tensor<2x3xf32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32>
  %amax0 = arith.constant dense<1.25e-1> : tensor<f32>
  %1:2 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr bias %bias activation<relu> with_amax outs(%init, %amax0 : tensor<2x3xf32>, tensor<f32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32> bias tensor<3xf32>
  %so = arith.constant dense<2.0e+1> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<2x3xf8E4M3FN>
  %2:2 = fp8.contract [#mk, #nk, #mn] %a by %sl, %b by %sr bias %bias activation<relu> scale %so with_amax outs(%e, %zero : tensor<2x3xf8E4M3FN>, tensor<f32>) : tensor<2x5xf8E4M3FN> by tensor<f32>, tensor<3x5xf8E5M2> by tensor<f32> bias tensor<3xf32> scale tensor<f32>
  return %0, %1#0, %1#1, %2#0, %2#1 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<2x3xf8E4M3FN>, tensor<f32>
}

// Transposed operands and a transposed bf16 result.
// CHECK-LABEL: @transposed
// CHECK-NEXT: result 0: tensor<3x2xbf16>
// CHECK-NEXT: codes  3D8E BDA5{{$}}
// CHECK-NEXT: values 0.0693359375 -0.0805664062{{$}}
// CHECK-NEXT: codes  3E66 3E86{{$}}
// CHECK-NEXT: values 0.224609375 0.26171875{{$}}
// CHECK-NEXT: codes  3E55 BDF1{{$}}
// CHECK-NEXT: values 0.208007812 -0.117675781{{$}}
func.func @transposed() -> tensor<3x2xbf16> {
  %ab = arith.constant dense<[[-39, 50],
       [89, -91],
       [-73, 89],
       [55, 33],
       [-39, 39]]> : tensor<5x2xi8>
  %bb = arith.constant dense<[[54, -60, -58],
       [67, 63, 58],
       [-66, 69, -64],
       [62, -66, 48],
       [64, 61, 66]]> : tensor<5x3xi8>
  %a = arith.bitcast %ab : tensor<5x2xi8> to tensor<5x2xf8E4M3FN>
  %b = arith.bitcast %bb : tensor<5x3xi8> to tensor<5x3xf8E5M2>
  %sl = arith.constant dense<1.0e-2> : tensor<f32>
  %sr = arith.constant dense<3.0e-1> : tensor<f32>
  %init = arith.constant dense<0.0> : tensor<3x2xbf16>
  %0 = fp8.contract [#km, #kn, #nm] %a by %sl, %b by %sr outs(%init : tensor<3x2xbf16>) : tensor<5x2xf8E4M3FN> by tensor<f32>, tensor<5x3xf8E5M2> by tensor<f32>
  return %0 : tensor<3x2xbf16>
}

// The sum is exact in f64 where f32 would lose the 1 either way; inverse scales
// that are absent are 1.
// CHECK-LABEL: @wide
// CHECK-NEXT: result 0: tensor<1x1xf32>
// CHECK-NEXT: codes  3F800000{{$}}
// CHECK-NEXT: values 1{{$}}
func.func @wide() -> tensor<1x1xf32> {
  %a = arith.constant dense<[[1.0e+8, 1.0, -1.0e+8]]> : tensor<1x3xf32>
  %b = arith.constant dense<1.0> : tensor<1x3xf32>
  %z = arith.constant dense<0.0> : tensor<1x1xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a, %b outs(%z : tensor<1x1xf32>) : tensor<1x3xf32>, tensor<1x3xf32>
  return %0 : tensor<1x1xf32>
}

// Batches; nothing to reduce over leaves the init.
// CHECK-LABEL: @batched
// CHECK-NEXT: result 0: tensor<2x1x2xf32>
// CHECK-NEXT: codes  41880000 41B80000{{$}}
// CHECK-NEXT: values 17 23{{$}}
// CHECK-NEXT: codes  42860000 42A20000{{$}}
// CHECK-NEXT: values 67 81{{$}}
// CHECK-NEXT: result 1: tensor<1x2xf32>
// CHECK-NEXT: codes  40400000 40800000{{$}}
// CHECK-NEXT: values 3 4{{$}}
func.func @batched() -> (tensor<2x1x2xf32>, tensor<1x2xf32>) {
  %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xbf16>
  %b = arith.constant dense<[[[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]]> : tensor<2x2x2xbf16>
  %z = arith.constant dense<0.0> : tensor<2x1x2xf32>
  %0 = fp8.contract [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] %a, %b outs(%z : tensor<2x1x2xf32>) : tensor<2x1x2xbf16>, tensor<2x2x2xbf16>
  %c = arith.constant dense<0.0> : tensor<1x0xf32>
  %d = arith.constant dense<0.0> : tensor<2x0xf32>
  %i = arith.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %1 = fp8.contract [#mk, #nk, #mn] %c, %d outs(%i : tensor<1x2xf32>) : tensor<1x0xf32>, tensor<2x0xf32>
  return %0, %1 : tensor<2x1x2xf32>, tensor<1x2xf32>
}

// Of -2, -0.5, 0, 1 and NaN; NaN stays, and -0 becomes 0 by relu.
// CHECK-LABEL: @activations
// CHECK-NEXT: result 0: tensor<1x5xf32>
// CHECK-NEXT: codes  00000000 00000000 00000000 3F800000 7FC00000{{$}}
// CHECK-NEXT: values 0 0 0 1 nan{{$}}
// CHECK-NEXT: result 1: tensor<1x5xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values -0.045500{{[0-9]+}} -0.15426{{[0-9]+}} {{-?}}0 0.84134{{[0-9]+}} nan{{$}}
// CHECK-NEXT: result 2: tensor<1x5xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values -0.045402{{[0-9]+}} -0.15428{{[0-9]+}} {{-?}}0 0.84119{{[0-9]+}} nan{{$}}
func.func @activations() -> (tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>) {
  %a = arith.constant dense<1.0> : tensor<1x1xf32>
  %b = arith.constant dense<[[-2.0], [-0.5], [-0.0], [1.0], [0x7FC00000]]> : tensor<5x1xf32>
  %z = arith.constant dense<-0.0> : tensor<1x5xf32>
  %0 = fp8.contract [#mk, #nk, #mn] %a, %b activation<relu> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  %1 = fp8.contract [#mk, #nk, #mn] %a, %b activation<gelu> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  %2 = fp8.contract [#mk, #nk, #mn] %a, %b activation<gelu_tanh> outs(%z : tensor<1x5xf32>) : tensor<1x1xf32>, tensor<5x1xf32>
  return %0, %1, %2 : tensor<1x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>
}
