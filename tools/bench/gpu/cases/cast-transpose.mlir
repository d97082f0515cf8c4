// bf16 to e4m3 in rows and in columns, from one read, and the amax.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!turned = tensor<${COLUMNS}x${ROWS}xf8E4M3FN>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %scale: !one {fp8.name = "scale"})
    -> (!codes {fp8.name = "codes"}, !turned {fp8.name = "turned"}, !one {fp8.name = "amax"}) {
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %codes, %amax = fp8.quantize %x by %scale with_amax outs(%empty, %zero : !codes, !one) : !x, !one
  %across = tensor.empty() : !turned
  %turned = linalg.transpose ins(%codes : !codes) outs(%across : !turned) permutation = [1, 0]
  return %codes, %turned, %amax : !codes, !turned, !one
}
