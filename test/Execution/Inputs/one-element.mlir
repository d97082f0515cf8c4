// Tensors of one element whose dimensions do not go together in one kernel.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
func.func @step(%x: tensor<1x1xf32> {fp8.name = "x"}, %s: tensor<1xf32> {fp8.name = "s"}) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1x1xf32>
  %a = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<1x1xf32>, tensor<1xf32>) outs(%e : tensor<1x1xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<1x1xf32>
  %r = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<1x1xf32>) outs(%s : tensor<1xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}
