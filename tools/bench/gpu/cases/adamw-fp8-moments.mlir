// AdamW on bf16 weights with a bf16 compensation and moments in 8 bits in
// groups of 128, the second rounded stochastically, from a bf16 gradient; and
// the e4m3 weight that products read, with its amax.

!half = tensor<${ELEMENTS}xbf16>
!codes = tensor<${ELEMENTS}xf8E4M3FN>
!byte = tensor<${ELEMENTS}xi8>
!scales = tensor<${GROUPS}xf32>
!one = tensor<f32>

func.func @step(%w: !half {fp8.name = "w"}, %r: !half {fp8.name = "r"}, %m: !codes {fp8.name = "m"}, %ms: !scales {fp8.name = "m_scale"}, %v: !byte {fp8.name = "v"}, %vs: !scales {fp8.name = "v_scale"},
    %g: !half {fp8.name = "g"}, %lr: !one {fp8.name = "lr"}, %c1: !one {fp8.name = "c1"}, %c2: !one {fp8.name = "c2"}, %scale: !one {fp8.name = "scale"}, %seeds: tensor<i32> {fp8.name = "seed"}, %steps: tensor<i32> {fp8.name = "step"})
    -> (!half {fp8.name = "w", fp8.updates = "w"}, !half {fp8.name = "r", fp8.updates = "r"}, !codes {fp8.name = "m", fp8.updates = "m"}, !scales {fp8.name = "m_scale", fp8.updates = "m_scale"}, !byte {fp8.name = "v", fp8.updates = "v"}, !scales {fp8.name = "v_scale", fp8.updates = "v_scale"}, !codes {fp8.name = "copy"}, !one {fp8.name = "amax"}) {
  %seed = tensor.extract %seeds[] : tensor<i32>
  %step = tensor.extract %steps[] : tensor<i32>
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %new:8 = fp8.adamw states(%w, %r, %m, %ms, %v, %vs : !half, !half, !codes, !scales, !byte, !scales) gradient(%g : !half) lr %lr bias_corrections %c1, %c2 weight_decay 0.1
      scales(%scale) seed %seed step %step
      storage [#fp8.storage<format = bf16, residual = bf16, copies = [<format = e4m3>]>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1073741824>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>]
      outs(%w, %r, %empty, %m, %ms, %v, %vs, %zero : !half, !half, !codes, !codes, !scales, !byte, !scales, !one)
  return %new#0, %new#1, %new#3, %new#4, %new#5, %new#6, %new#2, %new#7 : !half, !half, !codes, !scales, !byte, !scales, !codes, !one
}
