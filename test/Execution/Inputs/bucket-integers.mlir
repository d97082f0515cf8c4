#ij = affine_map<(i, j) -> (i, j)>
#o = affine_map<(i, j) -> ()>
func.func @step(%x0: tensor<31x1024xf32> {fp8.name = "x0"}, %x1: tensor<31x1024xf32> {fp8.name = "x1"}, %x2: tensor<31x1024xf32> {fp8.name = "x2"}) -> (tensor<f32> {fp8.name = "a0"}, tensor<f32> {fp8.name = "a1"}, tensor<f32> {fp8.name = "a2"}, tensor<i64> {fp8.name = "c0"}, tensor<i64> {fp8.name = "c1"}, tensor<i64> {fp8.name = "c2"}) {
  %least = arith.constant dense<0.0> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i64>
  %m0, %c0 = linalg.generic {indexing_maps = [#ij, #o, #o], iterator_types = ["reduction", "reduction"]} ins(%x0 : tensor<31x1024xf32>) outs(%least, %none : tensor<f32>, tensor<i64>) {
  ^bb0(%p: f32, %acc: f32, %n: i64):
    %1 = math.absf %p : f32
    %0 = arith.maximumf %acc, %1 : f32
    %2 = arith.fptosi %p : f32 to i64
    %3 = arith.addi %n, %2 : i64
    linalg.yield %0, %3 : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  %m1, %c1 = linalg.generic {indexing_maps = [#ij, #o, #o], iterator_types = ["reduction", "reduction"]} ins(%x1 : tensor<31x1024xf32>) outs(%least, %none : tensor<f32>, tensor<i64>) {
  ^bb0(%p: f32, %acc: f32, %n: i64):
    %1 = math.absf %p : f32
    %0 = arith.maximumf %acc, %1 : f32
    %2 = arith.fptosi %p : f32 to i64
    %3 = arith.addi %n, %2 : i64
    linalg.yield %0, %3 : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  %m2, %c2 = linalg.generic {indexing_maps = [#ij, #o, #o], iterator_types = ["reduction", "reduction"]} ins(%x2 : tensor<31x1024xf32>) outs(%least, %none : tensor<f32>, tensor<i64>) {
  ^bb0(%p: f32, %acc: f32, %n: i64):
    %1 = math.absf %p : f32
    %0 = arith.maximumf %acc, %1 : f32
    %2 = arith.fptosi %p : f32 to i64
    %3 = arith.addi %n, %2 : i64
    linalg.yield %0, %3 : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %m0, %m1, %m2, %c0, %c1, %c2 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>
}
