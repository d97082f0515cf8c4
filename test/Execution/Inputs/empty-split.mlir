func.func @step(%w: tensor<0xf8E4M3FN> {fp8.name = "w"}, %r: tensor<0xi8> {fp8.name = "r"})
    -> (tensor<0xf8E4M3FN> {fp8.updates = "w"}, tensor<0xi8> {fp8.updates = "r"}, tensor<f32> {fp8.name = "amax"}) {
  %infinity = arith.constant dense<0x7F800000> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %new:3 = fp8.update states(%w, %r : tensor<0xf8E4M3FN>, tensor<0xi8>) scales(%infinity, %zero : tensor<f32>, tensor<f32>)
      storage [#fp8.storage<format = e4m3, residual = split8>]
      outs(%w, %r, %zero : tensor<0xf8E4M3FN>, tensor<0xi8>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %new#0, %new#1, %new#2 : tensor<0xf8E4M3FN>, tensor<0xi8>, tensor<f32>
}
