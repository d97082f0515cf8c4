// AdamW in place on states as fp8-split8 stores them, under scales that are known
// before, and the amax of what is stored.
// Arguments: w, r, m, m_scale, v, v_scale, g, rate, correct1, correct2, bound,
// old_inverse, scale, seed, step, amax.

!x = tensor<2048x4096xf32>
!main = tensor<2048x4096xf8E4M3FN>
!rest = tensor<2048x4096xi8>
!byte = tensor<2048x4096xi8>
!scales = tensor<65536xf32>
!one = tensor<f32>

func.func @main(%w: !main {fp8.name = "w"}, %r: !rest {fp8.name = "r"}, %m: !main {fp8.name = "m"}, %ms: !scales {fp8.name = "ms"}, %v: !byte {fp8.name = "v"}, %vs: !scales {fp8.name = "vs"}, %g: !x, %rate: !one, %correct1: !one, %correct2: !one, %bound: !one, %old: !one, %scale: !one, %seeds: tensor<i32>, %steps: tensor<i32>)
    -> (!main {fp8.updates = "w"}, !rest {fp8.updates = "r"}, !main {fp8.updates = "m"}, !scales {fp8.updates = "ms"}, !byte {fp8.updates = "v"}, !scales {fp8.updates = "vs"}, !one) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %seed = tensor.extract %seeds[] : tensor<i32>
  %step = tensor.extract %steps[] : tensor<i32>
  %new:7 = fp8.update states(%w, %r, %m, %ms, %v, %vs : !main, !rest, !main, !scales, !byte, !scales) inputs(%g : !x) scalars(%rate, %correct1, %correct2, %bound : !one, !one, !one, !one) scales(%old, %scale : !one, !one) seed %seed step %step
      storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 1>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1073741824>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>]
      outs(%w, %r, %m, %ms, %v, %vs, %zero : !main, !rest, !main, !scales, !byte, !scales, !one) {
  ^bb0(%p: f32, %first: f32, %second: f32, %d: f32, %lr: f32, %ibc1: f32, %ibc2: f32, %k: f32):
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
    %lowest = arith.negf %k : f32
    %low = arith.maximumf %u, %lowest : f32
    %high = arith.minimumf %low, %k : f32
    %9 = arith.mulf %lr, %decay : f32
    %keep = arith.subf %one, %9 : f32
    %10 = arith.mulf %p, %keep : f32
    %11 = arith.mulf %lr, %high : f32
    %next = arith.subf %10, %11 : f32
    fp8.yield %next, %nm, %nv : f32, f32, f32
  }
  return %new#0, %new#1, %new#2, %new#3, %new#4, %new#5, %new#6 : !main, !rest, !main, !scales, !byte, !scales, !one
}
