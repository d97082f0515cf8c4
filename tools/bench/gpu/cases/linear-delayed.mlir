// A linear layer forward and backward in e4m3 and e5m2: y = x w^T, dx = dy w
// and dw = dy^T x in bf16, with scales that are known before.

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

func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %dy: !y {fp8.name = "dy"}, %x_scale: !one {fp8.name = "x_scale"}, %w_scale: !one {fp8.name = "w_scale"}, %dy_scale: !one {fp8.name = "dy_scale"},
    %x_inv: !one {fp8.name = "x_inv"}, %w_inv: !one {fp8.name = "w_inv"}, %dy_inv: !one {fp8.name = "dy_inv"})
    -> (!y {fp8.name = "y"}, !x {fp8.name = "dx"}, !w {fp8.name = "dw"}, !one {fp8.name = "x_amax"}, !one {fp8.name = "w_amax"}, !one {fp8.name = "dy_amax"}) {
  %zero = arith.constant dense<0.0> : !one
  %x_empty = tensor.empty() : !xq
  %xq, %x_amax = fp8.quantize %x by %x_scale with_amax outs(%x_empty, %zero : !xq, !one) : !x, !one
  %w_empty = tensor.empty() : !wq
  %wq, %w_amax = fp8.quantize %w by %w_scale with_amax outs(%w_empty, %zero : !wq, !one) : !w, !one
  %dy_empty = tensor.empty() : !yq
  %dyq, %dy_amax = fp8.quantize %dy by %dy_scale with_amax outs(%dy_empty, %zero : !yq, !one) : !y, !one
  %y0 = arith.constant dense<0.0> : !y
  %x0 = arith.constant dense<0.0> : !x
  %w0 = arith.constant dense<0.0> : !w
  %y = fp8.contract [#xt, #wt, #yt] %xq by %x_inv, %wq by %w_inv outs(%y0 : !y) : !xq by !one, !wq by !one
  %dx = fp8.contract [#yt, #wt, #xt] %dyq by %dy_inv, %wq by %w_inv outs(%x0 : !x) : !yq by !one, !wq by !one
  %dw = fp8.contract [#yt, #xt, #wt] %dyq by %dy_inv, %xq by %x_inv outs(%w0 : !w) : !yq by !one, !xq by !one
  return %y, %dx, %dw, %x_amax, %w_amax, %dy_amax : !y, !x, !w, !one, !one, !one
}
