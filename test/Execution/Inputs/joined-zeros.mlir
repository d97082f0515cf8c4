// Two parts, whose zeros have both signs, are added as pads. Their sum is read
// by sums of columns, a matmul, a cast and a returned value.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @step(%a: tensor<16x8xbf16>, %b: tensor<16x8xbf16>, %w: tensor<16x8xbf16>) -> (tensor<16xf32>, tensor<16x8xf32>, tensor<16x16xf8E5M2>, tensor<16x16xbf16>, tensor<16x16xf32>) {
  %zero = arith.constant 0.0 : bf16
  %zeros = arith.constant dense<0.0> : tensor<16x8xbf16>
  %start = arith.constant dense<0.0> : tensor<16xf32>
  %acc = arith.constant dense<0.0> : tensor<16x8xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %ones = arith.constant dense<1.0> : tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf8E5M2>
  %a0 = arith.mulf %a, %zeros : tensor<16x8xbf16>
  %b0 = arith.mulf %b, %zeros : tensor<16x8xbf16>
  %pa = tensor.pad %a0 low[0, 0] high[0, 8] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : bf16
  } : tensor<16x8xbf16> to tensor<16x16xbf16>
  %pb = tensor.pad %b0 low[0, 8] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : bf16
  } : tensor<16x8xbf16> to tensor<16x16xbf16>
  %all = arith.addf %pa, %pb : tensor<16x16xbf16>
  %wide = arith.extf %all : tensor<16x16xbf16> to tensor<16x16xf32>
  %sums = linalg.reduce {arith.addf} ins(%wide : tensor<16x16xf32>) outs(%start : tensor<16xf32>) dimensions = [0]
  %y = fp8.contract [#lhs, #rhs, #out] %all, %w outs(%acc : tensor<16x8xf32>) : tensor<16x16xbf16>, tensor<16x8xbf16>
  // The sign of an infinity is the sign of the zero.
  %inverse = arith.divf %ones, %wide : tensor<16x16xf32>
  %codes = fp8.quantize %all by %one outs(%e : tensor<16x16xf8E5M2>) : tensor<16x16xbf16>, tensor<f32>
  return %sums, %y, %codes, %all, %inverse : tensor<16xf32>, tensor<16x8xf32>, tensor<16x16xf8E5M2>, tensor<16x16xbf16>, tensor<16x16xf32>
}
