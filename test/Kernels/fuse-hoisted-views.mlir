// RUN: fp8-opt %s --fp8-fuse | FileCheck %s
// RUN: fp8-opt %s --fp8-cpu-pipeline -o /dev/null

#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// The kernel sums columns of a matmul's result in another shape, which a second
// matmul reads as well. It returns the sums alone.

// CHECK-LABEL: func.func @sums_and_matmul
// CHECK: %[[Y:.*]] = fp8.gemm
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %[[Y]]
// CHECK: %[[VIEW:.*]] = tensor.collapse_shape %[[SPLIT]]
// CHECK: fp8.kernel "reduce" ins(%[[Y]] : tensor<4x8xf32>) outs(%{{[^,:]*}} : tensor<4xf32>) {
// CHECK: fp8.gemm {{.*}} %[[VIEW]], %arg1
func.func @sums_and_matmul(%a: tensor<4x4xf32>, %b: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x8xf32>
  %y = fp8.gemm [#lhs, #rhs, #out] %a, %b outs(%e : tensor<4x8xf32>) : tensor<4x4xf32>, tensor<4x8xf32>
  %split = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
  %view = tensor.collapse_shape %split [[0, 1], [2]] : tensor<4x2x4xf32> into tensor<8x4xf32>
  %sums = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]} ins(%view : tensor<8x4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %s = arith.addf %acc, %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %z = fp8.gemm [#lhs, #rhs, #out] %view, %b outs(%f : tensor<8x8xf32>) : tensor<8x4xf32>, tensor<4x8xf32>
  return %sums, %z : tensor<4xf32>, tensor<8x8xf32>
}

// A returned view needs a copy, which the kernel writes.

// CHECK-LABEL: func.func @negative_returned
// CHECK: fp8.kernel "reduce" ins(%arg0 : tensor<4x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<4xf32>)
func.func @negative_returned(%y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8x4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %split = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
  %view = tensor.collapse_shape %split [[0, 1], [2]] : tensor<4x2x4xf32> into tensor<8x4xf32>
  %sums = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]} ins(%view : tensor<8x4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %s = arith.addf %acc, %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %sums, %view : tensor<4xf32>, tensor<8x4xf32>
}

// The state is overwritten after it was read, so a view of it would be a view of
// the new state.

// CHECK-LABEL: func.func @negative_state
// CHECK: fp8.kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<4x8xf32>)
// CHECK: fp8.gemm
func.func @negative_state(%y: tensor<4x8xf32> {fp8.name = "y"}, %b: tensor<4x8xf32>) -> (tensor<4x8xf32> {fp8.updates = "y"}, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %f = tensor.empty() : tensor<8x8xf32>
  %split = tensor.expand_shape %y [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
  %view = tensor.collapse_shape %split [[0, 1], [2]] : tensor<4x2x4xf32> into tensor<8x4xf32>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%view : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  %whole = tensor.expand_shape %new [[0, 1], [2]] output_shape [4, 2, 4] : tensor<8x4xf32> into tensor<4x2x4xf32>
  %next = tensor.collapse_shape %whole [[0], [1, 2]] : tensor<4x2x4xf32> into tensor<4x8xf32>
  %z = fp8.gemm [#lhs, #rhs, #out] %view, %b outs(%f : tensor<8x8xf32>) : tensor<8x4xf32>, tensor<4x8xf32>
  return %next, %z : tensor<4x8xf32>, tensor<8x8xf32>
}

// One view may be several results.
// CHECK-LABEL: func.func @twice
// CHECK: fp8.kernel {{.*}} outs(%{{.*}} : tensor<4x8xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @twice(%y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e0 = tensor.empty() : tensor<4x2x4xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %k:3 = fp8.kernel "k" ins(%y : tensor<4x8xf32>) outs(%e0, %e0, %e2 : tensor<4x2x4xf32>, tensor<4x2x4xf32>, tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %o0: tensor<4x2x4xf32>, %o1: tensor<4x2x4xf32>, %o2: tensor<4x8xf32>):
    %split = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 4] : tensor<4x8xf32> into tensor<4x2x4xf32>
    %n = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o2 : tensor<4x8xf32>) {
    ^bb1(%in: f32, %out: f32):
      %s = arith.addf %in, %in : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %split, %split, %n : tensor<4x2x4xf32>, tensor<4x2x4xf32>, tensor<4x8xf32>
  }
  return %k#2 : tensor<4x8xf32>
}
