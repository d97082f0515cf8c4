// States that are written where they are read, in a kernel that reduces columns
// of few rows.
#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>
func.func @step(%w: tensor<16x4xf32> {fp8.name = "w"}) -> (tensor<16x4xf32> {fp8.updates = "w"}, tensor<4xf32>) {
  %half = arith.constant 0.5 : f32
  %neg = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<16x4xf32>
  %ec = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%neg : f32) outs(%ec : tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<16x4xf32>) outs(%e : tensor<16x4xf32>) {
  ^bb0(%a: f32, %u: f32):
    %0 = arith.mulf %a, %half : f32
    linalg.yield %0 : f32
  } -> tensor<16x4xf32>
  %m = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%n : tensor<16x4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %n, %m : tensor<16x4xf32>, tensor<4xf32>
}
