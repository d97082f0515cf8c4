// LAMB, u = m' / (sqrt(v') + epsilon): the weight takes an update of its own, which
// reads the moments as they are stored.
#ij = affine_map<(i, j) -> (i, j)>
#n = affine_map<(i, j) -> ()>
func.func @step(%w: tensor<4x32xf32> {fp8.name = "w"}, %m: tensor<4x32xf32> {fp8.name = "m"}, %v: tensor<4x32xf32> {fp8.name = "v"}, %x: tensor<2x4xf32> {fp8.name = "x"}, %g: tensor<4x32xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<2x32xf32> {fp8.name = "y"}, tensor<4x32xf32> {fp8.updates = "w"}, tensor<4x32xf32> {fp8.updates = "m"}, tensor<4x32xf32> {fp8.updates = "v"}) {
  %z = arith.constant dense<0.0> : tensor<2x32xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x32xf32>) outs(%z : tensor<2x32xf32>) -> tensor<2x32xf32>
  %b1 = arith.constant dense<0.9> : tensor<4x32xf32>
  %a1 = arith.constant dense<0.1> : tensor<4x32xf32>
  %b2 = arith.constant dense<0.99> : tensor<4x32xf32>
  %a2 = arith.constant dense<0.01> : tensor<4x32xf32>
  %eps = arith.constant dense<1.0e-6> : tensor<4x32xf32>
  %0 = arith.mulf %m, %b1 : tensor<4x32xf32>
  %1 = arith.mulf %g, %a1 : tensor<4x32xf32>
  %m1 = arith.addf %0, %1 : tensor<4x32xf32>
  %2 = arith.mulf %v, %b2 : tensor<4x32xf32>
  %3 = arith.mulf %g, %g : tensor<4x32xf32>
  %4 = arith.mulf %3, %a2 : tensor<4x32xf32>
  %v1 = arith.addf %2, %4 : tensor<4x32xf32>
  %5 = math.sqrt %v1 : tensor<4x32xf32>
  %6 = arith.addf %5, %eps : tensor<4x32xf32>
  %u = arith.divf %m1, %6 : tensor<4x32xf32>
  %7 = arith.mulf %u, %u : tensor<4x32xf32>
  %8 = linalg.reduce {arith.addf} ins(%7 : tensor<4x32xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %9 = arith.mulf %w, %w : tensor<4x32xf32>
  %10 = linalg.reduce {arith.addf} ins(%9 : tensor<4x32xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %nu = math.sqrt %8 : tensor<f32>
  %nw = math.sqrt %10 : tensor<f32>
  %r = arith.divf %nw, %nu : tensor<f32>
  %s = arith.mulf %r, %lr : tensor<f32>
  %e = tensor.empty() : tensor<4x32xf32>
  %rate = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<4x32xf32>) dimensions = [0, 1]
  %11 = arith.mulf %u, %rate : tensor<4x32xf32>
  %12 = arith.subf %w, %11 : tensor<4x32xf32>
  return %y, %12, %m1, %v1 : tensor<2x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>, tensor<4x32xf32>
}
