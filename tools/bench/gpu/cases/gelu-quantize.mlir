// GELU by tanh of bf16, quantized to e4m3 in the same pass, and the amax.

#id = affine_map<(i, j) -> (i, j)>
!x = tensor<${ROWS}x${COLUMNS}xbf16>
!wide = tensor<${ROWS}x${COLUMNS}xf32>
!codes = tensor<${ROWS}x${COLUMNS}xf8E4M3FN>
!one = tensor<f32>

func.func @step(%x: !x {fp8.name = "x"}, %scale: !one {fp8.name = "scale"})
    -> (!codes {fp8.name = "codes"}, !one {fp8.name = "amax"}) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 0.044715 : f32
  %factor = arith.constant 0.797884583 : f32
  %none = tensor.empty() : !wide
  %gelu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : !x) outs(%none : !wide) {
  ^bb0(%narrow: bf16, %unused: f32):
    %e = arith.extf %narrow : bf16 to f32
    %square = arith.mulf %e, %e : f32
    %cube = arith.mulf %square, %e : f32
    %small = arith.mulf %cubic, %cube : f32
    %inner = arith.addf %e, %small : f32
    %scaled = arith.mulf %factor, %inner : f32
    %tanh = math.tanh %scaled : f32
    %gate = arith.addf %one, %tanh : f32
    %share = arith.mulf %half, %gate : f32
    %y = arith.mulf %e, %share : f32
    linalg.yield %y : f32
  } -> !wide
  %empty = tensor.empty() : !codes
  %zero = arith.constant dense<0.0> : !one
  %codes, %amax = fp8.quantize %gelu by %scale with_amax outs(%empty, %zero : !codes, !one) : !wide, !one
  return %codes, %amax : !codes, !one
}
