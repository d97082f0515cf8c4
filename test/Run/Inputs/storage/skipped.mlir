// Momentum that keeps its states where the gradient overflows, from step 1 on.
func.func @step(%w: tensor<64x64xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %m: tensor<64x64xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>},
                %x: tensor<64x64xf32> {fp8.name = "x"}, %late: tensor<f32> {fp8.name = "late"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<64x64xf32> {fp8.updates = "w"}, tensor<64x64xf32> {fp8.updates = "m"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %inf = arith.constant dense<0x7F800000> : tensor<f32>
  %rate = arith.constant dense<0.01> : tensor<64x64xf32>
  %decay = arith.constant dense<0.9> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %b = tensor.empty() : tensor<64x64xi1>
  %overflows = arith.cmpf ogt, %late, %zero : tensor<f32>
  %factor = arith.select %overflows, %inf, %one : tensor<i1>, tensor<f32>
  %factors = linalg.broadcast ins(%factor : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %difference = arith.subf %w, %x : tensor<64x64xf32>
  %g = arith.mulf %difference, %factors : tensor<64x64xf32>
  %square = arith.mulf %g, %g : tensor<64x64xf32>
  %loss = linalg.reduce {arith.addf} ins(%square : tensor<64x64xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %finite = arith.cmpf olt, %loss, %inf : tensor<f32>
  %all = linalg.broadcast ins(%finite : tensor<i1>) outs(%b : tensor<64x64xi1>) dimensions = [0, 1]
  %0 = arith.mulf %m, %decay : tensor<64x64xf32>
  %1 = arith.addf %0, %g : tensor<64x64xf32>
  %2 = arith.mulf %1, %rate : tensor<64x64xf32>
  %3 = arith.subf %w, %2 : tensor<64x64xf32>
  %4 = arith.select %all, %3, %w : tensor<64x64xi1>, tensor<64x64xf32>
  %5 = arith.select %all, %1, %m : tensor<64x64xi1>, tensor<64x64xf32>
  return %loss, %4, %5 : tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>
}
