// A linear layer forward and backward on codes with scales of blocks: extents
// that leave rests of blocks and of tiles of scales.

#xt = affine_map<(m, n, k) -> (m, k)>
#wt = affine_map<(m, n, k) -> (n, k)>
#yt = affine_map<(m, n, k) -> (m, n)>
!x = tensor<144x208xf32>
!w = tensor<160x208xf32>
!y = tensor<144x160xf32>
!yn = tensor<144x160xbf16>
!xn = tensor<144x208xbf16>
!xq = tensor<144x208xf8E4M3FN>
!wq = tensor<160x208xf8E4M3FN>
!yq = tensor<144x160xf8E5M2>

func.func @blocks(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %dy: !y {fp8.name = "dy"}, %dw0: !w {fp8.name = "dw0"}) -> (!yn {fp8.name = "y"}, !xn {fp8.name = "dx"}, !w {fp8.name = "dw"}) {
  %x_rows_e = tensor.empty() : !xq
  %x_rows_z = tensor.empty() : tensor<144x2xf32>
  %x_rows, %x_rows_s = fp8.quantize %x granularity<block 1x128> outs(%x_rows_e, %x_rows_z : !xq, tensor<144x2xf32>) : !x
  %x_columns_e = tensor.empty() : !xq
  %x_columns_z = tensor.empty() : tensor<2x208xf32>
  %x_columns, %x_columns_s = fp8.quantize %x granularity<block 128x1> outs(%x_columns_e, %x_columns_z : !xq, tensor<2x208xf32>) : !x
  %w_rows_e = tensor.empty() : !wq
  %w_rows_z = tensor.empty() : tensor<2x2xf32>
  %w_rows, %w_rows_s = fp8.quantize %w granularity<block 128x128> outs(%w_rows_e, %w_rows_z : !wq, tensor<2x2xf32>) : !w
  %dy_rows_e = tensor.empty() : !yq
  %dy_rows_z = tensor.empty() : tensor<144x2xf32>
  %dy_rows, %dy_rows_s = fp8.quantize %dy granularity<block 1x128> outs(%dy_rows_e, %dy_rows_z : !yq, tensor<144x2xf32>) : !y
  %dy_columns_e = tensor.empty() : !yq
  %dy_columns_z = tensor.empty() : tensor<2x160xf32>
  %dy_columns, %dy_columns_s = fp8.quantize %dy granularity<block 128x1> outs(%dy_columns_e, %dy_columns_z : !yq, tensor<2x160xf32>) : !y
  %y0 = arith.constant dense<0.0> : !yn
  %x0 = arith.constant dense<0.0> : !xn
  %y = fp8.contract [#xt, #wt, #yt] %x_rows by %x_rows_s granularity<block 1x128>, %w_rows by %w_rows_s granularity<block 128x128> outs(%y0 : !yn) : !xq by tensor<144x2xf32>, !wq by tensor<2x2xf32>
  %dx = fp8.contract [#yt, #wt, #xt] %dy_rows by %dy_rows_s granularity<block 1x128>, %w_rows by %w_rows_s granularity<block 128x128> outs(%x0 : !xn) : !yq by tensor<144x2xf32>, !wq by tensor<2x2xf32>
  %dw = fp8.contract [#yt, #xt, #wt] %dy_columns by %dy_columns_s granularity<block 128x1>, %x_columns by %x_columns_s granularity<block 128x1> outs(%dw0 : !w) : !yq by tensor<2x160xf32>, !xq by tensor<2x208xf32>
  return %y, %dx, %dw : !yn, !xn, !w
}

func.func @mx(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %dy: !y {fp8.name = "dy"}, %dw0: !w {fp8.name = "dw0"}) -> (!yn {fp8.name = "y"}, !xn {fp8.name = "dx"}, !w {fp8.name = "dw"}) {
  %x_rows_e = tensor.empty() : !xq
  %x_rows_z = tensor.empty() : tensor<144x7xf8E8M0FNU>
  %x_rows, %x_rows_s = fp8.quantize %x granularity<mx> outs(%x_rows_e, %x_rows_z : !xq, tensor<144x7xf8E8M0FNU>) : !x
  %x_columns_e = tensor.empty() : !xq
  %x_columns_z = tensor.empty() : tensor<5x208xf8E8M0FNU>
  %x_columns, %x_columns_s = fp8.quantize %x granularity<mx 32x1> outs(%x_columns_e, %x_columns_z : !xq, tensor<5x208xf8E8M0FNU>) : !x
  %w_rows_e = tensor.empty() : !wq
  %w_rows_z = tensor.empty() : tensor<160x7xf8E8M0FNU>
  %w_rows, %w_rows_s = fp8.quantize %w granularity<mx> outs(%w_rows_e, %w_rows_z : !wq, tensor<160x7xf8E8M0FNU>) : !w
  %w_columns_e = tensor.empty() : !wq
  %w_columns_z = tensor.empty() : tensor<5x208xf8E8M0FNU>
  %w_columns, %w_columns_s = fp8.quantize %w granularity<mx 32x1> outs(%w_columns_e, %w_columns_z : !wq, tensor<5x208xf8E8M0FNU>) : !w
  %dy_rows_e = tensor.empty() : !yq
  %dy_rows_z = tensor.empty() : tensor<144x5xf8E8M0FNU>
  %dy_rows, %dy_rows_s = fp8.quantize %dy granularity<mx> outs(%dy_rows_e, %dy_rows_z : !yq, tensor<144x5xf8E8M0FNU>) : !y
  %dy_columns_e = tensor.empty() : !yq
  %dy_columns_z = tensor.empty() : tensor<5x160xf8E8M0FNU>
  %dy_columns, %dy_columns_s = fp8.quantize %dy granularity<mx 32x1> outs(%dy_columns_e, %dy_columns_z : !yq, tensor<5x160xf8E8M0FNU>) : !y
  %y0 = arith.constant dense<0.0> : !yn
  %x0 = arith.constant dense<0.0> : !xn
  %y = fp8.contract [#xt, #wt, #yt] %x_rows by %x_rows_s granularity<mx>, %w_rows by %w_rows_s granularity<mx> outs(%y0 : !yn) : !xq by tensor<144x7xf8E8M0FNU>, !wq by tensor<160x7xf8E8M0FNU>
  %dx = fp8.contract [#yt, #wt, #xt] %dy_rows by %dy_rows_s granularity<mx>, %w_columns by %w_columns_s granularity<mx 32x1> outs(%x0 : !xn) : !yq by tensor<144x5xf8E8M0FNU>, !wq by tensor<5x208xf8E8M0FNU>
  %dw = fp8.contract [#yt, #xt, #wt] %dy_columns by %dy_columns_s granularity<mx 32x1>, %x_columns by %x_columns_s granularity<mx 32x1> outs(%dw0 : !w) : !yq by tensor<5x160xf8E8M0FNU>, !xq by tensor<5x208xf8E8M0FNU>
  return %y, %dx, %dw : !yn, !xn, !w
}
