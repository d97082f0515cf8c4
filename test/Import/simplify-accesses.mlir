// RUN: fp8-opt %s --fp8-simplify-accesses --canonicalize | FileCheck %s

// CHECK-DAG: #[[$ONCE:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[$REVERSED:.*]] = affine_map<(d0) -> (-d0 + 3)>
// CHECK-DAG: #[[$PLAIN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// The reversed filter of a convolution of 1 x 1 is the filter.
// CHECK-LABEL: func.func @reversed
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4x1x1xf32>
// CHECK-NEXT: return %[[X]]
func.func @reversed(%x: tensor<8x4x1x1xf32>) -> tensor<8x4x1x1xf32> {
  %empty = tensor.empty() : tensor<8x4x1x1xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, -c, -d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x4x1x1xf32>) outs(%empty : tensor<8x4x1x1xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<8x4x1x1xf32>
  return %y : tensor<8x4x1x1xf32>
}

// No loop that runs once is left for the second dimension.
// CHECK-LABEL: func.func @one_loop_for_two
// CHECK: linalg.generic {indexing_maps = [#[[$ONCE]],
func.func @one_loop_for_two(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %empty = tensor.empty() : tensor<1x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, -a)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x1xf32>) outs(%empty : tensor<1x4xf32>) {
  ^bb0(%e: f32, %out: f32):
    %n = arith.negf %e : f32
    linalg.yield %n : f32
  } -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK-LABEL: func.func @negative_four_elements
// CHECK: linalg.generic {indexing_maps = [#[[$REVERSED]],
func.func @negative_four_elements(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a) -> (3 - a)>, affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @transposed_elements
// CHECK: linalg.generic {indexing_maps = [#[[$PLAIN]], #[[$PLAIN]]]
func.func @transposed_elements(%x: tensor<1x5x1xf32>) -> tensor<1x5x1xf32> {
  %empty = tensor.empty() : tensor<1x5x1xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (c, b, a)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x5x1xf32>) outs(%empty : tensor<1x5x1xf32>) {
  ^bb0(%e: f32, %out: f32):
    %n = arith.negf %e : f32
    linalg.yield %n : f32
  } -> tensor<1x5x1xf32>
  return %y : tensor<1x5x1xf32>
}

// A slice of one element takes no step.

// CHECK-LABEL: func.func @strides
// CHECK: tensor.extract_slice %{{.*}}[0, 2, 1] [1, 1, 2] [1, 1, 3]
// CHECK: tensor.insert_slice %{{.*}}[%{{.*}}, 0] [1, 2] [1, %{{.*}}]
func.func @strides(%x: tensor<2x3x7xf32>, %y: tensor<4x9xf32>, %at: index, %step: index) -> tensor<4x9xf32> {
  %0 = tensor.extract_slice %x[0, 2, 1] [1, 1, 2] [2, 5, 3] : tensor<2x3x7xf32> to tensor<1x2xf32>
  %1 = tensor.insert_slice %0 into %y[%at, 0] [1, 2] [%step, %step] : tensor<1x2xf32> into tensor<4x9xf32>
  return %1 : tensor<4x9xf32>
}
