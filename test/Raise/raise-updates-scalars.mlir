// RUN: fp8-opt %s --fp8-raise-updates | FileCheck %s

// The product of two states of one element is a scalar that the update of two
// others is given. It is not an input that the update computes for itself.

#i = affine_map<(i) -> (i)>

// CHECK-LABEL: @product_is_scalar
// CHECK: %[[PRODUCT:.*]] = arith.mulf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[PRODUCT]] :
// CHECK: tensor.collapse_shape %[[PRODUCT]]
// CHECK: fp8.update
func.func @product_is_scalar(%w: tensor<1xf32> {fp8.name = "w", fp8.state = #fp8.state<moment>}, %u: tensor<1xf32> {fp8.name = "u", fp8.state = #fp8.state<moment>}, %p: tensor<1xf32> {fp8.name = "p", fp8.state = #fp8.state<param>}, %q: tensor<1xf32> {fp8.name = "q", fp8.state = #fp8.state<moment>}) -> (tensor<1xf32> {fp8.updates = "w"}, tensor<1xf32> {fp8.updates = "u"}, tensor<1xf32> {fp8.updates = "p"}, tensor<1xf32> {fp8.updates = "q"}) {
  %product = arith.mulf %p, %q : tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %next_p = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%p, %product : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %at = linalg.index 0 : index
    %number = arith.index_cast %at : index to i32
    %factor = arith.sitofp %number : i32 to f32
    %0 = arith.mulf %a, %factor : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  %next_q = arith.maximumf %next_p, %w : tensor<1xf32>
  %next_w = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%product, %w : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = math.sqrt %b : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  %half = arith.truncf %product : tensor<1xf32> to tensor<1xf16>
  %next_u = arith.extf %half : tensor<1xf16> to tensor<1xf32>
  return %next_w, %next_u, %next_p, %next_q : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}
