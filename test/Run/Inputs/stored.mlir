// Adam without bias correction on data that changes from step to step, with all
// kinds of states: codes with a remainder, scales, a moment in bf16, one without
// a sign; a step number that seeds the draws. The rate falls with `t`, which is
// no state.
//   loss = sum(w * w)
func.func @train(%w: tensor<16x64xf8E4M3FN> {fp8.name = "w"},
                 %w_rest: tensor<16x64xi8> {fp8.name = "w.residual"},
                 %w_scale: tensor<16xf32> {fp8.name = "w.scale_inv"},
                 %m: tensor<16x64xbf16> {fp8.name = "m"},
                 %v: tensor<16x64xi8> {fp8.name = "v"},
                 %v_scale: tensor<16xf32> {fp8.name = "v.scale_inv"},
                 %step: i32 {fp8.name = "step"},
                 %g: tensor<16x64xf32> {fp8.name = "g"},
                 %t: tensor<f32> {fp8.name = "t"},
                 %seed: i32 {fp8.name = "seed"})
    -> (tensor<f32> {fp8.name = "loss"},
        tensor<16x64xf8E4M3FN> {fp8.name = "w", fp8.updates = "w"},
        tensor<16x64xi8> {fp8.name = "w.residual", fp8.updates = "w.residual"},
        tensor<16xf32> {fp8.name = "w.scale_inv", fp8.updates = "w.scale_inv"},
        tensor<16x64xbf16> {fp8.name = "m", fp8.updates = "m"},
        tensor<16x64xi8> {fp8.name = "v", fp8.updates = "v"},
        tensor<16xf32> {fp8.name = "v.scale_inv", fp8.updates = "v.scale_inv"},
        i32 {fp8.name = "step", fp8.updates = "step"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r:7 = fp8.update states(%w, %w_scale, %w_rest, %m, %v, %v_scale : tensor<16x64xf8E4M3FN>, tensor<16xf32>, tensor<16x64xi8>, tensor<16x64xbf16>, tensor<16x64xi8>, tensor<16xf32>)
      inputs(%g : tensor<16x64xf32>) scalars(%t : tensor<f32>) seed %seed step %step
      storage [#fp8.storage<format = e4m3, granularity = <group 64>, rounding = stochastic, residual = split8, stream = 0>,
               #fp8.storage<format = bf16, rounding = stochastic, stream = 1>,
               #fp8.storage<format = ue4m4, granularity = <group 64>, rounding = stochastic, stream = 2>]
      reductions [#fp8.reduction<sum>]
      outs(%w, %w_scale, %w_rest, %m, %v, %v_scale, %zero : tensor<16x64xf8E4M3FN>, tensor<16xf32>, tensor<16x64xi8>, tensor<16x64xbf16>, tensor<16x64xi8>, tensor<16xf32>, tensor<f32>) {
  ^bb0(%wi: f32, %mi: f32, %vi: f32, %gi: f32, %ti: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.99 : f32
    %a2 = arith.constant 0.01 : f32
    %eps = arith.constant 1.0e-8 : f32
    %lr = arith.constant 0.1 : f32
    %m0 = arith.mulf %b1, %mi : f32
    %m1 = arith.mulf %a1, %gi : f32
    %mn = arith.addf %m0, %m1 : f32
    %v0 = arith.mulf %b2, %vi : f32
    %gg = arith.mulf %gi, %gi : f32
    %v1 = arith.mulf %a2, %gg : f32
    %vn = arith.addf %v0, %v1 : f32
    %root = math.sqrt %vn : f32
    %denominator = arith.addf %root, %eps : f32
    %u = arith.divf %mn, %denominator : f32
    %rate = arith.divf %lr, %ti : f32
    %change = arith.mulf %rate, %u : f32
    %wn = arith.subf %wi, %change : f32
    %square = arith.mulf %wn, %wn : f32
    fp8.yield %wn, %mn, %vn, %square : f32, f32, f32, f32
  }
  %one = arith.constant 1 : i32
  %next = arith.addi %step, %one : i32
  return %r#6, %r#0, %r#2, %r#1, %r#3, %r#4, %r#5, %next : tensor<f32>, tensor<16x64xf8E4M3FN>, tensor<16x64xi8>, tensor<16xf32>, tensor<16x64xbf16>, tensor<16x64xi8>, tensor<16xf32>, i32
}
