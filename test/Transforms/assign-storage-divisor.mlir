// RUN: fp8-opt %s --split-input-file --fp8-assign-storage="preset=fp8-split8 override=w=fp8-split8" --remarks-filter=fp8 2>&1 >/dev/null | FileCheck %s

// Adafactor adds its epsilon to the square of the gradient, and divides by the
// root in the update of the weight: a code that is 0 would be a divisor.
// CHECK: 'v' stays f32: another update divides by it, and would by a code that is 0
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>, %correction: tensor<f32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n = fp8.update states(%v : tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%v : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32):
    %beta = arith.constant 0.99 : f32
    %rest = arith.constant 0.01 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  %p = fp8.update states(%w : tensor<8x128xf32>) inputs(%g, %n : tensor<8x128xf32>, tensor<8x128xf32>) scalars(%correction : tensor<f32>) outs(%w : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32, %m: f32, %c: f32):
    %0 = arith.divf %m, %c : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.divf %d, %1 : f32
    %3 = arith.subf %a, %2 : f32
    fp8.yield %3 : f32
  }
  return %p, %n : tensor<8x128xf32>, tensor<8x128xf32>
}

// -----

// With an epsilon beside the root nothing is divided by 0.
// CHECK-NOT: 'v' stays
// CHECK: 'v' is {{stored|rounded}}
func.func @step(%w: tensor<8x128xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %v: tensor<8x128xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %g: tensor<8x128xf32>, %correction: tensor<f32>)
    -> (tensor<8x128xf32> {fp8.updates = "w"}, tensor<8x128xf32> {fp8.updates = "v"}) {
  %n = fp8.update states(%v : tensor<8x128xf32>) inputs(%g : tensor<8x128xf32>) outs(%v : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32):
    %beta = arith.constant 0.99 : f32
    %rest = arith.constant 0.01 : f32
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.mulf %1, %rest : f32
    %3 = arith.addf %0, %2 : f32
    fp8.yield %3 : f32
  }
  %p = fp8.update states(%w : tensor<8x128xf32>) inputs(%g, %n : tensor<8x128xf32>, tensor<8x128xf32>) scalars(%correction : tensor<f32>) outs(%w : tensor<8x128xf32>) {
  ^bb0(%a: f32, %d: f32, %m: f32, %c: f32):
    %epsilon = arith.constant 1.0e-8 : f32
    %0 = arith.divf %m, %c : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.addf %1, %epsilon : f32
    %3 = arith.divf %d, %2 : f32
    %4 = arith.subf %a, %3 : f32
    fp8.yield %4 : f32
  }
  return %p, %n : tensor<8x128xf32>, tensor<8x128xf32>
}
