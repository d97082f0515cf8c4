// bf16 to e4m3 in blocks of 1 x 128.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!scales = tensor<${ROWS}x${COLUMNS_128}xf32>

func.func @step(%x: !x {fp8.name = "x"}) -> (!codes {fp8.name = "codes"}, !scales {fp8.name = "scale_inv"}) {
  %empty = tensor.empty() : !codes
  %none = tensor.empty() : !scales
  %codes, %scale_inv = fp8.quantize %x granularity<block 1x128> outs(%empty, %none : !codes, !scales) : !x
  return %codes, %scale_inv : !codes, !scales
}
