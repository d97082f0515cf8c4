func.func @step(%w: tensor<129x0xf8E4M3FN> {fp8.name = "w"}, %s: tensor<2x0xf32> {fp8.name = "s"},
                %t: tensor<0x129xf8E4M3FN> {fp8.name = "t"}, %scale: tensor<f32> {fp8.name = "scale"},
                %zero: tensor<f32> {fp8.name = "zero"})
    -> (tensor<129x0xf8E4M3FN> {fp8.updates = "w"}, tensor<2x0xf32> {fp8.updates = "s"},
        tensor<0x129xf8E4M3FN> {fp8.name = "copy"}, tensor<f32> {fp8.name = "amax"}) {
  %new:4 = fp8.update states(%w, %s : tensor<129x0xf8E4M3FN>, tensor<2x0xf32>) scales(%scale : tensor<f32>)
      storage [#fp8.storage<format = e4m3, granularity = <block 128x128>,
                            copies = [<format = e4m3, transposed = true>]>]
      outs(%w, %s, %t, %zero : tensor<129x0xf8E4M3FN>, tensor<2x0xf32>, tensor<0x129xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %new#0, %new#1, %new#2, %new#3
      : tensor<129x0xf8E4M3FN>, tensor<2x0xf32>, tensor<0x129xf8E4M3FN>, tensor<f32>
}
