// The gradients of a norm of ROWS x COLUMNS elements of bf16: its gain and its bias are
// updated, and the gradient of its input is returned. `x` and `dy` are data.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#by_columns = affine_map<(j, i) -> (i, j)>
#columns = affine_map<(j, i) -> (j)>
#vector = affine_map<(j) -> (j)>

func.func @step(%x: tensor<ROWSxCOLUMNSxbf16> {fp8.name = "x"}, %s: tensor<ROWSxf32> {fp8.name = "s"}, %dy: tensor<ROWSxCOLUMNSxbf16> {fp8.name = "dy"}, %gain: tensor<COLUMNSxf32> {fp8.name = "gain"}, %bias: tensor<COLUMNSxf32> {fp8.name = "bias"})
    -> (tensor<ROWSxCOLUMNSxbf16> {fp8.name = "dx"}, tensor<COLUMNSxf32> {fp8.updates = "gain"}, tensor<COLUMNSxf32> {fp8.updates = "bias"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<ROWSxCOLUMNSxf32>
  %eb = tensor.empty() : tensor<ROWSxCOLUMNSxbf16>
  %er = tensor.empty() : tensor<ROWSxf32>
  %ec = tensor.empty() : tensor<COLUMNSxf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<ROWSxf32>) -> tensor<ROWSxf32>
  %zc = linalg.fill ins(%zero : f32) outs(%ec : tensor<COLUMNSxf32>) -> tensor<COLUMNSxf32>
  %bias_sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%dy : tensor<ROWSxCOLUMNSxbf16>) outs(%zc : tensor<COLUMNSxf32>) {
  ^bb0(%p: bf16, %acc: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<COLUMNSxf32>
  %new_bias = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]} ins(%bias, %bias_sum : tensor<COLUMNSxf32>, tensor<COLUMNSxf32>) outs(%ec : tensor<COLUMNSxf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<COLUMNSxf32>
  %scaled = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<ROWSxCOLUMNSxbf16>, tensor<ROWSxf32>) outs(%e : tensor<ROWSxCOLUMNSxf32>) {
  ^bb0(%p: bf16, %q: f32, %unused: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.mulf %0, %q : f32
    linalg.yield %1 : f32
  } -> tensor<ROWSxCOLUMNSxf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled, %dy : tensor<ROWSxCOLUMNSxf32>, tensor<ROWSxCOLUMNSxbf16>) outs(%e : tensor<ROWSxCOLUMNSxf32>) {
  ^bb0(%p: f32, %q: bf16, %unused: f32):
    %0 = arith.extf %q : bf16 to f32
    %1 = arith.mulf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<ROWSxCOLUMNSxf32>
  %rows = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<ROWSxCOLUMNSxf32>) outs(%zr : tensor<ROWSxf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<ROWSxf32>
  %dx = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled, %rows : tensor<ROWSxCOLUMNSxf32>, tensor<ROWSxf32>) outs(%eb : tensor<ROWSxCOLUMNSxbf16>) {
  ^bb0(%p: f32, %q: f32, %unused: bf16):
    %0 = arith.subf %p, %q : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<ROWSxCOLUMNSxbf16>
  %gain_sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<ROWSxCOLUMNSxf32>) outs(%zc : tensor<COLUMNSxf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<COLUMNSxf32>
  %new_gain = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]} ins(%gain, %gain_sum : tensor<COLUMNSxf32>, tensor<COLUMNSxf32>) outs(%ec : tensor<COLUMNSxf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<COLUMNSxf32>
  return %dx, %new_gain, %new_bias : tensor<ROWSxCOLUMNSxbf16>, tensor<COLUMNSxf32>, tensor<COLUMNSxf32>
}
