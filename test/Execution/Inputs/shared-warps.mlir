// Groups of 128 that several threads of a warp share, with one maximum over
// all of them: six of them in one tensor, and an odd number in the other.

func.func @step(%w: tensor<768xf8E4M3FN> {fp8.name = "w"}, %r: tensor<768xi8> {fp8.name = "r"}, %m: tensor<768xf8E4M3FN> {fp8.name = "m"}, %ms: tensor<6xf32> {fp8.name = "ms"}, %v: tensor<768xi8> {fp8.name = "v"}, %vs: tensor<6xf32> {fp8.name = "vs"}, %g: tensor<768xbf16> {fp8.name = "g"},
    %w1: tensor<896xf8E4M3FN> {fp8.name = "w1"}, %r1: tensor<896xi8> {fp8.name = "r1"}, %m1: tensor<896xf8E4M3FN> {fp8.name = "m1"}, %ms1: tensor<7xf32> {fp8.name = "ms1"}, %v1: tensor<896xi8> {fp8.name = "v1"}, %vs1: tensor<7xf32> {fp8.name = "vs1"}, %g1: tensor<896xbf16> {fp8.name = "g1"})
    -> (tensor<768xf8E4M3FN> {fp8.name = "w", fp8.updates = "w"}, tensor<768xi8> {fp8.name = "r", fp8.updates = "r"}, tensor<768xf8E4M3FN> {fp8.name = "m", fp8.updates = "m"}, tensor<6xf32> {fp8.name = "ms", fp8.updates = "ms"}, tensor<768xi8> {fp8.name = "v", fp8.updates = "v"}, tensor<6xf32> {fp8.name = "vs", fp8.updates = "vs"}, tensor<f32> {fp8.name = "amax"},
        tensor<896xf8E4M3FN> {fp8.name = "w1", fp8.updates = "w1"}, tensor<896xi8> {fp8.name = "r1", fp8.updates = "r1"}, tensor<896xf8E4M3FN> {fp8.name = "m1", fp8.updates = "m1"}, tensor<7xf32> {fp8.name = "ms1", fp8.updates = "ms1"}, tensor<896xi8> {fp8.name = "v1", fp8.updates = "v1"}, tensor<7xf32> {fp8.name = "vs1", fp8.updates = "vs1"}, tensor<f32> {fp8.name = "amax1"}) {
  %seed = arith.constant 7 : i32
  %step = arith.constant 3 : i32
  %lr = arith.constant dense<1.0e-3> : tensor<f32>
  %c1 = arith.constant dense<0.271> : tensor<f32>
  %c2 = arith.constant dense<2.997e-3> : tensor<f32>
  %old = arith.constant dense<1.0e-3> : tensor<f32>
  %scale = arith.constant dense<1.0e3> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %new:7 = fp8.adamw states(%w, %r, %m, %ms, %v, %vs : tensor<768xf8E4M3FN>, tensor<768xi8>, tensor<768xf8E4M3FN>, tensor<6xf32>, tensor<768xi8>, tensor<6xf32>) gradient(%g : tensor<768xbf16>) lr %lr bias_corrections %c1, %c2 weight_decay 0.1
      scales(%old, %scale) seed %seed step %step
      storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 1>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>]
      outs(%w, %r, %m, %ms, %v, %vs, %zero : tensor<768xf8E4M3FN>, tensor<768xi8>, tensor<768xf8E4M3FN>, tensor<6xf32>, tensor<768xi8>, tensor<6xf32>, tensor<f32>)
  %odd:7 = fp8.adamw states(%w1, %r1, %m1, %ms1, %v1, %vs1 : tensor<896xf8E4M3FN>, tensor<896xi8>, tensor<896xf8E4M3FN>, tensor<7xf32>, tensor<896xi8>, tensor<7xf32>) gradient(%g1 : tensor<896xbf16>) lr %lr bias_corrections %c1, %c2 weight_decay 0.1
      scales(%old, %scale) seed %seed step %step
      storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 1>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 0>]
      outs(%w1, %r1, %m1, %ms1, %v1, %vs1, %zero : tensor<896xf8E4M3FN>, tensor<896xi8>, tensor<896xf8E4M3FN>, tensor<7xf32>, tensor<896xi8>, tensor<7xf32>, tensor<f32>)
  return %new#0, %new#1, %new#2, %new#3, %new#4, %new#5, %new#6, %odd#0, %odd#1, %odd#2, %odd#3, %odd#4, %odd#5, %odd#6 : tensor<768xf8E4M3FN>, tensor<768xi8>, tensor<768xf8E4M3FN>, tensor<6xf32>, tensor<768xi8>, tensor<6xf32>, tensor<f32>, tensor<896xf8E4M3FN>, tensor<896xi8>, tensor<896xf8E4M3FN>, tensor<7xf32>, tensor<896xi8>, tensor<7xf32>, tensor<f32>
}
