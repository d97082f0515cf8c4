// The new a is b, and the new b is a step of gradient descent from a.
func.func @step(%a: tensor<32x16xf32> {fp8.name = "a"}, %b: tensor<32x16xf32> {fp8.name = "b"}, %x: tensor<8x32xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<32x16xf32> {fp8.name = "a2", fp8.updates = "a"}, tensor<32x16xf32> {fp8.name = "b2", fp8.updates = "b"}) {
  %zero = arith.constant 0.0 : f32
  %lr = arith.constant 0.003 : f32
  %e0 = tensor.empty() : tensor<8x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%x, %a : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z0 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %e1 = tensor.empty() : tensor<f32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<8x16xf32>) outs(%z1 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    %t = arith.addf %out, %s : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<32x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<32x16xf32>) -> tensor<32x16xf32>
  %xt_e = tensor.empty() : tensor<32x8xf32>
  %xt = linalg.transpose ins(%x : tensor<8x32xf32>) outs(%xt_e : tensor<32x8xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%xt, %y : tensor<32x8xf32>, tensor<8x16xf32>) outs(%z2 : tensor<32x16xf32>) -> tensor<32x16xf32>
  %b2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %g : tensor<32x16xf32>, tensor<32x16xf32>) outs(%e2 : tensor<32x16xf32>) {
  ^bb0(%p: f32, %d: f32, %out: f32):
    %m = arith.mulf %lr, %d : f32
    %n = arith.subf %p, %m : f32
    linalg.yield %n : f32
  } -> tensor<32x16xf32>
  return %loss, %b, %b2 : tensor<f32>, tensor<32x16xf32>, tensor<32x16xf32>
}
