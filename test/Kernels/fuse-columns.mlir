// RUN: fp8-opt %s --fp8-fuse --cse --fp8-verify-form=form=fused | FileCheck %s

// Sums over the rows of a matrix compute the elements that no other kernel reads.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#swapped = affine_map<(i, j) -> (j, i)>
#by_columns = affine_map<(j, i) -> (i, j)>
#columns = affine_map<(j, i) -> (j)>
#vector = affine_map<(j) -> (j)>

// The gradients of a norm. Its gain and its bias are updated by one kernel, which
// multiplies again instead of reading the products from memory.
// CHECK-LABEL: func.func @gain_and_bias
// CHECK-SAME: (%[[X:.*]]: tensor<64x64xbf16>, %[[S:.*]]: tensor<64xf32>, %[[DY:.*]]: tensor<64x64xbf16>, %[[GAIN:.*]]: tensor<64xf32> {{.*}}, %[[BIAS:.*]]: tensor<64xf32> {{.*}})
// CHECK: %[[DX:.*]] = fp8.kernel "reduce" {{.*}} outs(%{{.*}} : tensor<64x64xbf16>)
// CHECK: %[[NEW:.*]]:2 = fp8.kernel "reduce" ins(%[[DY]], %[[BIAS]], %[[X]], %[[S]], %[[GAIN]] : {{.*}}) outs(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>)
// CHECK-NOT: fp8.kernel "
// CHECK: return %[[DX]], %[[NEW]]#1, %[[NEW]]#0
func.func @gain_and_bias(%x: tensor<64x64xbf16>, %s: tensor<64xf32>, %dy: tensor<64x64xbf16>, %gain: tensor<64xf32> {fp8.name = "gain"}, %bias: tensor<64xf32> {fp8.name = "bias"})
    -> (tensor<64x64xbf16>, tensor<64xf32> {fp8.updates = "gain"}, tensor<64xf32> {fp8.updates = "bias"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %eb = tensor.empty() : tensor<64x64xbf16>
  %er = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %bias_sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%dy : tensor<64x64xbf16>) outs(%z : tensor<64xf32>) {
  ^bb0(%p: bf16, %acc: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %new_bias = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]} ins(%bias, %bias_sum : tensor<64xf32>, tensor<64xf32>) outs(%er : tensor<64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x64xbf16>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: bf16, %q: f32, %unused: f32):
    %0 = arith.extf %p : bf16 to f32
    %1 = arith.mulf %0, %q : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled, %dy : tensor<64x64xf32>, tensor<64x64xbf16>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: bf16, %unused: f32):
    %0 = arith.extf %q : bf16 to f32
    %1 = arith.mulf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %rows = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<64x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %dx = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled, %rows : tensor<64x64xf32>, tensor<64xf32>) outs(%eb : tensor<64x64xbf16>) {
  ^bb0(%p: f32, %q: f32, %unused: bf16):
    %0 = arith.subf %p, %q : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x64xbf16>
  %gain_sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<64x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %new_gain = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]} ins(%gain, %gain_sum : tensor<64xf32>, tensor<64xf32>) outs(%er : tensor<64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %dx, %new_gain, %new_bias : tensor<64x64xbf16>, tensor<64xf32>, tensor<64xf32>
}

// The elements are stored too, which a panel of columns would do in short pieces.
// CHECK-LABEL: func.func @negative_stored
// CHECK: fp8.kernel "elementwise" ins(%arg0 : tensor<64x64xf32>)
// CHECK: fp8.kernel "reduce" ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64xf32>)
func.func @negative_stored(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %er = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.mulf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<64x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %t, %sum : tensor<64x64xf32>, tensor<64xf32>
}

// One operand is contiguous along the summed rows.
// CHECK-LABEL: func.func @negative_transposed_operand
// CHECK: fp8.kernel "elementwise" ins(%arg0, %arg1 : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: fp8.kernel "reduce" ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64xf32>)
func.func @negative_transposed_operand(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %er = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#id, #swapped, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#by_columns, #columns], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<64x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %sum : tensor<64xf32>
}

// An update of all elements reads its gradient: equal updates share a launch.
// CHECK-LABEL: func.func @negative_update
// CHECK: fp8.kernel "elementwise" ins(%arg0 : tensor<64x64xf32>) outs(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xbf16>)
// CHECK: fp8.gemm
// CHECK: fp8.kernel "elementwise" ins(%arg1, %{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
func.func @negative_update(%x: tensor<64x64xf32>, %w: tensor<64x64xf32> {fp8.name = "w"}) -> (tensor<64x64xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<64x64xf32>
  %eb = tensor.empty() : tensor<64x64xbf16>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.mulf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x64xf32>) outs(%eb : tensor<64x64xbf16>) {
  ^bb0(%p: f32, %unused: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  %m = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %b, %b outs(%e : tensor<64x64xf32>) : tensor<64x64xbf16>, tensor<64x64xbf16>
  %new = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %m, %s : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %unused: f32):
    %0 = arith.mulf %q, %r : f32
    %1 = arith.subf %p, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %new : tensor<64x64xf32>
}
