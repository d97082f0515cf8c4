// RUN: fp8-opt %s --fp8-expand-math | FileCheck %s

// exp of a non-positive number needs no split of the exponent.
// test/Unit/Numerics/MathTest.cpp checks the values.

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#unit = affine_map<(i, j) -> (i, 0)>

// A logit less the largest of its row.
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: arith.shrsi
// CHECK: return
func.func @softmax(%x: tensor<8x8xbf16>, %y: tensor<8x8xbf16>) -> tensor<8x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %column = tensor.empty() : tensor<8x1xf32>
  %all = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%low : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xbf16>) outs(%init : tensor<8xf32>) {
  ^bb0(%e: bf16, %acc: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %expanded = tensor.expand_shape %max [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %repeated = linalg.generic {indexing_maps = [#unit, #ij], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<8x1xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x8xf32>
  %below = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %repeated : tensor<8x8xbf16>, tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: bf16, %m: f32, %unused: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.subf %0, %m : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %power = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%below : tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %power : tensor<8x8xf32>
}

// The largest one of another tensor.
// CHECK-LABEL: func.func @negative_other_tensor(
// CHECK: arith.shrsi
// CHECK: return
func.func @negative_other_tensor(%x: tensor<8x8xbf16>, %y: tensor<8x8xbf16>) -> tensor<8x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %column = tensor.empty() : tensor<8x1xf32>
  %all = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%low : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xbf16>) outs(%init : tensor<8xf32>) {
  ^bb0(%e: bf16, %acc: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %expanded = tensor.expand_shape %max [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %repeated = linalg.generic {indexing_maps = [#unit, #ij], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<8x1xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x8xf32>
  %below = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%y, %repeated : tensor<8x8xbf16>, tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: bf16, %m: f32, %unused: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.subf %0, %m : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %power = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%below : tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %power : tensor<8x8xf32>
}

// The largest one of another row.
// CHECK-LABEL: func.func @negative_other_row(
// CHECK: arith.shrsi
// CHECK: return
func.func @negative_other_row(%x: tensor<8x8xbf16>, %y: tensor<8x8xbf16>) -> tensor<8x8xf32> {
  %low = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %column = tensor.empty() : tensor<8x1xf32>
  %all = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%low : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xbf16>) outs(%init : tensor<8xf32>) {
  ^bb0(%e: bf16, %acc: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %expanded = tensor.expand_shape %max [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %repeated = linalg.generic {indexing_maps = [#unit, #ij], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<8x1xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x8xf32>
  %below = linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %repeated : tensor<8x8xbf16>, tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: bf16, %m: f32, %unused: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.subf %0, %m : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %power = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%below : tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %power : tensor<8x8xf32>
}

// The smallest one.
// CHECK-LABEL: func.func @negative_minimum(
// CHECK: arith.shrsi
// CHECK: return
func.func @negative_minimum(%x: tensor<8x8xbf16>, %y: tensor<8x8xbf16>) -> tensor<8x8xf32> {
  %low = arith.constant 0x7F800000 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %column = tensor.empty() : tensor<8x1xf32>
  %all = tensor.empty() : tensor<8x8xf32>
  %init = linalg.fill ins(%low : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xbf16>) outs(%init : tensor<8xf32>) {
  ^bb0(%e: bf16, %acc: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.minimumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %expanded = tensor.expand_shape %max [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %repeated = linalg.generic {indexing_maps = [#unit, #ij], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<8x1xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x8xf32>
  %below = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %repeated : tensor<8x8xbf16>, tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: bf16, %m: f32, %unused: f32):
    %0 = arith.extf %e : bf16 to f32
    %1 = arith.subf %0, %m : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  %power = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%below : tensor<8x8xf32>) outs(%all : tensor<8x8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = math.exp %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %power : tensor<8x8xf32>
}

// A Gaussian.
// CHECK-LABEL: func.func @gaussian(
// CHECK-NOT: arith.shrsi
// CHECK: return
func.func @gaussian(%x: f32) -> f32 {
  %half = arith.constant -0.5 : f32
  %0 = arith.mulf %x, %x : f32
  %1 = arith.mulf %0, %half : f32
  %2 = math.exp %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @magnitude(
// CHECK-NOT: arith.shrsi
// CHECK: return
func.func @magnitude(%x: f32) -> f32 {
  %0 = math.absf %x : f32
  %1 = arith.negf %0 : f32
  %2 = math.exp %1 : f32
  return %2 : f32
}

// CHECK-LABEL: func.func @negative_magnitude(
// CHECK: arith.shrsi
// CHECK: return
func.func @negative_magnitude(%x: f32) -> f32 {
  %0 = math.absf %x : f32
  %1 = math.exp %0 : f32
  return %1 : f32
}
