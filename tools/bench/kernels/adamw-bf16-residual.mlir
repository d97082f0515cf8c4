// AdamW in place on states as bf16-residual stores them.
// Arguments: w, r, m, v, g, rate, correct1, correct2, seed, step.

!x = tensor<2048x4096xf32>
!half = tensor<2048x4096xbf16>
!one = tensor<f32>

func.func @main(%w: !half {fp8.name = "w"}, %r: !half {fp8.name = "r"}, %m: !half {fp8.name = "m"}, %v: !half {fp8.name = "v"}, %g: !x, %rate: !one, %correct1: !one, %correct2: !one, %seeds: tensor<i32>, %steps: tensor<i32>)
    -> (!half {fp8.updates = "w"}, !half {fp8.updates = "r"}, !half {fp8.updates = "m"}, !half {fp8.updates = "v"}) {
  %seed = tensor.extract %seeds[] : tensor<i32>
  %step = tensor.extract %steps[] : tensor<i32>
  %new:4 = fp8.update states(%w, %r, %m, %v : !half, !half, !half, !half) inputs(%g : !x) scalars(%rate, %correct1, %correct2 : !one, !one, !one) seed %seed step %step
      storage [#fp8.storage<format = bf16, residual = bf16>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16, rounding = stochastic, stream = 0>]
      outs(%w, %r, %m, %v : !half, !half, !half, !half) {
  ^bb0(%p: f32, %first: f32, %second: f32, %d: f32, %lr: f32, %ibc1: f32, %ibc2: f32):
    %beta1 = arith.constant 0.9 : f32
    %alpha1 = arith.constant 0.1 : f32
    %beta2 = arith.constant 0.999 : f32
    %alpha2 = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %decay = arith.constant 0.1 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.mulf %beta1, %first : f32
    %1 = arith.mulf %alpha1, %d : f32
    %nm = arith.addf %0, %1 : f32
    %2 = arith.mulf %beta2, %second : f32
    %3 = arith.mulf %d, %d : f32
    %4 = arith.mulf %alpha2, %3 : f32
    %nv = arith.addf %2, %4 : f32
    %5 = arith.mulf %nm, %ibc1 : f32
    %6 = arith.mulf %nv, %ibc2 : f32
    %7 = math.sqrt %6 : f32
    %8 = arith.addf %7, %eps : f32
    %u = arith.divf %5, %8 : f32
    %9 = arith.mulf %lr, %decay : f32
    %keep = arith.subf %one, %9 : f32
    %10 = arith.mulf %p, %keep : f32
    %11 = arith.mulf %lr, %u : f32
    %next = arith.subf %10, %11 : f32
    fp8.yield %next, %nm, %nv : f32, f32, f32
  }
  return %new#0, %new#1, %new#2, %new#3 : !half, !half, !half, !half
}
