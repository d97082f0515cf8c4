// A product of e4m3 matrices, K-major, in bf16: the left one in blocks of
// 1 x 128, the right one of 128 x 128.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
!x = tensor<${ROWS}x${DEPTH}xf8E4M3FN>
!w = tensor<${COLUMNS}x${DEPTH}xf8E4M3FN>
!y = tensor<${ROWS}x${COLUMNS}xbf16>
!xs = tensor<${ROWS}x${DEPTH_128}xf32>
!ws = tensor<${COLUMNS_128}x${DEPTH_128}xf32>

func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %x_inv: !xs {fp8.name = "x_inv"}, %w_inv: !ws {fp8.name = "w_inv"}) -> (!y {fp8.name = "y"}) {
  %zeros = arith.constant dense<0.0> : !y
  %y = fp8.contract [#lhs, #rhs, #out] %x by %x_inv granularity<block 1x128>, %w by %w_inv granularity<block 128x128> outs(%zeros : !y) : !x by !xs, !w by !ws
  return %y : !y
}
