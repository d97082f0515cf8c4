// A product of e4m3 matrices of tensor-wise scales, K-major, in bf16.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
!x = tensor<${ROWS}x${DEPTH}xf8E4M3FN>
!w = tensor<${COLUMNS}x${DEPTH}xf8E4M3FN>
!y = tensor<${ROWS}x${COLUMNS}xbf16>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %x_inv: !one {fp8.name = "x_inv"}, %w_inv: !one {fp8.name = "w_inv"}) -> (!y {fp8.name = "y"}) {
  %zeros = arith.constant dense<0.0> : !y
  %y = fp8.contract [#lhs, #rhs, #out] %x by %x_inv, %w by %w_inv outs(%zeros : !y) : !x by !one, !w by !one
  return %y : !y
}
