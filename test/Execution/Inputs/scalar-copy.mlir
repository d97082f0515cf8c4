func.func @step(%w: tensor<f32> {fp8.name = "w"}, %t: tensor<bf16> {fp8.name = "t"})
    -> (tensor<f32> {fp8.updates = "w"}, tensor<bf16> {fp8.name = "c"}) {
  %new:2 = fp8.update states(%w : tensor<f32>)
      storage [#fp8.storage<format = f32, copies = [<format = bf16, transposed = true>]>]
      outs(%w, %t : tensor<f32>, tensor<bf16>) {
  ^bb0(%p: f32):
    %half = arith.constant 0.5 : f32
    %next = arith.mulf %p, %half : f32
    fp8.yield %next : f32
  }
  return %new#0, %new#1 : tensor<f32>, tensor<bf16>
}
