// RUN: fp8-opt %s --fp8-fuse --fp8-verify-form=form=fused | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#other = affine_map<(i, j) -> (j, i)>

// A new state in the shape of its granules that a later kernel reads, too: the
// kernel makes the view of it that is returned, as the state is; the later one
// reads a view of that.
// CHECK-LABEL: @state
func.func @state(%w: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<8x3xf32>) {
  // CHECK: %[[INIT:.*]] = tensor.empty() : tensor<4x6xf32>
  // CHECK-NEXT: %[[NEW:.*]] = fp8.kernel "elementwise" ins(%{{.*}} : tensor<24xf32>) outs(%[[INIT]] : tensor<4x6xf32>) {
  // CHECK:        %[[GRANULES:.*]] = linalg.generic
  // CHECK:        %[[FLAT:.*]] = tensor.collapse_shape %[[GRANULES]] {{\[}}[0, 1]] : tensor<3x8xf32> into tensor<24xf32>
  // CHECK-NEXT:   %[[STATE:.*]] = tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  // CHECK-NEXT:   fp8.kernel_yield %[[STATE]] : tensor<4x6xf32>
  // CHECK:      %[[BACK:.*]] = tensor.collapse_shape %[[NEW]] {{\[}}[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  // CHECK-NEXT: %[[AGAIN:.*]] = tensor.expand_shape %[[BACK]] {{\[}}[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  // CHECK:      %[[READ:.*]] = fp8.kernel "elementwise" ins(%[[AGAIN]] : tensor<3x8xf32>)
  // CHECK:      return %[[NEW]], %[[READ]]
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %granules = tensor.expand_shape %flat [[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  %empty = tensor.empty() : tensor<3x8xf32>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%granules : tensor<3x8xf32>) outs(%empty : tensor<3x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<3x8xf32>
  %new_flat = tensor.collapse_shape %new [[0, 1]] : tensor<3x8xf32> into tensor<24xf32>
  %state = tensor.expand_shape %new_flat [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %turned = tensor.empty() : tensor<8x3xf32>
  %read = linalg.generic {indexing_maps = [#other, #id], iterator_types = ["parallel", "parallel"]}
      ins(%new : tensor<3x8xf32>) outs(%turned : tensor<8x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %exp = math.exp %in : f32
    linalg.yield %exp : f32
  } -> tensor<8x3xf32>
  return %state, %read : tensor<4x6xf32>, tensor<8x3xf32>
}

// The new state itself is returned, and a view of it: the kernel makes the
// state, whichever comes first.
// CHECK-LABEL: @state_and_view
func.func @state_and_view(%w: tensor<6x5xf32> {fp8.name = "w"})
    -> (tensor<6x1x5xf32>, tensor<6x5xf32> {fp8.updates = "w"}, tensor<5x6xf32>) {
  // CHECK: %[[NEW:.*]] = fp8.kernel "elementwise" {{.*}} outs(%{{.*}} : tensor<6x5xf32>) {
  // CHECK: %[[VIEW:.*]] = tensor.expand_shape %[[NEW]]
  // CHECK: return %[[VIEW]], %[[NEW]],
  %empty = tensor.empty() : tensor<6x5xf32>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<6x5xf32>) outs(%empty : tensor<6x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<6x5xf32>
  %view = tensor.expand_shape %new [[0], [1, 2]] output_shape [6, 1, 5] : tensor<6x5xf32> into tensor<6x1x5xf32>
  %turned = tensor.empty() : tensor<5x6xf32>
  %read = linalg.generic {indexing_maps = [#other, #id], iterator_types = ["parallel", "parallel"]}
      ins(%new : tensor<6x5xf32>) outs(%turned : tensor<5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %exp = math.exp %in : f32
    linalg.yield %exp : f32
  } -> tensor<5x6xf32>
  return %view, %new, %read : tensor<6x1x5xf32>, tensor<6x5xf32>, tensor<5x6xf32>
}

// A tensor that is returned as it is, and a view of it: the view is made of it.
// CHECK-LABEL: @result_and_view
func.func @result_and_view(%w: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<30xf32>) {
  // CHECK: %[[NEW:.*]] = fp8.kernel "elementwise" {{.*}} outs(%{{.*}} : tensor<6x5xf32>) {
  // CHECK: %[[VIEW:.*]] = tensor.collapse_shape %[[NEW]]
  // CHECK: return %[[NEW]], %[[VIEW]]
  %empty = tensor.empty() : tensor<6x5xf32>
  %new = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<6x5xf32>) outs(%empty : tensor<6x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %in : f32
    linalg.yield %sum : f32
  } -> tensor<6x5xf32>
  %view = tensor.collapse_shape %new [[0, 1]] : tensor<6x5xf32> into tensor<30xf32>
  return %new, %view : tensor<6x5xf32>, tensor<30xf32>
}
