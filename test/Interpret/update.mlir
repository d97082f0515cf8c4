// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | FileCheck %s
// So do kernels and products.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// Adam with a moment in bf16: computed in f32, stored rounded to nearest.
// CHECK-LABEL: @adam
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  BDAC0C2B 3FC15469 BF4A7306{{$}}
// CHECK-NEXT: values -0.0840075836 1.51038849 -0.790817618{{$}}
// CHECK-NEXT: codes  BFE2E581 3E8DD7AE 3F2A5311{{$}}
// CHECK-NEXT: values -1.7726289 0.27703613 0.665329993{{$}}
// CHECK-NEXT: result 1: tensor<2x3xbf16>
// CHECK-NEXT: codes  BE64 3F7A 3F23{{$}}
// CHECK-NEXT: values -0.22265625 0.9765625 0.63671875{{$}}
// CHECK-NEXT: codes  BF8D 3F27 3D55{{$}}
// CHECK-NEXT: values -1.1015625 0.65234375 0.0520019531{{$}}
// CHECK-NEXT: result 2: tensor<2x3xf32>
// CHECK-NEXT: codes  3F9C8431 3FCE54A2 3F29CEE1{{$}}
// CHECK-NEXT: values 1.22278416 1.61195779 0.663312972{{$}}
// CHECK-NEXT: codes  3FD781C5 3F433727 3FBB757C{{$}}
// CHECK-NEXT: values 1.68364775 0.762560308 1.46452284{{$}}
func.func @adam() -> (tensor<2x3xf32>, tensor<2x3xbf16>, tensor<2x3xf32>) {
  %w = arith.constant dense<[[0xBDB02AB9, 0x3FC250DB, 0xBF487196],
       [0xBFE3FB59, 0x3E91AB4F, 0x3F2A6F2E]]> : tensor<2x3xf32>
  %g = arith.constant dense<[[0x3EDC34F6, 0x3F11FE46, 0xBD58D242],
       [0xBF068B01, 0xBF2E2FBE, 0xBE0AE2D8]]> : tensor<2x3xf32>
  %v = arith.constant dense<[[0x3F9CA63B, 0x3FCE7ED7, 0x3F29FA35],
       [0x3FD7AFEF, 0x3F434ACF, 0x3FBBA4EB]]> : tensor<2x3xf32>
  %lr = arith.constant dense<0.01> : tensor<f32>
  %m = arith.constant dense<[[0xBE97, 0x3F83, 0x3F37],
       [0xBF95, 0x3F4D, 0x3D95]]> : tensor<2x3xbf16>
  %r:3 = fp8.update states(%w, %m, %v : tensor<2x3xf32>, tensor<2x3xbf16>, tensor<2x3xf32>) inputs(%g : tensor<2x3xf32>) scalars(%lr : tensor<f32>) outs(%w, %m, %v : tensor<2x3xf32>, tensor<2x3xbf16>, tensor<2x3xf32>) {
  ^bb0(%wi: f32, %mi: f32, %vi: f32, %gi: f32, %rate: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %a2 = arith.constant 0.001 : f32
    %eps = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %b1, %mi : f32
    %1 = arith.mulf %a1, %gi : f32
    %mn = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %vi : f32
    %3 = arith.mulf %a2, %gi : f32
    %4 = arith.mulf %3, %gi : f32
    %vn = arith.addf %2, %4 : f32
    %5 = math.sqrt %vn : f32
    %6 = arith.addf %5, %eps : f32
    %7 = arith.divf %mn, %6 : f32
    %8 = arith.mulf %rate, %7 : f32
    %wn = arith.subf %wi, %8 : f32
    fp8.yield %wn, %mn, %vn : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : tensor<2x3xf32>, tensor<2x3xbf16>, tensor<2x3xf32>
}

// Under a skip that is true every state and every reduction comes
// back as they were; else they change.
// CHECK-LABEL: @skip
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes  3F800000 40000000{{$}}
// CHECK-NEXT: values 1 2{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  41200000{{$}}
// CHECK-NEXT: values 10{{$}}
// CHECK-NEXT: result 2: tensor<2xf32>
// CHECK-NEXT: codes  C0000000 C0000000{{$}}
// CHECK-NEXT: values -2 -2{{$}}
// CHECK-NEXT: result 3: tensor<f32>
// CHECK-NEXT: codes  41880000{{$}}
// CHECK-NEXT: values 17{{$}}
func.func @skip() -> (tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>) {
  %w = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %g = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %ten = arith.constant dense<10.0> : tensor<f32>
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = fp8.update states(%w : tensor<2xf32>) inputs(%g : tensor<2xf32>) skip %true reductions [#fp8.reduction<sum>] outs(%w, %ten : tensor<2xf32>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n, %d : f32, f32
  }
  %1:2 = fp8.update states(%w : tensor<2xf32>) inputs(%g : tensor<2xf32>) skip %false reductions [#fp8.reduction<sum>] outs(%w, %ten : tensor<2xf32>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n, %d : f32, f32
  }
  return %0#0, %0#1, %1#0, %1#1 : tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<f32>
}

// A row that is broadcast, an input and a state that are transposed, a scalar
// tensor that is read for every element.
// CHECK-LABEL: @maps
// CHECK-NEXT: result 0: tensor<2x3xf32>
// CHECK-NEXT: codes  447CC000 453CE000 459D4800{{$}}
// CHECK-NEXT: values 1011 3022 5033{{$}}
// CHECK-NEXT: codes  44FBC000 457B9000 45BCA000{{$}}
// CHECK-NEXT: values 2014 4025 6036{{$}}
// CHECK-NEXT: result 1: tensor<3x2xf32>
// CHECK-NEXT: codes  42CA0000 434C0000{{$}}
// CHECK-NEXT: values 101 204{{$}}
// CHECK-NEXT: codes  43970000 43CA8000{{$}}
// CHECK-NEXT: values 302 405{{$}}
// CHECK-NEXT: codes  43FB8000 44178000{{$}}
// CHECK-NEXT: values 503 606{{$}}
func.func @maps() -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %t = arith.constant dense<[[100.0, 200.0], [300.0, 400.0], [500.0, 600.0]]> : tensor<3x2xf32>
  %row = arith.constant dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf32>
  %u = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %k = arith.constant dense<1.0e+3> : tensor<f32>
  %0:2 = fp8.update states(%w, %t : tensor<2x3xf32>, tensor<3x2xf32>) inputs(%row, %u, %k : tensor<1x3xf32>, tensor<3x2xf32>, tensor<f32>)
      maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>]
      outs(%w, %t : tensor<2x3xf32>, tensor<3x2xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %x: f32, %f: f32):
    %1 = arith.addf %p, %r : f32
    %2 = arith.mulf %x, %f : f32
    %3 = arith.addf %1, %2 : f32
    %4 = arith.addf %q, %p : f32
    fp8.yield %3, %4 : f32, f32
  }
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<3x2xf32>
}

// Reductions: a sum in the declared order (lanes of 32: element 0 and element
// 32 meet first), and a maximum, which a NaN wins. A probe writes no plane.
// CHECK-LABEL: @reductions
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  3FC00000{{$}}
// CHECK-NEXT: values 1.5{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  4CBEBC20{{$}}
// CHECK-NEXT: values 100000000{{$}}
// CHECK-NEXT: result 2: tensor<f32>
// CHECK-NEXT: codes  7FC00000{{$}}
// CHECK-NEXT: values nan{{$}}
// CHECK-NEXT: result 3: tensor<f32>
// CHECK-NEXT: codes  3FC00000{{$}}
// CHECK-NEXT: values 1.5{{$}}
func.func @reductions() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %w = arith.constant dense<[0x4CBEBC20, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0xCCBEBC20, 0x00000000, 0x00000000, 0x00000000,
      0x00000000, 0x00000000, 0x00000000, 0x3F800000]> : tensor<40xf32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %nan = arith.constant dense<0xFFC00000> : tensor<f32>
  %0:4 = fp8.update states(%w : tensor<40xf32>) reductions [#fp8.reduction<sum>, #fp8.reduction<max>, #fp8.reduction<max>]
      outs(%w, %half, %half, %nan : tensor<40xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p, %p, %p : f32, f32, f32, f32
  }
  %1 = fp8.update probe states(%w : tensor<40xf32>) reductions [#fp8.reduction<sum>] outs(%half : tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  }
  return %0#1, %0#2, %0#3, %1 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// Storage saturates where arith.truncf would give an infinity; an input in f16.
// CHECK-LABEL: @saturate
// CHECK-NEXT: result 0: tensor<2xf16>
// CHECK-NEXT: codes  7BFF FBFF
// CHECK-NEXT: values 65504 -65504
func.func @saturate() -> tensor<2xf16> {
  %w = arith.constant dense<0.0> : tensor<2xf16>
  %g = arith.constant dense<[60000.0, -60000.0]> : tensor<2xf16>
  %0 = fp8.update states(%w : tensor<2xf16>) inputs(%g : tensor<2xf16>) outs(%w : tensor<2xf16>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.addf %d, %d : f32
    fp8.yield %n : f32
  }
  return %0 : tensor<2xf16>
}
