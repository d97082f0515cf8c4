// Two layers, forward and backward, with the names w1, w2, x and t.

#btc = affine_map<(b, t, n, c) -> (b, t, c)>
#cn = affine_map<(b, t, n, c) -> (c, n)>
#nc = affine_map<(b, t, n, c) -> (n, c)>
#btn = affine_map<(b, t, n, c) -> (b, t, n)>
#x = affine_map<(c, n, b, t) -> (b, t, c)>
#d = affine_map<(c, n, b, t) -> (b, t, n)>
#w = affine_map<(c, n, b, t) -> (c, n)>

func.func @step(%w1: tensor<8x6xf32> {fp8.name = "w1"}, %w2: tensor<6x4xf32> {fp8.name = "w2"}, %x: tensor<2x3x8xf32> {fp8.name = "x"}, %t: tensor<2x3x4xf32> {fp8.name = "t"}) -> (tensor<8x6xf32>, tensor<6x4xf32>, tensor<f32>) {
  %zero_h = arith.constant dense<0.0> : tensor<2x3x6xf32>
  %zero_y = arith.constant dense<0.0> : tensor<2x3x4xf32>
  %zero_1 = arith.constant dense<0.0> : tensor<8x6xf32>
  %zero_2 = arith.constant dense<0.0> : tensor<6x4xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.contract indexing_maps = [#btc, #cn, #btn] ins(%x, %w1 : tensor<2x3x8xf32>, tensor<8x6xf32>) outs(%zero_h : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %y = linalg.contract indexing_maps = [#btc, #cn, #btn] ins(%h, %w2 : tensor<2x3x6xf32>, tensor<6x4xf32>) outs(%zero_y : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %d = arith.subf %y, %t : tensor<2x3x4xf32>
  %sq = arith.mulf %d, %d : tensor<2x3x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x3x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1, 2]
  %e = linalg.contract indexing_maps = [#btc, #nc, #btn] ins(%d, %w2 : tensor<2x3x4xf32>, tensor<6x4xf32>) outs(%zero_h : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %dw2 = linalg.contract indexing_maps = [#x, #d, #w] ins(%h, %d : tensor<2x3x6xf32>, tensor<2x3x4xf32>) outs(%zero_2 : tensor<6x4xf32>) -> tensor<6x4xf32>
  %dw1 = linalg.contract indexing_maps = [#x, #d, #w] ins(%x, %e : tensor<2x3x8xf32>, tensor<2x3x6xf32>) outs(%zero_1 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %n1 = arith.subf %w1, %dw1 : tensor<8x6xf32>
  %n2 = arith.subf %w2, %dw2 : tensor<6x4xf32>
  return %n1, %n2, %loss : tensor<8x6xf32>, tensor<6x4xf32>, tensor<f32>
}
