// A layer that the module itself starts: FP8 codes with their scale, and a
// master that they were drawn with. The step encodes the master anew.

func.func @init(%seed: i32) -> (tensor<8x4xf8E4M3FN> {fp8.name = "w"}, tensor<f32> {fp8.name = "w.inv"}, tensor<8x4xf32> {fp8.name = "w.master"}) {
  %c0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %m0 = tensor.empty() : tensor<8x4xf32>
  %c, %s, %m = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 1 seed %seed with_wide outs(%c0, %s0, %m0 : tensor<8x4xf8E4M3FN>, tensor<f32>, tensor<8x4xf32>)
  return %c, %s, %m : tensor<8x4xf8E4M3FN>, tensor<f32>, tensor<8x4xf32>
}

func.func @train(%w: tensor<8x4xf8E4M3FN> {fp8.name = "w"}, %inv: tensor<f32> {fp8.name = "w.inv"}, %m: tensor<8x4xf32> {fp8.name = "w.master"}, %rate: tensor<f32> {fp8.name = "rate"})
    -> (tensor<8x4xf8E4M3FN> {fp8.updates = "w"}, tensor<f32> {fp8.updates = "w.inv"}, tensor<8x4xf32> {fp8.updates = "w.master"}, tensor<f32> {fp8.name = "loss"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %w0 = tensor.empty() : tensor<8x4xf32>
  %c0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %d = fp8.dequantize %w by %inv outs(%w0 : tensor<8x4xf32>) : tensor<8x4xf8E4M3FN>, tensor<f32>
  %sq = arith.mulf %d, %d : tensor<8x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<8x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %r = linalg.broadcast ins(%rate : tensor<f32>) outs(%w0 : tensor<8x4xf32>) dimensions = [0, 1]
  %g = arith.mulf %d, %r : tensor<8x4xf32>
  %n = arith.subf %m, %g : tensor<8x4xf32>
  %amax = fp8.amax %n outs(%zero : tensor<f32>) : tensor<8x4xf32>
  %scale, %ninv = fp8.compute_scale %amax for e4m3 : tensor<f32>
  %c = fp8.quantize %n by %scale outs(%c0 : tensor<8x4xf8E4M3FN>) : tensor<8x4xf32>, tensor<f32>
  return %c, %ninv, %n, %loss : tensor<8x4xf8E4M3FN>, tensor<f32>, tensor<8x4xf32>, tensor<f32>
}
