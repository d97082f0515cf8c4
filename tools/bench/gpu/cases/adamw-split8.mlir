// AdamW on weights as fp8-split8 stores them, e4m3 and 8 more bits under a
// tensor-wise scale, and moments in 8 bits in groups of 128; from a bf16
// gradient.

!main = tensor<${ELEMENTS}xf8E4M3FN>
!byte = tensor<${ELEMENTS}xi8>
!scales = tensor<${GROUPS}xf32>
!g = tensor<${ELEMENTS}xbf16>
!one = tensor<f32>

func.func @step(%w: !main {fp8.name = "w"}, %r: !byte {fp8.name = "r"}, %m: !main {fp8.name = "m"}, %ms: !scales {fp8.name = "m_scale"}, %v: !byte {fp8.name = "v"}, %vs: !scales {fp8.name = "v_scale"},
    %g: !g {fp8.name = "g"}, %lr: !one {fp8.name = "lr"}, %c1: !one {fp8.name = "c1"}, %c2: !one {fp8.name = "c2"}, %old: !one {fp8.name = "scale_inv"}, %scale: !one {fp8.name = "scale"}, %seeds: tensor<i32> {fp8.name = "seed"}, %steps: tensor<i32> {fp8.name = "step"})
    -> (!main {fp8.name = "w", fp8.updates = "w"}, !byte {fp8.name = "r", fp8.updates = "r"}, !main {fp8.name = "m", fp8.updates = "m"}, !scales {fp8.name = "m_scale", fp8.updates = "m_scale"}, !byte {fp8.name = "v", fp8.updates = "v"}, !scales {fp8.name = "v_scale", fp8.updates = "v_scale"}, !one {fp8.name = "amax"}) {
  %seed = tensor.extract %seeds[] : tensor<i32>
  %step = tensor.extract %steps[] : tensor<i32>
  %zero = arith.constant dense<0.0> : !one
  %new:7 = fp8.adamw states(%w, %r, %m, %ms, %v, %vs : !main, !byte, !main, !scales, !byte, !scales) gradient(%g : !g) lr %lr bias_corrections %c1, %c2 weight_decay 0.1
      scales(%old, %scale) seed %seed step %step
      storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 1>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1073741824>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>]
      outs(%w, %r, %m, %ms, %v, %vs, %zero : !main, !byte, !main, !scales, !byte, !scales, !one)
  return %new#0, %new#1, %new#2, %new#3, %new#4, %new#5, %new#6 : !main, !byte, !main, !scales, !byte, !scales, !one
}
