// RUN: fp8-opt %s --fp8-raise-concats | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// The gradient of two slices: each part is added to the zero that surrounds the
// other one, and the place that none reaches is 0.0 + 0.0.
// CHECK-LABEL: func.func @two_pads(
// CHECK-SAME: %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x4xf32>)
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[E]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[S]]
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<8x4xf32>)
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[E]], %{{.*}}
// CHECK-NEXT: linalg.yield %[[S]]
// CHECK: %[[Z:.*]] = linalg.fill {{.*}} -> tensor<8x8xf32>
// CHECK: %[[R:.*]] = tensor.concat dim(1) %[[X]], %[[Y]], %[[Z]]
// CHECK: return %[[R]]
func.func @two_pads(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[0, 0] high[0, 12] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x16xf32>
  %pb = tensor.pad %b low[0, 4] high[0, 8] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %sum : tensor<8x16xf32>
}

// An intermediate rounding is applied to each part, and constants are folded.
// CHECK-LABEL: func.func @rounded(
// CHECK-NOT: tensor.pad {{.*}}bf16
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<2x8xbf16>, tensor<2x8xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @rounded(%a: tensor<2x8xf32>, %b: tensor<2x8xf32>) -> tensor<4x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[2, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x8xf32> to tensor<4x8xf32>
  %pb = tensor.pad %b low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x8xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %eb = tensor.empty() : tensor<4x8xbf16>
  %narrow = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa : tensor<4x8xf32>) outs(%eb : tensor<4x8xbf16>) {
  ^bb0(%x: f32, %unused: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<4x8xbf16>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%narrow, %pb : tensor<4x8xbf16>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: bf16, %y: f32, %unused: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.addf %0, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %result = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<4x8xf32>) outs(%eb : tensor<4x8xbf16>) {
  ^bb0(%x: f32, %unused: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<4x8xbf16>
  return %result : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @negative_overlap(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @negative_overlap(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x7xf32> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x7xf32>
  %pb = tensor.pad %b low[0, 3] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x7xf32>
  %e = tensor.empty() : tensor<8x7xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<8x7xf32>, tensor<8x7xf32>) outs(%e : tensor<8x7xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x7xf32>
  return %sum : tensor<8x7xf32>
}

// The sum with a tensor that is no pad reads all of it.
// CHECK-LABEL: func.func @negative_other_tensor(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @negative_other_tensor(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x8xf32>
  %pb = tensor.pad %b low[0, 4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb, %c : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.addf %0, %z : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}

// Pads along two dimensions are no concatenation.
// CHECK-LABEL: func.func @negative_two_dimensions(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @negative_two_dimensions(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[0, 0] high[4, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<8x8xf32>
  %pb = tensor.pad %b low[0, 4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}

// A pad may move its operand: the first rows are the padding constant.
// CHECK-LABEL: func.func @negative_shifted(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @negative_shifted(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %pa = tensor.pad %a low[2, 0] high[-2, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  %pb = tensor.pad %b low[0, 5] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x2xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}

// exp(0.7) of the host is not that of the kernels.
// CHECK-LABEL: func.func @negative_function(
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @negative_function(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %c = arith.constant 0.7 : f32
  %pa = tensor.pad %a low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  %pb = tensor.pad %b low[0, 4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = math.exp %x : f32
    %1 = arith.addf %0, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}

// A constant may stand in the region of its pad.
// CHECK-LABEL: func.func @constant_of_region(
// CHECK: tensor.concat
// CHECK: return
func.func @constant_of_region(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %pa = tensor.pad %a low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.7 : f32
    tensor.yield %c : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  %pb = tensor.pad %b low[0, 4] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.3 : f32
    tensor.yield %c : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%pa, %pb : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %unused: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %sum : tensor<4x8xf32>
}
