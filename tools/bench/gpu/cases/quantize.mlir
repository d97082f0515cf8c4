// bf16 to e4m3 under a scale that is known before, and the amax.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %scale: !one {fp8.name = "scale"})
    -> (!codes {fp8.name = "codes"}, !one {fp8.name = "amax"}) {
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %codes, %amax = fp8.quantize %x by %scale with_amax outs(%empty, %zero : !codes, !one) : !x, !one
  return %codes, %amax : !codes, !one
}
