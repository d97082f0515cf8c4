// RUN: fp8-opt %s --split-input-file --fp8-fuse-pipeline | FileCheck %s

// Reductions that are in no bucket.

// The maximum of a tensor precedes its cast, which then reads cached data.

// CHECK-LABEL: @negative_casts(
// CHECK-NOT: bucket
func.func @negative_casts(%x: tensor<8192xf32>, %y: tensor<8200xf32>) -> (tensor<8192xf32>, tensor<8200xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %a0 = math.absf %x : tensor<8192xf32>
  %m0 = linalg.reduce {arith.maximumf} ins(%a0 : tensor<8192xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %e0 = tensor.empty() : tensor<8192xf32>
  %b0 = linalg.broadcast ins(%m0 : tensor<f32>) outs(%e0 : tensor<8192xf32>) dimensions = [0]
  %q0 = arith.divf %x, %b0 : tensor<8192xf32>
  %a1 = math.absf %y : tensor<8200xf32>
  %m1 = linalg.reduce {arith.maximumf} ins(%a1 : tensor<8200xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %e1 = tensor.empty() : tensor<8200xf32>
  %b1 = linalg.broadcast ins(%m1 : tensor<f32>) outs(%e1 : tensor<8200xf32>) dimensions = [0]
  %q1 = arith.divf %y, %b1 : tensor<8200xf32>
  return %q0, %q1 : tensor<8192xf32>, tensor<8200xf32>
}

// -----

// Another way to combine, and another order of the elements of a sum.

// CHECK-LABEL: @negative_different(
// CHECK-NOT: bucket
func.func @negative_different(%x: tensor<64xf32>, %y: tensor<65xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.maximumf} ins(%y : tensor<65xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s0, %s1 : tensor<f32>, tensor<f32>
}

// -----

// CHECK-LABEL: @negative_transposed(
// CHECK-NOT: bucket
func.func @negative_transposed(%x: tensor<4x8xf32>, %y: tensor<5x7xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %o: f32):
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.reduce {arith.addf} ins(%y : tensor<5x7xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %s0, %s1 : tensor<f32>, tensor<f32>
}

// -----

// The second kernel reads a tensor op's result of the first one.

// CHECK-LABEL: @negative_waits(
// CHECK-NOT: bucket
func.func @negative_waits(%x: tensor<8192xf32>, %y: tensor<8200xf32>) -> (tensor<f32>, tensor<f32>, tensor<8200xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<8192xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %e = tensor.empty() : tensor<8200xf32>
  %b = linalg.broadcast ins(%s0 : tensor<f32>) outs(%e : tensor<8200xf32>) dimensions = [0]
  %z = arith.divf %y, %b : tensor<8200xf32>
  %s1 = linalg.reduce {arith.addf} ins(%z : tensor<8200xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s0, %s1, %z : tensor<f32>, tensor<f32>, tensor<8200xf32>
}

// -----

// A sum that becomes a state is an update, and stands where that may.

// CHECK-LABEL: @negative_states(
// CHECK-NOT: bucket
func.func @negative_states(%s: tensor<f32> {fp8.name = "s"}, %x: tensor<64xf32>, %y: tensor<65xf32>) -> (tensor<f32> {fp8.updates = "s"}, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s0 = linalg.reduce {arith.addf} ins(%x : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%y : tensor<65xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s0, %s1 : tensor<f32>, tensor<f32>
}
