// bf16 to e4m3 in MX granules along rows and along columns, from one read.

!x = tensor<${ROWS}x${COLUMNS}xbf16>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!rows = tensor<${ROWS}x${COLUMNS_32}xf8E8M0FNU>
!columns = tensor<${ROWS_32}x${COLUMNS}xf8E8M0FNU>

func.func @step(%x: !x {fp8.name = "x"})
    -> (!codes {fp8.name = "row_codes"}, !rows {fp8.name = "row_scale_inv"}, !codes {fp8.name = "column_codes"}, !columns {fp8.name = "column_scale_inv"}) {
  %empty = tensor.empty() : !codes
  %no_rows = tensor.empty() : !rows
  %no_columns = tensor.empty() : !columns
  %row_codes, %row_scale_inv = fp8.quantize %x granularity<mx> outs(%empty, %no_rows : !codes, !rows) : !x
  %column_codes, %column_scale_inv = fp8.quantize %x granularity<mx 32x1> outs(%empty, %no_columns : !codes, !columns) : !x
  return %row_codes, %row_scale_inv, %column_codes, %column_scale_inv : !codes, !rows, !codes, !columns
}
