// RUN: fp8-eval %s | FileCheck %s

// Sums of products in f64, rounded once; then the factors of fp8.contract.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>

// The contents of the init are not read.
// CHECK-LABEL: @wide
// CHECK: values 1 1{{$}}
// CHECK-NEXT: codes
// CHECK-NEXT: values 4 5{{$}}
func.func @wide() -> tensor<2x2xf32> {
  %a = arith.constant dense<[[1.0e+8, 1.0, -1.0e+8], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %c = arith.constant dense<[[2.0, 2.0], [1.0, 1.0], [1.0, 2.0]]> : tensor<3x2xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<2x2xf32>
  %sum = arith.constant dense<1.0> : tensor<2x2xf32>
  %x = fp8.gemm [#mk, #kn, #mn] %a, %b outs(%nan : tensor<2x2xf32>) : tensor<2x3xf32>, tensor<3x2xf32>
  %y = fp8.gemm [#mk, #kn, #mn] %a, %c outs(%nan : tensor<2x2xf32>) : tensor<2x3xf32>, tensor<3x2xf32>
  %0 = tensor.extract_slice %x[0, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<1x2xf32>
  %1 = tensor.extract_slice %y[1, 0] [1, 2] [1, 1] : tensor<2x2xf32> to tensor<1x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %2 = tensor.insert_slice %0 into %e[0, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x2xf32>
  %3 = tensor.insert_slice %1 into %2[1, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

// The sum starts from the init, as that of linalg.contract: 2^24 + 1 + 1 in
// f64, where f32 would lose each 1. The result lies transposed.
// CHECK-LABEL: @accumulates
// CHECK: values 16777218{{$}}
// CHECK-NEXT: codes
// CHECK-NEXT: values 3{{$}}
func.func @accumulates() -> tensor<2x1xf32> {
  %a = arith.constant dense<[[1.0, 1.0]]> : tensor<1x2xf32>
  %b = arith.constant dense<[[1.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %init = arith.constant dense<[[16777216.0], [0.0]]> : tensor<2x1xf32>
  %x = fp8.gemm [#mk, #nk, #nm] %a, %b accumulate outs(%init : tensor<2x1xf32>) : tensor<1x2xf32>, tensor<2x2xf32>
  return %x : tensor<2x1xf32>
}

// The two factors are multiplied first: 2^100 * 2^100 is infinite, while
// 0 * 2^100 * 2^100 would be 0. The init is added to the rounded product.
// CHECK-LABEL: @scaled
// CHECK: values 1.5 nan{{$}}
// CHECK: values 11.5{{$}}
func.func @scaled() -> (tensor<2xf32>, tensor<1x1xf32>) {
  %a = arith.constant dense<[[1.0, 1.0]]> : tensor<1x2xf8E4M3FN>
  %b = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf8E5M2>
  %z = arith.constant dense<0.0> : tensor<1x2xf8E5M2>
  %half = arith.constant dense<0.5> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %huge = arith.constant dense<0x71800000> : tensor<f32>
  %e = tensor.empty() : tensor<1x1xf32>
  %ten = arith.constant dense<10.0> : tensor<1x1xf32>
  %x = fp8.gemm [#mk, #nk, #mn] %a by %half, %b by %one outs(%e : tensor<1x1xf32>) : tensor<1x2xf8E4M3FN> by tensor<f32>, tensor<1x2xf8E5M2> by tensor<f32>
  %y = fp8.gemm [#mk, #nk, #mn] %a by %huge, %z by %huge outs(%e : tensor<1x1xf32>) : tensor<1x2xf8E4M3FN> by tensor<f32>, tensor<1x2xf8E5M2> by tensor<f32>
  %s = fp8.gemm [#mk, #nk, #mn] %a by %half, %b by %one accumulate outs(%ten : tensor<1x1xf32>) : tensor<1x2xf8E4M3FN> by tensor<f32>, tensor<1x2xf8E5M2> by tensor<f32>
  %x0 = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %y0 = tensor.collapse_shape %y [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %r = tensor.concat dim(0) %x0, %y0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %r, %s : tensor<2xf32>, tensor<1x1xf32>
}

// The bias is added to the whole sum, 257, which bf16 does not have; then comes
// max(y, 0), which a NaN survives, then the one rounding.
// CHECK-LABEL: @epilogue
// CHECK: values 258 0 nan{{$}}
// CHECK: values 256 -43 nan{{$}}
func.func @epilogue() -> (tensor<1x3xbf16>, tensor<1x3xbf16>) {
  %a = arith.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16>
  %b = arith.constant dense<1.0> : tensor<3x2xbf16>
  %bias = arith.constant dense<[1.0, -300.0, 0x7FC00000]> : tensor<3xf32>
  %narrow = arith.constant dense<[-1.0, -300.0, 0x7FC0]> : tensor<3xbf16>
  %e = tensor.empty() : tensor<1x3xbf16>
  %x = fp8.gemm [#mk, #nk, #mn] %a, %b bias %bias activation<relu> outs(%e : tensor<1x3xbf16>) : tensor<1x2xbf16>, tensor<3x2xbf16> bias tensor<3xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %a, %b bias %narrow outs(%e : tensor<1x3xbf16>) : tensor<1x2xbf16>, tensor<3x2xbf16> bias tensor<3xbf16>
  return %x, %y : tensor<1x3xbf16>, tensor<1x3xbf16>
}
