// Codes along rows and across them, of rows that are reduced first.
func.func @step(%x: tensor<300x260xf32>) -> (tensor<300x260xf8E4M3FN>, tensor<260x300xf8E4M3FN>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<300xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e0 : tensor<300xf32>) -> tensor<300xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<300x260xf32>) outs(%init : tensor<300xf32>) {
  ^bb0(%e: f32, %acc: f32):
    %0 = arith.addf %acc, %e : f32
    linalg.yield %0 : f32
  } -> tensor<300xf32>
  %e1 = tensor.empty() : tensor<300x260xf8E4M3FN>
  %codes = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<300x260xf32>, tensor<300xf32>) outs(%e1 : tensor<300x260xf8E4M3FN>) {
  ^bb0(%e: f32, %s: f32, %unused: f8E4M3FN):
    %0 = arith.mulf %e, %s : f32
    %1 = fp8.convert %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<300x260xf8E4M3FN>
  %e2 = tensor.empty() : tensor<260x300xf8E4M3FN>
  %across = linalg.transpose ins(%codes : tensor<300x260xf8E4M3FN>) outs(%e2 : tensor<260x300xf8E4M3FN>) permutation = [1, 0]
  return %codes, %across : tensor<300x260xf8E4M3FN>, tensor<260x300xf8E4M3FN>
}
