// RUN: fp8-opt %s --convert-elementwise-to-linalg --fp8-fuse | FileCheck %s
// RUN: fp8-opt %s --fp8-cpu-pipeline -o /dev/null

// Two kernels read a view of an argument. Each makes it for itself: the first
// has no copy of it among its results.

// CHECK-LABEL: func.func @step
// CHECK: fp8.kernel "reduce" ins(%arg0 : tensor<4x8xf32>) outs(%{{[^:]*}} : tensor<1x8xf32>) {
// CHECK: tensor.collapse_shape
// CHECK: fp8.gemm
// CHECK: fp8.kernel {{.*}} ins(%arg0, %{{.*}} : tensor<4x8xf32>, tensor<32xf32>)
// CHECK: tensor.collapse_shape
func.func @step(%x: tensor<4x8xf32>, %a: tensor<8x1xf32>) -> tensor<32xf32> {
  %zero8 = arith.constant dense<0.0> : tensor<8xf32>
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %v = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %w = tensor.expand_shape %v [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
  %sums = linalg.reduce {arith.addf} ins(%w : tensor<8x4xf32>) outs(%zero8 : tensor<8xf32>) dimensions = [1]
  %row = tensor.expand_shape %sums [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %product = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a, %row outs(%empty : tensor<8x8xf32>) : tensor<8x1xf32>, tensor<1x8xf32>
  %flat = tensor.collapse_shape %product [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %part = tensor.extract_slice %flat[0] [32] [1] : tensor<64xf32> to tensor<32xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v, %part : tensor<32xf32>, tensor<32xf32>) outs(%part : tensor<32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %z : tensor<32xf32>
}

// A scatter reads its positions from an operand of its kernel, a view that the
// other kernel does not copy.

// CHECK-LABEL: func.func @negative_scatter
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg0
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %[[FLAT]]
// CHECK: fp8.kernel "elementwise" ins(%arg0 : tensor<2x3xi32>) outs(%{{[^:]*}} : tensor<6x1xi32>)
// CHECK: fp8.kernel "scatter_add" ins({{.*}}%[[VIEW]] : tensor<6x4xf32>, tensor<6x1xi32>)
func.func @negative_scatter(%at: tensor<2x3xi32>, %rows: tensor<6x4xf32>, %table: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<6x1xi32>) {
  %v = tensor.collapse_shape %at [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %w = tensor.expand_shape %v [[0, 1]] output_shape [6, 1] : tensor<6xi32> into tensor<6x1xi32>
  %next = arith.addi %w, %w : tensor<6x1xi32>
  %sum = fp8.scatter_add %rows at %w outs(%table : tensor<5x4xf32>) : tensor<6x4xf32>, tensor<6x1xi32>
  return %sum, %next : tensor<5x4xf32>, tensor<6x1xi32>
}

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// The kernel that reads the view along two orders of its dimensions reads a stored
// tensor: within the kernel, it would be one tensor, traversed in one order.

// CHECK-LABEL: func.func @both_orders
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %arg0
// CHECK: fp8.kernel {{.*}} ins(%arg0 : tensor<16xf32>)
// CHECK: math.absf
// CHECK: fp8.kernel {{.*}} ins(%[[VIEW]], %[[VIEW]] :
// CHECK: arith.subf
func.func @both_orders(%x: tensor<16xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %v = tensor.expand_shape %x [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %v : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<4x4xf32>
  %t = math.absf %v : tensor<4x4xf32>
  return %s, %t : tensor<4x4xf32>, tensor<4x4xf32>
}
