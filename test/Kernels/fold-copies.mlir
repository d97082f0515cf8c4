// RUN: fp8-opt %s --fp8-fold-copies --split-input-file | FileCheck %s

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A sum that starts from 0.0 is the same for -0.0 and 0.0.
// CHECK-LABEL: func.func @sum
// CHECK-COUNT-1: arith.addf
// CHECK-NOT: arith.addf
// CHECK: return
func.func @sum(%x: tensor<8xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%s : tensor<8xf32>) outs(%start : tensor<f32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// A sum that starts from -0.0 is -0.0 if all its terms are.
// CHECK-LABEL: func.func @negative_start
// CHECK-COUNT-2: arith.addf
func.func @negative_start(%x: tensor<8xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant dense<-0.0> : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%s : tensor<8xf32>) outs(%start : tensor<f32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @negative_returned
// CHECK: arith.addf
func.func @negative_returned(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// The quotient of 1 and a zero has the sign of the zero, also in a comparison.
// CHECK-LABEL: func.func @negative_divisor
// CHECK: arith.addf
func.func @negative_divisor(%x: tensor<8xf32>) -> tensor<8xi1> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xi1>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.addf %in, %zero : f32
    %1 = arith.divf %one, %0 : f32
    %2 = arith.cmpf olt, %1, %zero : f32
    linalg.yield %2 : i1
  } -> tensor<8xi1>
  return %s : tensor<8xi1>
}

// Products and quotients with a zero on top are compared, and absolute values
// are taken.
// CHECK-LABEL: func.func @compared
// CHECK-NOT: arith.addf
// CHECK: return
func.func @compared(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xi1>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xi1>
  %f = tensor.empty() : tensor<8xf32>
  %s:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e, %f : tensor<8xi1>, tensor<8xf32>) {
  ^bb0(%in: f32, %other: f32, %out: i1, %o: f32):
    %0 = arith.addf %zero, %in : f32
    %1 = arith.mulf %0, %other : f32
    %2 = arith.divf %1, %other : f32
    %3 = arith.cmpf olt, %2, %other : f32
    %4 = math.absf %1 : f32
    linalg.yield %3, %4 : i1, f32
  } -> (tensor<8xi1>, tensor<8xf32>)
  return %s#0, %s#1 : tensor<8xi1>, tensor<8xf32>
}

// Integers may be compared by their bits.
// CHECK-LABEL: func.func @negative_integer_code
// CHECK: arith.addf
func.func @negative_integer_code(%x: tensor<8xf32>) -> tensor<8xi1> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i16
  %e = tensor.empty() : tensor<8xi1>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.addf %in, %zero : f32
    %1 = fp8.convert %0 {format = #fp8.format<e4m11>} : f32 to i16
    %2 = arith.cmpi eq, %1, %none : i16
    linalg.yield %2 : i1
  } -> tensor<8xi1>
  return %s : tensor<8xi1>
}

// -----

#map = affine_map<(i, j) -> (i, j)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// Codes of a matmul that starts from 0.0.
// CHECK-LABEL: func.func @matmul
// CHECK-NOT: arith.addf
// CHECK: return
func.func @matmul(%x: tensor<4x8xf32>, %w: tensor<8x4xf8E4M3FN>, %scale: tensor<f32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant dense<0.0> : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x8xf8E5M2>
  %codes = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf8E5M2>) {
  ^bb0(%in: f32, %out: f8E5M2):
    %0 = arith.addf %in, %zero : f32
    %1 = fp8.convert %0 : f32 to f8E5M2
    linalg.yield %1 : f8E5M2
  } -> tensor<4x8xf8E5M2>
  %r = fp8.contract [#lhs, #rhs, #out] %codes by %scale, %w by %scale outs(%start : tensor<4x4xf32>) : tensor<4x8xf8E5M2> by tensor<f32>, tensor<8x4xf8E4M3FN> by tensor<f32>
  return %r : tensor<4x4xf32>
}

// A matmul that accumulates onto an argument, which may be -0.0.
// CHECK-LABEL: func.func @negative_accumulator
// CHECK: arith.addf
func.func @negative_accumulator(%x: tensor<4x8xbf16>, %w: tensor<8x4xbf16>, %start: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x8xbf16>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xbf16>) outs(%e : tensor<4x8xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.addf %in, %zero : bf16
    linalg.yield %0 : bf16
  } -> tensor<4x8xbf16>
  %r = fp8.contract [#lhs, #rhs, #out] %s, %w outs(%start : tensor<4x4xf32>) : tensor<4x8xbf16>, tensor<8x4xbf16>
  return %r : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
#turned = affine_map<(i, j) -> (j, i)>

// A cast back, a copy, and a copy with one more dimension.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NOT: linalg.generic
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1]] output_shape [4, 1]
// CHECK-NEXT: return %[[X]], %[[VIEW]]
func.func @copies(%x: tensor<4x8xbf16>, %y: tensor<4xf32>) -> (tensor<4x8xbf16>, tensor<4x1xf32>) {
  %wide = tensor.empty() : tensor<4x8xf32>
  %narrow = tensor.empty() : tensor<4x8xbf16>
  %column = tensor.empty() : tensor<4x1xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xbf16>) outs(%wide : tensor<4x8xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x8xf32>) outs(%narrow : tensor<4x8xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %e = arith.truncf %in : f32 to bf16
    linalg.yield %e : bf16
  } -> tensor<4x8xbf16>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<4x8xbf16>) outs(%narrow : tensor<4x8xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    linalg.yield %in : bf16
  } -> tensor<4x8xbf16>
  %3 = linalg.generic {indexing_maps = [#rows, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<4xf32>) outs(%column : tensor<4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x1xf32>
  return %2, %3 : tensor<4x8xbf16>, tensor<4x1xf32>
}

// A transpose, a broadcast, and a narrower type in between.
// CHECK-LABEL: func.func @negative_copies
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @negative_copies(%x: tensor<4x4xf32>, %y: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %empty = tensor.empty() : tensor<4x4xf32>
  %narrow = tensor.empty() : tensor<4x4xbf16>
  %0 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#rows, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<4xf32>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xf32>) outs(%narrow : tensor<4x4xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %e = arith.truncf %in : f32 to bf16
    linalg.yield %e : bf16
  } -> tensor<4x4xbf16>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<4x4xbf16>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  } -> tensor<4x4xf32>
  return %0, %1, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Parts that were widened are concatenated first. The reshape moves as well.
// CHECK-LABEL: func.func @widened_parts(
// CHECK: %[[ALL:.*]] = tensor.concat dim(1) %arg0, %arg1 : {{.*}} -> tensor<2x8xbf16>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[ALL]]
// CHECK: linalg.generic {{.*}} ins(%[[FLAT]] : tensor<16xbf16>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @widened_parts(%x: tensor<2x4xbf16>, %y: tensor<2x4xbf16>) -> tensor<16xf32> {
  %empty = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xbf16>) outs(%empty : tensor<2x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  } -> tensor<2x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<2x4xbf16>) outs(%empty : tensor<2x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  } -> tensor<2x4xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  return %3 : tensor<16xf32>
}

// One part has more bits.
// CHECK-LABEL: func.func @negative_wide_part(
// CHECK: tensor.concat {{.*}} -> tensor<2x8xf32>
func.func @negative_wide_part(%x: tensor<2x4xbf16>, %y: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %empty = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xbf16>) outs(%empty : tensor<2x4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %e = arith.extf %in : bf16 to f32
    linalg.yield %e : f32
  } -> tensor<2x4xf32>
  %2 = tensor.concat dim(1) %0, %y : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}

// -----

// f16 has a smaller range than e8m0.
// CHECK-LABEL: func.func @negative_cast_back_from_f16
// CHECK: arith.extf
// CHECK: arith.truncf
func.func @negative_cast_back_from_f16(%x: tensor<8xf8E8M0FNU>) -> tensor<8xf8E8M0FNU> {
  %e = tensor.empty() : tensor<8xf16>
  %wide = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf8E8M0FNU>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f8E8M0FNU, %out: f16):
    %0 = arith.extf %in : f8E8M0FNU to f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  %f = tensor.empty() : tensor<8xf8E8M0FNU>
  %narrow = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%wide : tensor<8xf16>) outs(%f : tensor<8xf8E8M0FNU>) {
  ^bb0(%in: f16, %out: f8E8M0FNU):
    %0 = arith.truncf %in : f16 to f8E8M0FNU
    linalg.yield %0 : f8E8M0FNU
  } -> tensor<8xf8E8M0FNU>
  return %narrow : tensor<8xf8E8M0FNU>
}

// -----

// A concatenation of dynamic parts with a static shape keeps its shape.
// CHECK-LABEL: func.func @static_concat_of_dynamic_parts
// CHECK: tensor.concat {{.*}} -> tensor<8x4xbf16>
// CHECK: tensor.collapse_shape {{.*}} : tensor<8x4xbf16> into tensor<32xbf16>
func.func @static_concat_of_dynamic_parts(%x: tensor<?x4xbf16>, %y: tensor<?x4xbf16>) -> tensor<32xf32> {
  %0 = arith.extf %x : tensor<?x4xbf16> to tensor<?x4xf32>
  %1 = arith.extf %y : tensor<?x4xbf16> to tensor<?x4xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<8x4xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  return %3 : tensor<32xf32>
}
