// One tensor that an op reads by two maps: differences of all pairs, and a
// matrix beside its transpose.
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
func.func @step(%x: tensor<9xf32>, %y: tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
  %e = tensor.empty() : tensor<9x9xf32>
  %pairs = linalg.generic {indexing_maps = [#i, #j, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x, %x : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<9x9xf32>
  %sums = linalg.generic {indexing_maps = [#ij, #ji, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%y, %y, %pairs : tensor<9x9xf32>, tensor<9x9xf32>, tensor<9x9xf32>) outs(%e : tensor<9x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<9x9xf32>
  return %pairs, %sums : tensor<9x9xf32>, tensor<9x9xf32>
}
