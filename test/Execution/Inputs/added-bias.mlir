// Two matmuls with biases, the second after a reshape. Sums of two terms do not depend on
// their order, nor does the loss, a maximum. Recipes quantize the first matmul.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#ijl = affine_map<(i, j, l) -> (i, j, l)>
#vector = affine_map<(i, j, l) -> (l)>

func.func @step(%w: tensor<2x32xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %b: tensor<32xf32> {fp8.name = "b", fp8.state = #fp8.state<param>},
                %v: tensor<24x2xf32> {fp8.name = "v", fp8.state = #fp8.state<param>}, %c: tensor<24xf32> {fp8.name = "c", fp8.state = #fp8.state<param>},
                %x: tensor<48x2xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss", fp8.loss}, tensor<48x32xf32> {fp8.name = "y"}, tensor<2x24x24xf32> {fp8.name = "z"}) {
  %zeros = arith.constant dense<0.0> : tensor<48x32xf32>
  %zeros_z = arith.constant dense<0.0> : tensor<48x24xf32>
  %e = tensor.empty() : tensor<2x24x24xf32>
  %y = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w : tensor<48x2xf32>, tensor<2x32xf32>) outs(%zeros : tensor<48x32xf32>) -> tensor<48x32xf32>
  %y_sum = linalg.generic {indexing_maps = [#ij, #row, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %b : tensor<48x32xf32>, tensor<32xf32>) outs(%zeros : tensor<48x32xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<48x32xf32>
  %r = math.tanh %y_sum : tensor<48x32xf32>
  %z = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%x, %v : tensor<48x2xf32>, tensor<24x2xf32>) outs(%zeros_z : tensor<48x24xf32>) -> tensor<48x24xf32>
  %split = tensor.expand_shape %z [[0, 1], [2]] output_shape [2, 24, 24] : tensor<48x24xf32> into tensor<2x24x24xf32>
  %z_sum = linalg.generic {indexing_maps = [#vector, #ijl, #ijl], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %split : tensor<24xf32>, tensor<2x24x24xf32>) outs(%e : tensor<2x24x24xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<2x24x24xf32>
  %s = math.tanh %z_sum : tensor<2x24x24xf32>
  %least = arith.constant dense<-1.0> : tensor<f32>
  %loss = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%r : tensor<48x32xf32>) outs(%least : tensor<f32>) {
  ^bb0(%p: f32, %most: f32):
    %0 = arith.maximumf %most, %p : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %loss, %r, %s : tensor<f32>, tensor<48x32xf32>, tensor<2x24x24xf32>
}
