// RUN: fp8-eval %s | FileCheck %s
// The decomposition gives the same bits.
// RUN: fp8-opt %s --fp8-decompose --fp8-expand-math | fp8-eval | FileCheck %s
// So do kernels.
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// CHECK-LABEL: @constants
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes  00000000 00000000{{$}}
// CHECK-NEXT: values 0 0{{$}}
// CHECK-NEXT: result 1: tensor<2xbf16>
// CHECK-NEXT: codes  3F80 3F80{{$}}
// CHECK-NEXT: values 1 1{{$}}
// CHECK-NEXT: result 2: tensor<2xf8E4M3FN>
// CHECK-NEXT: codes  FE FE{{$}}
// CHECK-NEXT: values -448 -448{{$}}
// CHECK-NEXT: result 3: tensor<f32>
// CHECK-NEXT: codes  3A924925{{$}}
// CHECK-NEXT: values 0.0011{{.*}}
// CHECK-NEXT: result 4: tensor<f32>
// CHECK-NEXT: codes  3F000000{{$}}
// CHECK-NEXT: values 0.5{{$}}
// Codes of zeros have a scale of 1: there is no amax to make one of.
// CHECK-NEXT: result 5: tensor<2xf8E5M2>
// CHECK-NEXT: codes  00 00{{$}}
// CHECK-NEXT: values 0 0{{$}}
// CHECK-NEXT: result 6: tensor<f32>
// CHECK-NEXT: codes  3F800000{{$}}
// CHECK-NEXT: values 1{{$}}
func.func @constants() -> (tensor<2xf32>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<2xf8E5M2>, tensor<f32>) {
  %f32 = tensor.empty() : tensor<2xf32>
  %bf16 = tensor.empty() : tensor<2xbf16>
  %e4 = tensor.empty() : tensor<2xf8E4M3FN>
  %e5 = tensor.empty() : tensor<2xf8E5M2>
  // The contents of a destination are not read.
  %s = arith.constant dense<9.0> : tensor<f32>
  %0 = fp8.init zeros outs(%f32 : tensor<2xf32>)
  %1 = fp8.init ones outs(%bf16 : tensor<2xbf16>)
  %2:3 = fp8.init constant parameters [-0.5] with_amax outs(%e4, %s, %s : tensor<2xf8E4M3FN>, tensor<f32>, tensor<f32>)
  %3:2 = fp8.init zeros outs(%e5, %s : tensor<2xf8E5M2>, tensor<f32>)
  return %0, %1, %2#0, %2#1, %2#2, %3#0, %3#1 : tensor<2xf32>, tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<2xf8E5M2>, tensor<f32>
}

// Random numbers of seed 42, stream 5: they agree with a model of Philox and
// of the distributions in exact arithmetic, to 2e-7.
// CHECK-LABEL: @draws
// CHECK-NEXT: result 0: tensor<4xf32>
// CHECK-NEXT: codes  3FF342FE 3FFC0354 BF70A16A 4028C3A8{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: result 1: tensor<4xf32>
// CHECK-NEXT: codes  3F41488D 3F32FEE7 BD1A237C 3E6B0534{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: result 2: tensor<4xf32>
// CHECK-NEXT: codes  3FBD3D95 3FB4DDE0 3EE5B239 3F4FD8BE{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: result 3: tensor<2x4xf32>
// CHECK-NEXT: codes  3EE21D04 BC9D25A7 BE81A9DD BF2BA0B6{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: codes  BC359115 3E95125E BE866416 3E7BE1B6{{$}}
// CHECK-NEXT: values
// CHECK-NEXT: result 4: tensor<4xbf16>
// CHECK-NEXT: codes  3F41 3F33 BD1A 3E6B{{$}}
// CHECK-NEXT: values
func.func @draws() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<4xbf16>) {
  %seed = arith.constant 42 : i32
  %f32 = tensor.empty() : tensor<4xf32>
  %m = tensor.empty() : tensor<2x4xf32>
  %bf16 = tensor.empty() : tensor<4xbf16>
  %0 = fp8.init uniform parameters [-1.0, 3.0] stream 5 seed %seed outs(%f32 : tensor<4xf32>)
  %1 = fp8.init normal parameters [0.0, 1.0] stream 5 seed %seed outs(%f32 : tensor<4xf32>)
  %2 = fp8.init truncated_normal parameters [0.5, 2.0, 1.0] stream 5 seed %seed outs(%f32 : tensor<4xf32>)
  // A deviation of sqrt(2 / 8), for the fan of the whole.
  %3 = fp8.init normal gain 1.41421354 fan<out> axes [0, 1] stream 5 seed %seed at [1, 2] of [4, 8] outs(%m : tensor<2x4xf32>)
  %4 = fp8.init normal parameters [0.0, 1.0] stream 5 seed %seed outs(%bf16 : tensor<4xbf16>)
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x4xf32>, tensor<4xbf16>
}

// Two passes: the largest value has the largest code, a NaN or a scale of 1 is
// nowhere, and quantizing the wide values gives the same codes and scales.
// CHECK-LABEL: @two_passes
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  00000000{{$}}
func.func @two_passes() -> (tensor<i32>, tensor<f32>) {
  %seed = arith.constant 42 : i32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<48x64xf8E4M3FN>
  %w0 = tensor.empty() : tensor<48x64xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %i, %a, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_amax with_wide outs(%c0, %s0, %s0, %w0 : tensor<48x64xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<48x64xf32>)
  %amax = fp8.amax %w outs(%zero : tensor<f32>) : tensor<48x64xf32>
  %scale, %inv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %d = fp8.quantize %w by %scale outs(%c0 : tensor<48x64xf8E4M3FN>) : tensor<48x64xf32>, tensor<f32>
  %differ = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %d : tensor<48x64xf8E4M3FN>, tensor<48x64xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %da = arith.subf %a, %amax : tensor<f32>
  %di = arith.subf %i, %inv : tensor<f32>
  %ma = math.absf %da : tensor<f32>
  %mi = math.absf %di : tensor<f32>
  %both = arith.addf %ma, %mi : tensor<f32>
  return %differ, %both : tensor<i32>, tensor<f32>
}
