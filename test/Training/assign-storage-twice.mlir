// RUN: fp8-opt %s --split-input-file --fp8-assign-storage | FileCheck %s

// The storage of a state is that of its first step. Another step has two updates
// of it, of which it returns one: one residual is new.

// CHECK-LABEL: func.func @step0
// CHECK-SAME: -> (tensor<8x16xf32>, tensor<8x16xbf16> {fp8.name = "w", {{[^}]*}}}, tensor<3x16xf32>, {{.*}}tensor<8x16xbf16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>, fp8.updates = "w.residual"}) {
// CHECK: fp8.update
// CHECK: %[[NEW:.*]]:2 = fp8.update
// CHECK: return %{{.*}}, %[[NEW]]#0, %{{.*}}, %[[NEW]]#1
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %second = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.addf %p, %d : f32
    fp8.yield %n : f32
  }
  return %w, %second, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %first = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n : f32
  }
  %second = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.addf %p, %d : f32
    fp8.yield %n : f32
  }
  return %w, %second, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<3x16xf32>
}

// -----

// A step that does not change a state returns its planes, and one plane may
// use the memory of an update's result for another value.

// CHECK-LABEL: func.func @step0
// CHECK-SAME: %[[W:arg[0-9]+]]: tensor<8x16xbf16> {fp8.name = "w",
// CHECK-SAME: %[[R:arg[0-9]+]]: tensor<8x16xbf16> {fp8.name = "w.residual"
// CHECK: %[[DECODED:.*]] = arith.extf %[[W]]
// CHECK: fp8.update states(%{{.*}} : tensor<8x16xf32>) {{.*}} outs(%[[DECODED]] : tensor<8x16xf32>)
// CHECK: return %[[W]], %{{[0-9]+}}, %[[R]],
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<3x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  %n = fp8.update states(%w : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %n, %y : tensor<8x16xf32>, tensor<3x16xf32>
}
func.func @step0(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<3x8xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<8x16xf32>) {
  %n = fp8.update states(%g : tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) outs(%w : tensor<8x16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %s = arith.subf %p, %d : f32
    fp8.yield %s : f32
  }
  return %w, %n : tensor<8x16xf32>, tensor<8x16xf32>
}
