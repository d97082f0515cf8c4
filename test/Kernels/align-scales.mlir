// RUN: fp8-opt %s --fp8-choose-layouts=aligned-scales | FileCheck %s
// RUN: fp8-opt %s --fp8-choose-layouts | FileCheck %s --check-prefix=STAY
// RUN: fp8-opt %s --fp8-gpu-pipeline=block-scales | FileCheck %s --check-prefix=BUFFERS

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// Scales that matmuls read from one tensor are stored 16 bytes apart. All
// single elements are read from the new tensor.
// CHECK-LABEL: func.func @scales
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6x4xf32>
// CHECK: %[[APART:.*]] = tensor.insert_slice %{{.*}} into %[[EMPTY]][0, 0] [6, 1] [1, 1] : tensor<6xf32> into tensor<6x4xf32>
// CHECK: %[[S1:.*]] = tensor.extract_slice %[[APART]][1, 0] [1, 1] [1, 1] : tensor<6x4xf32> to tensor<f32>
// CHECK: %[[S4:.*]] = tensor.extract_slice %[[APART]][4, 0] [1, 1] [1, 1] : tensor<6x4xf32> to tensor<f32>
// CHECK: %[[S2:.*]] = tensor.extract_slice %[[APART]][2, 0] [1, 1] [1, 1] : tensor<6x4xf32> to tensor<f32>
// CHECK: fp8.gemm {{.*}} by %[[S1]], %{{.*}} by %[[S4]] outs
// CHECK: return %{{.*}}, %[[S2]]
// The kernel that computes them writes them there.
// BUFFERS-LABEL: func.func @scales
// BUFFERS: %[[VIEW:.*]] = memref.view {{.*}} to memref<6x4xf32>
// BUFFERS: %[[OUT:.*]] = memref.subview %[[VIEW]][0, 0] [6, 1] [1, 1]
// BUFFERS: fp8.launch {{.*}} ins(%{{.*}} : memref<6xf32>) outs(%[[OUT]] : memref<6xf32, strided<[4]>>)
// BUFFERS-NOT: ins(%{{.*}} : memref<6xf32
// BUFFERS: fp8.gemm
// STAY-LABEL: func.func @scales
// STAY-NOT: tensor.insert_slice
func.func @scales(%x: tensor<16x32xf8E4M3FN>, %w: tensor<16x32xf8E4M3FN>, %given: tensor<6xf32>) -> (tensor<16x16xf32>, tensor<f32>) {
  %e0 = tensor.empty() : tensor<6xf32>
  %scales = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%given : tensor<6xf32>) outs(%e0 : tensor<6xf32>) {
  ^bb0(%v: f32, %unused: f32):
    %s = arith.mulf %v, %v : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %s1 = tensor.extract_slice %scales[1] [1] [1] : tensor<6xf32> to tensor<f32>
  %s4 = tensor.extract_slice %scales[4] [1] [1] : tensor<6xf32> to tensor<f32>
  %s2 = tensor.extract_slice %scales[2] [1] [1] : tensor<6xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %s1, %w by %s4 outs(%e : tensor<16x16xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<16x32xf8E4M3FN> by tensor<f32>
  return %y, %s2 : tensor<16x16xf32>, tensor<f32>
}

// An argument exists anyway: only the scales are read from the copy. The offset
// is known, or not, and the slice may have rank 1.
// CHECK-LABEL: func.func @argument
// CHECK-SAME: %[[TABLE:[a-z0-9]+]]: tensor<2x4xf32>, %[[I:[a-z0-9]+]]: index
// CHECK: %[[APART:.*]] = tensor.insert_slice %[[TABLE]] into %{{.*}}[0, 0, 0] [2, 4, 1] [1, 1, 1] : tensor<2x4xf32> into tensor<2x4x4xf32>
// CHECK: tensor.extract_slice %[[APART]][1, %[[I]], 0] [1, 1, 1] [1, 1, 1] : tensor<2x4x4xf32> to tensor<1xf32>
// CHECK: tensor.extract_slice %[[APART]][1, 0, 0] [1, 1, 1] [1, 1, 1] : tensor<2x4x4xf32> to tensor<f32>
// CHECK: tensor.extract_slice %[[TABLE]][1, 3] [1, 1] [1, 1] : tensor<2x4xf32> to tensor<f32>
func.func @argument(%x: tensor<16x32xf8E4M3FN>, %w: tensor<16x32xf8E4M3FN>, %table: tensor<2x4xf32>, %i: index) -> (tensor<16x16xf32>, tensor<f32>) {
  %row = tensor.extract_slice %table[1, %i] [1, 1] [1, 1] : tensor<2x4xf32> to tensor<1xf32>
  %s0 = tensor.collapse_shape %row [] : tensor<1xf32> into tensor<f32>
  %s1 = tensor.extract_slice %table[1, 0] [1, 1] [1, 1] : tensor<2x4xf32> to tensor<f32>
  %s2 = tensor.extract_slice %table[1, 3] [1, 1] [1, 1] : tensor<2x4xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %s0, %w by %s1 outs(%e : tensor<16x16xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<16x32xf8E4M3FN> by tensor<f32>
  return %y, %s2 : tensor<16x16xf32>, tensor<f32>
}

// A slice of a slice can begin anywhere.
// CHECK-LABEL: func.func @nested
// CHECK: %[[PART:.*]] = tensor.extract_slice %{{.*}}[1] [5] [1] : tensor<6xf32> to tensor<5xf32>
// CHECK: %[[APART:.*]] = tensor.insert_slice %[[PART]] into
// CHECK: tensor.extract_slice %[[APART]][4, 0] [1, 1] [1, 1]
func.func @nested(%x: tensor<16x32xf8E4M3FN>, %w: tensor<16x32xf8E4M3FN>, %scales: tensor<6xf32>) -> tensor<16x16xf32> {
  %part = tensor.extract_slice %scales[1] [5] [1] : tensor<6xf32> to tensor<5xf32>
  %s = tensor.extract_slice %part[4] [1] [1] : tensor<5xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %s, %w by %s outs(%e : tensor<16x16xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<16x32xf8E4M3FN> by tensor<f32>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @negative_aligned
// CHECK-NOT: tensor.insert_slice
func.func @negative_aligned(%x: tensor<16x32xf8E4M3FN>, %w: tensor<16x32xf8E4M3FN>, %scales: tensor<2x6xf32>) -> tensor<16x16xf32> {
  %s0 = tensor.extract_slice %scales[0, 0] [1, 1] [1, 1] : tensor<2x6xf32> to tensor<f32>
  %s1 = tensor.extract_slice %scales[1, 2] [1, 1] [1, 1] : tensor<2x6xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %s0, %w by %s1 outs(%e : tensor<16x16xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<16x32xf8E4M3FN> by tensor<f32>
  return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @negative_whole_tensor
// CHECK-NOT: tensor.insert_slice
func.func @negative_whole_tensor(%x: tensor<16x32xf8E4M3FN>, %w: tensor<16x32xf8E4M3FN>, %s0: tensor<f32>, %one: tensor<1xf32>) -> tensor<16x16xf32> {
  %s1 = tensor.extract_slice %one[0] [1] [1] : tensor<1xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %s0, %w by %s1 outs(%e : tensor<16x16xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<16x32xf8E4M3FN> by tensor<f32>
  return %y : tensor<16x16xf32>
}

// Block scales are matrices, and no scale is a slice that only kernels read.
// CHECK-LABEL: func.func @negative_blocks
// CHECK-NOT: tensor.insert_slice
func.func @negative_blocks(%x: tensor<16x128xf8E4M3FN>, %w: tensor<16x128xf8E4M3FN>, %scales: tensor<3x16xf32>) -> (tensor<16x16xf32>, tensor<f32>) {
  %sx = tensor.extract_slice %scales[1, 0] [1, 16] [1, 1] : tensor<3x16xf32> to tensor<1x16xf32>
  %sw = tensor.extract_slice %scales[2, 0] [1, 16] [1, 1] : tensor<3x16xf32> to tensor<1x16xf32>
  %s = tensor.extract_slice %scales[0, 1] [1, 1] [1, 1] : tensor<3x16xf32> to tensor<f32>
  %e = tensor.empty() : tensor<16x16xf32>
  %y = fp8.gemm [#mk, #nk, #mn] %x by %sx, %w by %sw blocks<vec128>, <vec128> outs(%e : tensor<16x16xf32>) : tensor<16x128xf8E4M3FN> by tensor<1x16xf32>, tensor<16x128xf8E4M3FN> by tensor<1x16xf32>
  return %y, %s : tensor<16x16xf32>, tensor<f32>
}
