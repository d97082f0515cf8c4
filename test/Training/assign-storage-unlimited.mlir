// RUN: fp8-opt %s --split-input-file --fp8-assign-storage=preset=fp8-split16 --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// The first moment forgets more slowly than the second: 0.99 * 0.99 > 0.9. The
// quotient of a long run has no largest value.
// CHECK: 'w' uses policy current: the betas of its moments leave the quotient without a bound
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %b1 = arith.constant 0.99 : f32
    %a1 = arith.constant 0.01 : f32
    %b2 = arith.constant 0.9 : f32
    %a2 = arith.constant 0.1 : f32
    %lr = arith.constant 1.0e-3 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.divf %m1, %5 : f32
    %u = arith.mulf %6, %lr : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}

// -----

// The second moment falls with the square of the gradient: it may come close to 0.
// CHECK: 'w' uses policy current: the betas of its moments leave the quotient without a bound
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<8x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<8x16xf32> {fp8.updates = "m"}, tensor<8x16xf32> {fp8.updates = "v"}, tensor<4x16xf32>) {
  %zy = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zy : tensor<4x16xf32>) -> tensor<4x16xf32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w, %m, %v : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32):
    %b1 = arith.constant 0.5 : f32
    %a1 = arith.constant 0.01 : f32
    %b2 = arith.constant 0.9 : f32
    %a2 = arith.constant -0.1 : f32
    %lr = arith.constant 1.0e-3 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %a2, %d : f32
    %4 = arith.mulf %3, %d : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.divf %m1, %5 : f32
    %u = arith.mulf %6, %lr : f32
    %new = arith.subf %p, %u : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %n#0, %n#1, %n#2, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<4x16xf32>
}
