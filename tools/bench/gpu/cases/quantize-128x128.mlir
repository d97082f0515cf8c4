// f32 to e4m3 in blocks of 128 x 128, as weights are.

!x = tensor<${ROWS}x${COLUMNS}xf32>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!scales = tensor<${ROWS_128}x${COLUMNS_128}xf32>

func.func @step(%x: !x {fp8.name = "x"}) -> (!codes {fp8.name = "codes"}, !scales {fp8.name = "scale_inv"}) {
  %empty = tensor.empty() : !codes
  %none = tensor.empty() : !scales
  %codes, %scale_inv = fp8.quantize %x granularity<block 128x128> outs(%empty, %none : !codes, !scales) : !x
  return %codes, %scale_inv : !codes, !scales
}
