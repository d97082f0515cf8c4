// Rows lie in blocks that do not divide their number, and each is reduced.
func.func @step(%codes: tensor<10x64xf8E4M3FN>, %scales: tensor<4x1xf32>)
    -> (tensor<10x64xf8E4M3FN>, tensor<10xf32>) {
  %0 = tensor.empty() : tensor<10x64xf32>
  %1 = tensor.empty() : tensor<10x64xf8E4M3FN>
  %2 = tensor.empty() : tensor<10xf32>
  %d = fp8.dequantize %codes by %scales granularity<block 3x64> outs(%0 : tensor<10x64xf32>) : tensor<10x64xf8E4M3FN>, tensor<4x1xf32>
  %q:2 = fp8.quantize %d granularity<row> outs(%1, %2 : tensor<10x64xf8E4M3FN>, tensor<10xf32>) : tensor<10x64xf32>
  return %q#0, %q#1 : tensor<10x64xf8E4M3FN>, tensor<10xf32>
}
