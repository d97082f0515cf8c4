// RUN: fp8-opt %s --fp8-set-wide-type --split-input-file | FileCheck %s

// A value that is encoded under a known scale and whose columns are summed, such as the
// gradient of a linear layer with a bias, is stored in bf16. Both readers read it.

#ij = affine_map<(i, j) -> (i, j)>
#by_columns = affine_map<(j, i) -> (i, j)>
#columns = affine_map<(j, i) -> (j)>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G:.*]] = math.tanh %{{.*}} : tensor<8x4xf32>
// CHECK: %[[NG:.*]] = arith.truncf %[[G]] : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK: %[[WG:.*]] = arith.extf %[[NG]]
// CHECK: fp8.quantize %[[NG]] by {{.*}} {fp8.allow = ["saturating-chain"]} : tensor<8x4xbf16>
// CHECK: linalg.generic {{.*}} ins(%[[WG]] : tensor<8x4xf32>)
func.func @step(%s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<scale>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<8x4xf8E5M2>, tensor<4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<8x4xf8E5M2>
  %g = math.tanh %x : tensor<8x4xf32>
  %codes = fp8.quantize %g by %s outs(%e : tensor<8x4xf8E5M2>) : tensor<8x4xf32>, tensor<f32>
  %db = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %codes, %db : tensor<8x4xf8E5M2>, tensor<4xf32>
}

// -----

// Sums of rows and of everything are made where the value is encoded, from f32. So is a sum
// of columns of a value that nothing else reads.

#ij = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#none = affine_map<(i, j) -> ()>
#by_columns = affine_map<(j, i) -> (i, j)>
#columns = affine_map<(j, i) -> (j)>

// CHECK-LABEL: func.func @step(
// CHECK: %[[G:.*]] = math.tanh %{{.*}} : tensor<8x4xf32>
// CHECK-NOT: arith.truncf
// CHECK: fp8.quantize %[[G]] by {{.*}} : tensor<8x4xf32>
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @step(%s: tensor<f32> {fp8.name = "s", fp8.state = #fp8.state<scale>}, %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<8x4xf8E5M2>, tensor<8xf32>, tensor<f32>, tensor<4xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros_of_columns = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<8x4xf8E5M2>
  %g = math.tanh %x : tensor<8x4xf32>
  %codes = fp8.quantize %g by %s outs(%e : tensor<8x4xf8E5M2>) : tensor<8x4xf32>, tensor<f32>
  %sums = linalg.generic {indexing_maps = [#ij, #rows], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<8x4xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #none], iterator_types = ["reduction", "reduction"]} ins(%g : tensor<8x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %h = math.exp %x : tensor<8x4xf32>
  %db = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%h : tensor<8x4xf32>) outs(%zeros_of_columns : tensor<4xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %codes, %sums, %sum, %db : tensor<8x4xf8E5M2>, tensor<8xf32>, tensor<f32>, tensor<4xf32>
}
