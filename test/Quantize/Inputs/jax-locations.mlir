// Two products of two values of the forward, with locations as JAX writes them.

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>

func.func @step(%w: tensor<8x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4x8xf32> {fp8.name = "x"}) -> (tensor<8x8xf32> {fp8.updates = "w"}, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %zero_s = arith.constant dense<0.0> : tensor<4x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = math.tanh %h : tensor<4x8xf32>
  %k = math.sin %h : tensor<4x8xf32>
  %s = linalg.contract indexing_maps = [#a, #b, #c] ins(%q, %k : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero_s : tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(step)/jvp(h0)/attn/dot_general"("model.py":5:3))
  %p = math.exp %s : tensor<4x4xf32>
  %v = math.cos %h : tensor<4x8xf32>
  %y = linalg.matmul ins(%p, %v : tensor<4x4xf32>, tensor<4x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32> loc("/home/user/model.py":7:3)
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %d = arith.mulf %y, %h : tensor<4x8xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<4x8xf32>, tensor<4x8xf32>) outs(%zero_w : tensor<8x8xf32>) -> tensor<8x8xf32>
  %n = arith.subf %w, %dw : tensor<8x8xf32>
  return %n, %loss : tensor<8x8xf32>, tensor<f32>
}
