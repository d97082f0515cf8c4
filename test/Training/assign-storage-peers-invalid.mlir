// RUN: fp8-opt %s --fp8-assign-storage=preset=anyprecision --verify-diagnostics

// Two parameters of one update.

func.func @step(
    %w: tensor<16x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
    // expected-note @below {{supported are one update per parameter, or the preset fp32 for all but one of its parameters}}
    %w1: tensor<16x16xf32> {fp8.name = "w1", fp8.state = #fp8.state<param>}, %m: tensor<16x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<16x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %m1: tensor<16x16xf32> {fp8.name = "m1", fp8.state = #fp8.state<moment>}, %v1: tensor<16x16xf32> {fp8.name = "v1", fp8.state = #fp8.state<moment>}, %x: tensor<4x16xf32> {fp8.name = "x"}, %g: tensor<16x16xf32> {fp8.name = "g"}, %g1: tensor<16x16xf32> {fp8.name = "g1"}, %lr: tensor<f32> {fp8.name = "lr"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<16x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<16x16xf32> {fp8.updates = "w1"}, tensor<16x16xf32> {fp8.updates = "m"}, tensor<16x16xf32> {fp8.updates = "v"}, tensor<16x16xf32> {fp8.updates = "m1"}, tensor<16x16xf32> {fp8.updates = "v1"}) {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y0 = linalg.matmul ins(%x, %w : tensor<4x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
  %y = linalg.matmul ins(%y0, %w1 : tensor<4x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
  %at = arith.constant 0 : index
  %first = tensor.extract %y[%at, %at] : tensor<4x16xf32>
  %loss = tensor.from_elements %first : tensor<f32>
  // expected-error @below {{expected an fp8.update under preset 'anyprecision' to change one stored parameter, but it changes 'w' and 'w1'}}
  %n:6 = fp8.update states(%w, %w1, %m, %v, %m1, %v1 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) inputs(%g, %g1 : tensor<16x16xf32>, tensor<16x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %w1, %m, %v, %m1, %v1 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  ^bb0(%p: f32, %pp: f32, %a: f32, %b: f32, %aa: f32, %bb: f32, %d: f32, %dd: f32, %rate: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %a2 = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %mm = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %d, %d : f32
    %4 = arith.mulf %a2, %3 : f32
    %vv = arith.addf %2, %4 : f32
    %5 = math.sqrt %vv : f32
    %6 = arith.addf %5, %eps : f32
    %u = arith.divf %mm, %6 : f32
    %9 = arith.mulf %rate, %u : f32
    %new = arith.subf %pp, %9 : f32
    %10 = arith.mulf %b1, %aa : f32
    %11 = arith.mulf %a1, %dd : f32
    %mm1 = arith.addf %10, %11 : f32
    %12 = arith.mulf %b2, %bb : f32
    %13 = arith.mulf %dd, %dd : f32
    %14 = arith.mulf %a2, %13 : f32
    %vv1 = arith.addf %12, %14 : f32
    %15 = math.sqrt %vv1 : f32
    %16 = arith.addf %15, %eps : f32
    %u1 = arith.divf %mm1, %16 : f32
    %19 = arith.mulf %rate, %u1 : f32
    %new1 = arith.subf %p, %19 : f32
    fp8.yield %new1, %new, %mm, %vv, %mm1, %vv1 : f32, f32, f32, f32, f32, f32
  }
  return %loss, %n#0, %n#1, %n#2, %n#3, %n#4, %n#5 : tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
