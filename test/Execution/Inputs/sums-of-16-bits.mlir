// Sums of 16384 equal terms in bf16 and of 4096 in f16: a named reduction and a
// generic with two results.
#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<f32> {fp8.name = "x"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.updates = "w"}) {
  %zero = arith.constant 0.0 : bf16
  %zero_f16 = arith.constant 0.0 : f16
  %low = arith.constant 0xFF80 : bf16
  %term = tensor.extract %x[] : tensor<f32>
  %e0 = tensor.empty() : tensor<16384x4xf32>
  %wide = linalg.fill ins(%term : f32) outs(%e0 : tensor<16384x4xf32>) -> tensor<16384x4xf32>
  %rows = arith.truncf %wide : tensor<16384x4xf32> to tensor<16384x4xbf16>
  %e1 = tensor.empty() : tensor<4xbf16>
  %zeros = linalg.fill ins(%zero : bf16) outs(%e1 : tensor<4xbf16>) -> tensor<4xbf16>
  %lows = linalg.fill ins(%low : bf16) outs(%e1 : tensor<4xbf16>) -> tensor<4xbf16>
  %s:2 = linalg.generic {indexing_maps = [#id, #columns, #columns], iterator_types = ["reduction", "parallel"]} ins(%rows : tensor<16384x4xbf16>) outs(%zeros, %lows : tensor<4xbf16>, tensor<4xbf16>) {
  ^bb0(%in: bf16, %sum: bf16, %max: bf16):
    %a = arith.addf %in, %sum : bf16
    %m = arith.maximumf %in, %max : bf16
    linalg.yield %a, %m : bf16, bf16
  } -> (tensor<4xbf16>, tensor<4xbf16>)
  %e2 = tensor.empty() : tensor<4096xf32>
  %wide_terms = linalg.fill ins(%term : f32) outs(%e2 : tensor<4096xf32>) -> tensor<4096xf32>
  %terms = arith.truncf %wide_terms : tensor<4096xf32> to tensor<4096xf16>
  %e3 = tensor.empty() : tensor<f16>
  %z = linalg.fill ins(%zero_f16 : f16) outs(%e3 : tensor<f16>) -> tensor<f16>
  %t = linalg.reduce {arith.addf} ins(%terms : tensor<4096xf16>) outs(%z : tensor<f16>) dimensions = [0]
  %loss = arith.extf %t : tensor<f16> to tensor<f32>
  %sums = arith.extf %s#0 : tensor<4xbf16> to tensor<4xf32>
  %maxima = arith.extf %s#1 : tensor<4xbf16> to tensor<4xf32>
  %g = arith.addf %sums, %maxima : tensor<4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<4xf32>
  %old = arith.mulf %w, %zero_w : tensor<4xf32>
  %new = arith.addf %old, %g : tensor<4xf32>
  return %loss, %new : tensor<f32>, tensor<4xf32>
}
