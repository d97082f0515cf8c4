// A state that a sum in f64 updates.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %scale: tensor<4xf64> {fp8.name = "scale"})
    -> (tensor<4xf32> {fp8.updates = "w"}) {
  %wide = arith.extf %w : tensor<4xf32> to tensor<4xf64>
  %sum = arith.addf %wide, %scale : tensor<4xf64>
  %new = arith.truncf %sum : tensor<4xf64> to tensor<4xf32>
  return %new : tensor<4xf32>
}
