// Matmuls with epilogues. Two terms each, and operands of few bits: the sums
// are exact in every order.

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

func.func @main(%x: tensor<24x2xbf16> {fp8.name = "x"}, %w: tensor<48x2xbf16> {fp8.name = "w"}, %v: tensor<48x2xbf16> {fp8.name = "v"},
                %b: tensor<48xf32> {fp8.name = "b"}, %bn: tensor<48xbf16> {fp8.name = "bn"})
    -> (tensor<24x48xf32> {fp8.name = "gelu"}, tensor<24x48xbf16> {fp8.name = "codes"},
        tensor<24x48xf32> {fp8.name = "narrow"}, tensor<24x48xf32> {fp8.name = "wide"},
        tensor<24x48xf32> {fp8.name = "relu"}, tensor<48x24xf32> {fp8.name = "swapped"}) {
  %scale = arith.constant dense<4.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %scale_inv = arith.constant dense<0.25> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<24x48xf32>
  %xe = tensor.empty() : tensor<24x2xf8E4M3FN>
  %we = tensor.empty() : tensor<48x2xf8E4M3FN>
  %xq = fp8.quantize %x by %scale outs(%xe : tensor<24x2xf8E4M3FN>) : tensor<24x2xbf16>, tensor<f32>
  %wq = fp8.quantize %w by %scale outs(%we : tensor<48x2xf8E4M3FN>) : tensor<48x2xbf16>, tensor<f32>

  // A kernel computes it, from a product of codes.
  %gelu = fp8.contract [#lhs, #rhs, #out] %xq by %half, %wq by %scale_inv bias %b activation<gelu_tanh> outs(%zeros : tensor<24x48xf32>) : tensor<24x2xf8E4M3FN> by tensor<f32>, tensor<48x2xf8E4M3FN> by tensor<f32> bias tensor<48xf32>

  // The library adds it.
  %sums = fp8.contract [#lhs, #rhs, #out] %xq by %scale_inv, %wq by %scale_inv outs(%zeros : tensor<24x48xf32>) : tensor<24x2xf8E4M3FN> by tensor<f32>, tensor<48x2xf8E4M3FN> by tensor<f32>
  %ne = tensor.empty() : tensor<24x48xbf16>
  %codes = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %bn : tensor<24x48xf32>, tensor<48xbf16>) outs(%ne : tensor<24x48xbf16>) {
  ^bb0(%e: f32, %f: bf16, %old: bf16):
    %wide = fp8.convert %f : bf16 to f32
    %sum = arith.addf %e, %wide : f32
    %code = fp8.convert %sum : f32 to bf16
    linalg.yield %code : bf16
  } -> tensor<24x48xbf16>
  %narrow = fp8.contract [#lhs, #rhs, #out] %x, %w bias %b outs(%zeros : tensor<24x48xf32>) : tensor<24x2xbf16>, tensor<48x2xbf16> bias tensor<48xf32>
  %xw = arith.extf %x : tensor<24x2xbf16> to tensor<24x2xf32>
  %ww = arith.extf %w : tensor<48x2xbf16> to tensor<48x2xf32>
  %wide = fp8.contract [#lhs, #rhs, #out] %xw, %ww bias %b outs(%zeros : tensor<24x48xf32>) : tensor<24x2xf32>, tensor<48x2xf32> bias tensor<48xf32>

  // This one it would, if told to.
  %relu = fp8.contract [#lhs, #rhs, #out] %x, %v bias %b activation<relu> outs(%zeros : tensor<24x48xf32>) : tensor<24x2xbf16>, tensor<48x2xbf16> bias tensor<48xf32>

  // Columns that come from lhs.
  %short = tensor.extract_slice %b[0] [24] [1] : tensor<48xf32> to tensor<24xf32>
  %transposed = arith.constant dense<0.0> : tensor<48x24xf32>
  %swapped = fp8.contract [#lhs, #rhs, affine_map<(m, n, k) -> (n, m)>] %x, %w bias %short outs(%transposed : tensor<48x24xf32>) : tensor<24x2xbf16>, tensor<48x2xbf16> bias tensor<24xf32>
  return %gelu, %codes, %narrow, %wide, %relu, %swapped : tensor<24x48xf32>, tensor<24x48xbf16>, tensor<24x48xf32>, tensor<24x48xf32>, tensor<24x48xf32>, tensor<48x24xf32>
}
