// A linear layer forward and backward in e4m3 and e5m2: y = x w^T, dx = dy w
// and dw = dy^T x in bf16, with scales of their own amaxes.

#xt = affine_map<(m, n, k) -> (m, k)>
#wt = affine_map<(m, n, k) -> (n, k)>
#yt = affine_map<(m, n, k) -> (m, n)>
!x = tensor<${ROWS}x${DEPTH}xbf16>
!w = tensor<${COLUMNS}x${DEPTH}xbf16>
!y = tensor<${ROWS}x${COLUMNS}xbf16>
!xq = tensor<${ROWS}x${DEPTH}xf8E4M3FN>
!wq = tensor<${COLUMNS}x${DEPTH}xf8E4M3FN>
!yq = tensor<${ROWS}x${COLUMNS}xf8E5M2>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %dy: !y {fp8.name = "dy"}) -> (!y {fp8.name = "y"}, !x {fp8.name = "dx"}, !w {fp8.name = "dw"}) {
  %zero = arith.constant dense<0.0> : !one
  %x_empty = tensor.empty() : !xq
  %x_amax = fp8.amax %x outs(%zero : !one) : !x
  %x_scale, %x_inv = fp8.compute_scale %x_amax for e4m3 : !one
  %xq = fp8.quantize %x by %x_scale outs(%x_empty : !xq) : !x, !one
  %w_empty = tensor.empty() : !wq
  %w_amax = fp8.amax %w outs(%zero : !one) : !w
  %w_scale, %w_inv = fp8.compute_scale %w_amax for e4m3 : !one
  %wq = fp8.quantize %w by %w_scale outs(%w_empty : !wq) : !w, !one
  %dy_empty = tensor.empty() : !yq
  %dy_amax = fp8.amax %dy outs(%zero : !one) : !y
  %dy_scale, %dy_inv = fp8.compute_scale %dy_amax for e5m2 : !one
  %dyq = fp8.quantize %dy by %dy_scale outs(%dy_empty : !yq) : !y, !one
  %y0 = arith.constant dense<0.0> : !y
  %x0 = arith.constant dense<0.0> : !x
  %w0 = arith.constant dense<0.0> : !w
  %y = fp8.contract [#xt, #wt, #yt] %xq by %x_inv, %wq by %w_inv outs(%y0 : !y) : !xq by !one, !wq by !one
  %dx = fp8.contract [#yt, #wt, #xt] %dyq by %dy_inv, %wq by %w_inv outs(%x0 : !x) : !yq by !one, !wq by !one
  %dw = fp8.contract [#yt, #xt, #wt] %dyq by %dy_inv, %xq by %x_inv outs(%w0 : !w) : !yq by !one, !xq by !one
  return %y, %dx, %dw : !y, !x, !w
}
