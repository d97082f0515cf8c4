// bf16 to e4m3 under the scale of its own amax: two passes.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}) -> (!codes {fp8.name = "codes"}, !one {fp8.name = "scale_inv"}) {
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %amax = fp8.amax %x outs(%zero : !one) : !x
  %scale, %inv = fp8.compute_scale %amax for e4m3 : !one
  %codes = fp8.quantize %x by %scale outs(%empty : !codes) : !x, !one
  return %codes, %inv : !codes, !one
}
