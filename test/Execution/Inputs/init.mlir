func.func @step(%seed: i32 {fp8.name = "seed"}) -> (
    tensor<64x48xf8E4M3FN> {fp8.name = "tensor"}, tensor<f32> {fp8.name = "tensor.inv"}, tensor<f32> {fp8.name = "tensor.amax"}, tensor<64x48xf32> {fp8.name = "tensor.wide"},
    tensor<64x64xf8E5M2> {fp8.name = "mx"}, tensor<64x2xf8E8M0FNU> {fp8.name = "mx.inv"},
    tensor<20x48xf8E4M3FN> {fp8.name = "part"}, tensor<20xf32> {fp8.name = "part.inv"},
    tensor<30xf32> {fp8.name = "uniform"}, tensor<30xbf16> {fp8.name = "truncated"}, tensor<30xf16> {fp8.name = "ones"}) {
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %m0 = tensor.empty() : tensor<64x64xf8E5M2>
  %e0 = tensor.empty() : tensor<64x2xf8E8M0FNU>
  %p0 = tensor.empty() : tensor<20x48xf8E4M3FN>
  %r0 = tensor.empty() : tensor<20xf32>
  %u0 = tensor.empty() : tensor<30xf32>
  %t0 = tensor.empty() : tensor<30xbf16>
  %o0 = tensor.empty() : tensor<30xf16>
  %c:4 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 1 seed %seed with_amax with_wide outs(%c0, %s0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<64x48xf32>)
  %m:2 = fp8.init normal gain 1.0 fan<average> axes [0, 1] granularity<mx> stream 2 seed %seed outs(%m0, %e0 : tensor<64x64xf8E5M2>, tensor<64x2xf8E8M0FNU>)
  %p:2 = fp8.init truncated_normal gain 1.0 fan<out> axes [0, 1] granularity<row> stream 1 seed %seed at [44, 0] of [64, 48] outs(%p0, %r0 : tensor<20x48xf8E4M3FN>, tensor<20xf32>)
  %u = fp8.init uniform parameters [-1.0, 2.0] stream 3 seed %seed outs(%u0 : tensor<30xf32>)
  %t = fp8.init truncated_normal parameters [0.5, 2.0] stream 4 seed %seed outs(%t0 : tensor<30xbf16>)
  %o = fp8.init ones outs(%o0 : tensor<30xf16>)
  return %c#0, %c#1, %c#2, %c#3, %m#0, %m#1, %p#0, %p#1, %u, %t, %o : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<64x48xf32>, tensor<64x64xf8E5M2>, tensor<64x2xf8E8M0FNU>, tensor<20x48xf8E4M3FN>, tensor<20xf32>, tensor<30xf32>, tensor<30xbf16>, tensor<30xf16>
}
