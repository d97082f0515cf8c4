// The products of a linear layer, forward and backward, of codes in both
// layouts: y = x w^T, dx = dy w and dw = dy^T x in bf16, as linear-delayed and
// linear-current multiply after their casts.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
!x = tensor<${ROWS}x${DEPTH}xbf16>
!w = tensor<${COLUMNS}x${DEPTH}xbf16>
!y = tensor<${ROWS}x${COLUMNS}xbf16>
!xq = tensor<${ROWS}x${DEPTH}xf8E4M3FN>
!xtq = tensor<${DEPTH}x${ROWS}xf8E4M3FN>
!wq = tensor<${COLUMNS}x${DEPTH}xf8E4M3FN>
!wtq = tensor<${DEPTH}x${COLUMNS}xf8E4M3FN>
!yq = tensor<${ROWS}x${COLUMNS}xf8E5M2>
!ytq = tensor<${COLUMNS}x${ROWS}xf8E5M2>
!one = tensor<f32>

func.func @step(%x: !xq {fp8.name = "x"}, %xt: !xtq {fp8.name = "xt"}, %w: !wq {fp8.name = "w"}, %wt: !wtq {fp8.name = "wt"}, %dy: !yq {fp8.name = "dy"}, %dyt: !ytq {fp8.name = "dyt"},
    %x_inv: !one {fp8.name = "x_inv"}, %w_inv: !one {fp8.name = "w_inv"}, %dy_inv: !one {fp8.name = "dy_inv"}) -> (!y {fp8.name = "y"}, !x {fp8.name = "dx"}, !w {fp8.name = "dw"}) {
  %y0 = arith.constant dense<0.0> : !y
  %x0 = arith.constant dense<0.0> : !x
  %w0 = arith.constant dense<0.0> : !w
  %y = fp8.contract [#lhs, #rhs, #out] %x by %x_inv, %w by %w_inv outs(%y0 : !y) : !xq by !one, !wq by !one
  %dx = fp8.contract [#lhs, #rhs, #out] %dy by %dy_inv, %wt by %w_inv outs(%x0 : !x) : !yq by !one, !wtq by !one
  %dw = fp8.contract [#lhs, #rhs, #out] %dyt by %dy_inv, %xt by %x_inv outs(%w0 : !w) : !ytq by !one, !xtq by !one
  return %y, %dx, %dw : !y, !x, !w
}
