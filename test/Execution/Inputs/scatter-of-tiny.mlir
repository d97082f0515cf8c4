// Subnormal numbers of bf16 are preserved, with positions inside of the
// tensor or outside.
func.func @step(%old: tensor<1x2xbf16>, %rows: tensor<4x2xbf16>, %at: tensor<4x1xi64>) -> tensor<1x2xbf16> {
  %0 = fp8.scatter_add %rows at %at outs(%old : tensor<1x2xbf16>) : tensor<4x2xbf16>, tensor<4x1xi64>
  return %0 : tensor<1x2xbf16>
}
