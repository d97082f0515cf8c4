// The moving average of the gradient is in a function of its own.

func.func private @average(%m: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %beta = arith.constant dense<0.9> : tensor<4xf32>
  %alpha = arith.constant dense<0.1> : tensor<4xf32>
  %0 = arith.mulf %m, %beta : tensor<4xf32>
  %1 = arith.mulf %g, %alpha : tensor<4xf32>
  %2 = arith.addf %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @main(%w: tensor<4xf32> {fp8.name = "w"}, %m: tensor<4xf32> {fp8.name = "m"}, %x: tensor<4xf32>)
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "m"}) {
  %g = arith.subf %w, %x : tensor<4xf32>
  %square = arith.mulf %g, %g : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.reduce {arith.addf} ins(%square : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %new = func.call @average(%m, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %rate = arith.constant dense<0.01> : tensor<4xf32>
  %change = arith.mulf %new, %rate : tensor<4xf32>
  %next = arith.subf %w, %change : tensor<4xf32>
  return %loss, %next, %new : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}
