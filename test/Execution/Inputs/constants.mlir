// w' = w + table[i] + [0.5, -1.25, 3, 8] x, with constants that no kernel can
// hold, and a product of scaled and of plain numbers.
#id = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>

func.func @step(%w: tensor<4xf32> {fp8.name = "layer.0/w"},
                %x: tensor<4x4xf32> {fp8.name = "while"},
                %i: tensor<i64> {fp8.name = "i"})
    -> (tensor<4xf32> {fp8.name = "layer.0/w", fp8.updates = "layer.0/w"}, tensor<4x4xf32> {fp8.name = "y"}) {
  %vector = arith.constant dense<[0.5, -1.25, 3.0, 8.0]> : tensor<4xf32>
  %table = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %matrix = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.0, 1.0], [2.0, 2.0, 1.0, 0.5], [1.0, 0.0, 0.0, 9.0]]> : tensor<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %matrix : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %row = linalg.generic {indexing_maps = [affine_map<(j) -> ()>, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<i64>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%n: i64, %o: f32):
    %two = arith.constant 2 : i64
    %m = arith.remui %n, %two : i64
    %r = arith.index_cast %m : i64 to index
    %j = linalg.index 0 : index
    %v = tensor.extract %table[%r, %j] : tensor<2x4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %new = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %row, %vector : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %new, %y : tensor<4xf32>, tensor<4x4xf32>
}
