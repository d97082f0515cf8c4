// Products that cuBLASLt adds a bias to, in all types that it has one for:
// codes in bf16 with one of bf16, bf16 in f32 and f32 with one of f32.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
!x = tensor<${ROWS}x${DEPTH}xf8E4M3FN>
!w = tensor<${COLUMNS}x${DEPTH}xf8E4M3FN>
!xn = tensor<${ROWS}x${DEPTH}xbf16>
!wn = tensor<${COLUMNS}x${DEPTH}xbf16>
!xf = tensor<${ROWS}x${DEPTH}xf32>
!wf = tensor<${COLUMNS}x${DEPTH}xf32>
!y = tensor<${ROWS}x${COLUMNS}xf32>
!yn = tensor<${ROWS}x${COLUMNS}xbf16>
!b = tensor<${COLUMNS}xf32>
!bn = tensor<${COLUMNS}xbf16>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %w: !w {fp8.name = "w"}, %x_inv: !one {fp8.name = "x_inv"}, %w_inv: !one {fp8.name = "w_inv"},
    %xn: !xn {fp8.name = "xn"}, %wn: !wn {fp8.name = "wn"}, %xf: !xf {fp8.name = "xf"}, %wf: !wf {fp8.name = "wf"},
    %b: !b {fp8.name = "b"}, %bn: !bn {fp8.name = "bn"})
    -> (!yn {fp8.name = "codes"}, !y {fp8.name = "narrow"}, !y {fp8.name = "wide"}) {
  %zeros = arith.constant dense<0.0> : !y
  %sums = fp8.contract [#lhs, #rhs, #out] %x by %x_inv, %w by %w_inv outs(%zeros : !y) : !x by !one, !w by !one
  %empty = tensor.empty() : !yn
  %codes = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%sums, %bn : !y, !bn) outs(%empty : !yn) {
  ^bb0(%e: f32, %f: bf16, %old: bf16):
    %bias = fp8.convert %f : bf16 to f32
    %sum = arith.addf %e, %bias : f32
    %code = fp8.convert %sum : f32 to bf16
    linalg.yield %code : bf16
  } -> !yn
  %narrow = fp8.contract [#lhs, #rhs, #out] %xn, %wn bias %b outs(%zeros : !y) : !xn, !wn bias !b
  %wide = fp8.contract [#lhs, #rhs, #out] %xf, %wf bias %b outs(%zeros : !y) : !xf, !wf bias !b
  return %codes, %narrow, %wide : !yn, !y, !y
}
