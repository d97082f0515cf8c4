// Steps on bf16 from all sorts of f32, of either sign: every other 64 of them lie
// around the largest bf16, infinity and NaN, half of the others are subnormal or
// small, and a fifth lies half way between two bf16. One weight goes on as e4m3.

#map = affine_map<(d0) -> (d0)>
!x = tensor<4133xf32>
!half = tensor<4133xbf16>
!codes = tensor<4133xf8E4M3FN>

func.func private @bits() -> !x {
  %empty = tensor.empty() : !x
  %all = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%empty : !x) {
  ^bb0(%out: f32):
    %index = linalg.index 0 : index
    %i = arith.index_cast %index : index to i32
    %odd = arith.constant 0x9E3779B1 : i32
    %hash = arith.muli %i, %odd : i32
    %c128 = arith.constant 128 : i32
    %place = arith.remui %i, %c128 : i32
    %c64 = arith.constant 64 : i32
    %c2 = arith.constant 2 : i32
    %parity = arith.remui %i, %c2 : i32
    %c5 = arith.constant 5 : i32
    %fifth = arith.remui %i, %c5 : i32
    %c13 = arith.constant 13 : i32
    %low = arith.shrui %hash, %c13 : i32
    %large = arith.constant 0x7F7E0000 : i32
    %near = arith.addi %low, %large : i32
    %sign = arith.constant 0x80000000 : i32
    %negative = arith.andi %hash, %sign : i32
    %c6 = arith.constant 6 : i32
    %small = arith.shrui %hash, %c6 : i32
    %zero = arith.constant 0 : i32
    %isNear = arith.cmpi ult, %place, %c64 : i32
    %isSmall = arith.cmpi eq, %parity, %zero : i32
    %isHalfWay = arith.cmpi eq, %fifth, %zero : i32
    %0 = arith.select %isSmall, %small, %hash : i32
    %1 = arith.select %isNear, %near, %0 : i32
    %2 = arith.xori %1, %negative : i32
    %upper = arith.constant 0xFFFF0000 : i32
    %code = arith.andi %2, %upper : i32
    %half = arith.constant 0x8000 : i32
    %middle = arith.ori %code, %half : i32
    %3 = arith.select %isHalfWay, %middle, %2 : i32
    %f = arith.bitcast %3 : i32 to f32
    linalg.yield %f : f32
  } -> !x
  return %all : !x
}

func.func @step(%w: !half {fp8.name = "w"}, %r: !half {fp8.name = "r"}, %v: !half {fp8.name = "v"}, %g: !x)
    -> (!half {fp8.updates = "w"}, !half {fp8.updates = "r"}, !half {fp8.updates = "v"}, !half, !half, !codes, tensor<f32>) {
  %x = func.call @bits() : () -> !x
  %seed = arith.constant 5 : i32
  %step = arith.constant 1 : i32
  %new:3 = fp8.update states(%w, %r, %v : !half, !half, !half) inputs(%x, %g : !x, !x) seed %seed step %step
      storage [#fp8.storage<format = bf16, residual = bf16>, #fp8.storage<format = bf16, rounding = stochastic, stream = 0>]
      outs(%w, %r, %v : !half, !half, !half) {
  ^bb0(%p: f32, %q: f32, %a: f32, %b: f32):
    %0 = arith.mulf %b, %p : f32
    %1 = arith.addf %0, %a : f32
    %2 = arith.addf %q, %a : f32
    fp8.yield %1, %2 : f32, f32
  }
  %zero = arith.constant dense<0.0> : tensor<f32>
  %scale = arith.constant dense<64.0> : tensor<f32>
  %none = tensor.empty() : !codes
  %codes, %amax = fp8.quantize %new#0 by %scale with_amax outs(%none, %zero : !codes, tensor<f32>) : !half, tensor<f32>
  %same = fp8.convert %x : !x to !half
  %product = arith.mulf %x, %g : !x
  %other = fp8.convert %product : !x to !half
  return %new#0, %new#1, %new#2, %same, %other, %codes, %amax : !half, !half, !half, !half, !half, !codes, tensor<f32>
}
