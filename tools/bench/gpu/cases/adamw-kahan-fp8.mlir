// AdamW on bf16 weights with a bf16 compensation and bf16 moments, the second
// rounded stochastically, from a bf16 gradient; and the e4m3 weight that
// products read, with its amax.

!half = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!one = tensor<f32>

func.func @step(%w: !half {fp8.name = "w"}, %r: !half {fp8.name = "r"}, %m: !half {fp8.name = "m"}, %v: !half {fp8.name = "v"},
    %g: !half {fp8.name = "g"}, %lr: !one {fp8.name = "lr"}, %c1: !one {fp8.name = "c1"}, %c2: !one {fp8.name = "c2"}, %scale: !one {fp8.name = "scale"}, %seeds: tensor<i32> {fp8.name = "seed"}, %steps: tensor<i32> {fp8.name = "step"})
    -> (!half {fp8.name = "w", fp8.updates = "w"}, !half {fp8.name = "r", fp8.updates = "r"}, !half {fp8.name = "m", fp8.updates = "m"}, !half {fp8.name = "v", fp8.updates = "v"}, !codes {fp8.name = "copy"}, !one {fp8.name = "amax"}) {
  %seed = tensor.extract %seeds[] : tensor<i32>
  %step = tensor.extract %steps[] : tensor<i32>
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %new:6 = fp8.adamw states(%w, %r, %m, %v : !half, !half, !half, !half) gradient(%g : !half) lr %lr bias_corrections %c1, %c2 weight_decay 0.1
      scales(%scale) seed %seed step %step
      storage [#fp8.storage<format = bf16, residual = bf16, copies = [<format = e4m3>]>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16, rounding = stochastic, stream = 0>]
      outs(%w, %r, %empty, %m, %v, %zero : !half, !half, !codes, !half, !half, !one)
  return %new#0, %new#1, %new#3, %new#4, %new#2, %new#5 : !half, !half, !half, !half, !codes, !one
}
