// bf16 to e4m3 in MX granules along rows and along columns, from one read.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!turned = tensor<${COLUMNS}x${ROWS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!scales = tensor<${ROWS}x${COLUMNS_32}xf8E8M0FNU>
!turned_codes = tensor<${COLUMNS}x${ROWS}xf8E4M3FN>
!turned_scales = tensor<${COLUMNS}x${ROWS_32}xf8E8M0FNU>

func.func @step(%x: !x {fp8.name = "x"})
    -> (!codes {fp8.name = "codes"}, !scales {fp8.name = "scale_inv"}, !turned_codes {fp8.name = "turned_codes"}, !turned_scales {fp8.name = "turned_scale_inv"}) {
  %empty = tensor.empty() : !codes
  %none = tensor.empty() : !scales
  %codes, %scale_inv = fp8.quantize %x granularity<mx> outs(%empty, %none : !codes, !scales) : !x
  %across = tensor.empty() : !turned
  %turned = linalg.transpose ins(%x : !x) outs(%across : !turned) permutation = [1, 0]
  %turned_empty = tensor.empty() : !turned_codes
  %turned_none = tensor.empty() : !turned_scales
  %turned_codes, %turned_scale_inv = fp8.quantize %turned granularity<mx> outs(%turned_empty, %turned_none : !turned_codes, !turned_scales) : !turned
  return %codes, %scale_inv, %turned_codes, %turned_scale_inv : !codes, !scales, !turned_codes, !turned_scales
}
