// States that exchange values, the old value of a state as a result, and the
// difference between two values of a state.
func.func @step(%a: tensor<3x4xf32> {fp8.name = "a"}, %b: tensor<12xf32> {fp8.name = "b"},
                %w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<3x4xf32> {fp8.updates = "a"}, tensor<12xf32> {fp8.updates = "b"},
        tensor<8xf32> {fp8.updates = "w"}, tensor<8xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  %matrix = tensor.expand_shape %b [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  %new = linalg.exp ins(%w : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %largest = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%new : tensor<8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %x, %o : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %change = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%w, %largest : tensor<8xf32>, tensor<f32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %l: f32, %o: f32):
    %0 = arith.subf %l, %x : f32
    %1 = arith.maximumf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %matrix, %flat, %new, %w, %change : tensor<3x4xf32>, tensor<12xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
}
