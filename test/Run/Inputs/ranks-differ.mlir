// A step of two ranks with an error: the state is computed from the batch of one
// rank. The loss is the mean of both. fp8.done leaves out the check of the graph.
module attributes {fp8.done = ["fp8-microbatches"], fp8.mesh = #fp8.mesh<"dp" = 2>} {
func.func @step(%w: tensor<2xf32> {fp8.name = "w"}, %x: tensor<2xf32> {fp8.name = "x", fp8.batch})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<2xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %weighted = arith.mulf %x, %w : tensor<2xf32>
  %local = linalg.reduce {arith.addf} ins(%weighted : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %loss = fp8.all_reduce sum %local over ["dp"] outs(%e : tensor<f32>) : tensor<f32>
  %new = arith.subf %w, %x : tensor<2xf32>
  return %loss, %new : tensor<f32>, tensor<2xf32>
}
}
