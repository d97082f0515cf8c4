// Two layers, each with codes along rows and across them. The first matmul of a layer reads
// the rows, and a later one, as for the gradient of a weight, reads the codes across them.
// The second layer starts from a result of the first.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%x0: tensor<300x256xf32> {fp8.name = "x0"}, %x1: tensor<300x256xf32> {fp8.name = "x1"}, %v: tensor<16x256xf8E4M3FN> {fp8.name = "v"}, %u: tensor<16x300xf8E4M3FN> {fp8.name = "u"}, %s: tensor<f32> {fp8.name = "s"})
    -> (tensor<300x16xf32>, tensor<300x16xf32>, tensor<256x16xf32>, tensor<256x16xf32>) {
  %zero_rows = arith.constant dense<0.0> : tensor<300xf32>
  %e = tensor.empty() : tensor<300x256xf8E4M3FN>
  %et = tensor.empty() : tensor<256x300xf8E4M3FN>
  %zeros = arith.constant dense<0.0> : tensor<300x16xf32>
  %zeros_d = arith.constant dense<0.0> : tensor<256x16xf32>
  %sum0 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x0 : tensor<300x256xf32>) outs(%zero_rows : tensor<300xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<300xf32>
  %codes0 = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x0, %sum0 : tensor<300x256xf32>, tensor<300xf32>) outs(%e : tensor<300x256xf8E4M3FN>) {
  ^bb0(%p: f32, %q: f32, %unused: f8E4M3FN):
    %0 = arith.mulf %p, %q : f32
    %1 = fp8.convert %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<300x256xf8E4M3FN>
  %across0 = linalg.transpose ins(%codes0 : tensor<300x256xf8E4M3FN>) outs(%et : tensor<256x300xf8E4M3FN>) permutation = [1, 0]
  %y0 = fp8.contract [#mk, #nk, #mn] %codes0 by %s, %v by %s outs(%zeros : tensor<300x16xf32>) : tensor<300x256xf8E4M3FN> by tensor<f32>, tensor<16x256xf8E4M3FN> by tensor<f32>
  %column = tensor.extract_slice %y0[0, 0] [300, 1] [1, 1] : tensor<300x16xf32> to tensor<300xf32>
  %sum1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x1 : tensor<300x256xf32>) outs(%column : tensor<300xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<300xf32>
  %codes1 = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x1, %sum1 : tensor<300x256xf32>, tensor<300xf32>) outs(%e : tensor<300x256xf8E4M3FN>) {
  ^bb0(%p: f32, %q: f32, %unused: f8E4M3FN):
    %0 = arith.mulf %p, %q : f32
    %1 = fp8.convert %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<300x256xf8E4M3FN>
  %across1 = linalg.transpose ins(%codes1 : tensor<300x256xf8E4M3FN>) outs(%et : tensor<256x300xf8E4M3FN>) permutation = [1, 0]
  %y1 = fp8.contract [#mk, #nk, #mn] %codes1 by %s, %v by %s outs(%zeros : tensor<300x16xf32>) : tensor<300x256xf8E4M3FN> by tensor<f32>, tensor<16x256xf8E4M3FN> by tensor<f32>
  %d1 = fp8.contract [#mk, #nk, #mn] %across1 by %s, %u by %s outs(%zeros_d : tensor<256x16xf32>) : tensor<256x300xf8E4M3FN> by tensor<f32>, tensor<16x300xf8E4M3FN> by tensor<f32>
  %d0 = fp8.contract [#mk, #nk, #mn] %across0 by %s, %u by %s outs(%zeros_d : tensor<256x16xf32>) : tensor<256x300xf8E4M3FN> by tensor<f32>, tensor<16x300xf8E4M3FN> by tensor<f32>
  return %y0, %y1, %d0, %d1 : tensor<300x16xf32>, tensor<300x16xf32>, tensor<256x16xf32>, tensor<256x16xf32>
}
