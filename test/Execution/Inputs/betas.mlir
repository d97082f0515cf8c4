// A step of Adam whose betas and epsilon are arguments. betas.test turns them
// into the constants of the comments.
func.func @step(
    %b1s: tensor<f32> {fp8.name = "b1", fp8.range = [0.0, 0.95]},
    %b2s: tensor<f32> {fp8.name = "b2", fp8.range = [0.95, 1.0]},
    %epss: tensor<f32> {fp8.name = "epsilon", fp8.range = [0.0, 1.0]},
    %w: tensor<24x40xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<24x40xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<24x40xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<24x40xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<24x40xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<24x40xf32> {fp8.name = "m", fp8.updates = "m"}, tensor<24x40xf32> {fp8.name = "v", fp8.updates = "v"}) {
  // CONSTANT %b1s = arith.constant dense<0.875> : tensor<f32>
  // CONSTANT %b2s = arith.constant dense<0.984375> : tensor<f32>
  // CONSTANT %epss = arith.constant dense<1.0e-8> : tensor<f32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<24x40xf32>, tensor<24x40xf32>, tensor<24x40xf32>) inputs(%g : tensor<24x40xf32>) scalars(%b1s, %b2s, %epss, %lr : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w, %m, %v : tensor<24x40xf32>, tensor<24x40xf32>, tensor<24x40xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %b1: f32, %b2: f32, %epsilon: f32, %rate: f32):
    %one = arith.constant 1.0 : f32
    %a1 = arith.subf %one, %b1 : f32
    %a2 = arith.subf %one, %b2 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %epsilon : f32
    %7 = arith.divf %m1, %6 : f32
    %8 = arith.mulf %7, %rate : f32
    %new = arith.subf %p, %8 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2 : tensor<24x40xf32>, tensor<24x40xf32>, tensor<24x40xf32>
}
