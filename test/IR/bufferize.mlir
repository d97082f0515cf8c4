// RUN: fp8-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s

// A state is updated in its own buffer.
// CHECK-LABEL: @update_in_place
// CHECK-SAME: %[[W:.*]]: memref<64xf32>, %[[G:.*]]: memref<64xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fp8.update states(%[[W]] : memref<64xf32>) inputs(%[[G]] : memref<64xf32>) outs(%[[W]] : memref<64xf32>) {
// CHECK-NOT: memref.copy
// CHECK: return %[[W]] : memref<64xf32>
func.func @update_in_place(%w: tensor<64xf32>, %g: tensor<64xf32>) -> tensor<64xf32> {
  %w1 = fp8.update states(%w : tensor<64xf32>) inputs(%g : tensor<64xf32>) outs(%w : tensor<64xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n : f32
  }
  return %w1 : tensor<64xf32>
}

// So is one of several planes.
// CHECK-LABEL: @update_planes_in_place
// CHECK-SAME: %[[W:.*]]: memref<64x128xf8E4M3FN>, %[[WS:.*]]: memref<64xf32>, %[[R:.*]]: memref<64x128xbf16>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: fp8.update states(%[[W]], %[[WS]], %[[R]] : {{.*}}) storage {{.*}} outs(%[[W]], %[[WS]], %[[R]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @update_planes_in_place(%w: tensor<64x128xf8E4M3FN>, %ws: tensor<64xf32>, %r: tensor<64x128xbf16>) -> (tensor<64x128xf8E4M3FN>, tensor<64xf32>, tensor<64x128xbf16>) {
  %n:3 = fp8.update states(%w, %ws, %r : tensor<64x128xf8E4M3FN>, tensor<64xf32>, tensor<64x128xbf16>) storage [#fp8.storage<format = e4m3, granularity = <group 128>, residual = bf16>] outs(%w, %ws, %r : tensor<64x128xf8E4M3FN>, tensor<64xf32>, tensor<64x128xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %n#0, %n#1, %n#2 : tensor<64x128xf8E4M3FN>, tensor<64xf32>, tensor<64x128xbf16>
}

// The old weight is read after the update: one of the two needs a buffer.
// CHECK-LABEL: @update_read_later
// CHECK-SAME: %[[W:.*]]: memref<64xf32>
// CHECK: %[[NEW:.*]] = memref.alloc() {{.*}} : memref<64xf32>
// CHECK: fp8.update states(%[[W]] : memref<64xf32>) outs(%[[NEW]] : memref<64xf32>) {
// CHECK: fp8.amax %[[W]]
func.func @update_read_later(%w: tensor<64xf32>, %a: tensor<f32>) -> (tensor<64xf32>, tensor<f32>) {
  %w1 = fp8.update states(%w : tensor<64xf32>) outs(%w : tensor<64xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %m = fp8.amax %w outs(%a : tensor<f32>) : tensor<64xf32>
  return %w1, %m : tensor<64xf32>, tensor<f32>
}

// An input that is permuted is read after other elements are written.
// CHECK-LABEL: @negative_input_in_place
// CHECK: memref.alloc
// CHECK: fp8.update
func.func @negative_input_in_place(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w1 = fp8.update states(%w : tensor<64x64xf32>) inputs(%w : tensor<64x64xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<64x64xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n : f32
  }
  return %w1 : tensor<64x64xf32>
}

// The contents of the destination of codes do not matter. The amax
// accumulates, so its constant init is copied.
// CHECK-LABEL: @quantize
// CHECK-DAG: %[[ZERO:.*]] = memref.get_global
// CHECK-DAG: %[[CODES:.*]] = memref.alloc() {{.*}} : memref<4x8xf8E4M3FN>
// CHECK-DAG: %[[AMAX:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK: memref.copy %[[ZERO]], %[[AMAX]]
// CHECK-NOT: memref.copy
// CHECK: fp8.quantize %{{.*}} by %{{.*}} with_amax outs(%[[CODES]], %[[AMAX]] : memref<4x8xf8E4M3FN>, memref<f32>) : memref<4x8xf32>, memref<f32>
func.func @quantize(%x: tensor<4x8xf32>, %s: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c = tensor.empty() : tensor<4x8xf8E4M3FN>
  %q:2 = fp8.quantize %x by %s with_amax outs(%c, %zero : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
  return %q#0, %q#1 : tensor<4x8xf8E4M3FN>, tensor<f32>
}

// CHECK-LABEL: @others
// CHECK-NOT: tensor<
// CHECK: fp8.dequantize %{{.*}} : memref<4x8xf8E4M3FN>, memref<f32>
// CHECK: fp8.contract {{.*}} : memref<4x8xf8E4M3FN> by memref<f32>, memref<4x8xf8E4M3FN> by memref<f32>
// CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%{{.*}} : memref<4x4xf32>) : memref<2x4xf32>, memref<2x1xi64>
func.func @others(%c: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %x: tensor<4x8xf32>, %y: tensor<4x4xf32>, %u: tensor<2x4xf32>, %i: tensor<2x1xi64>) -> (tensor<4x8xf32>, tensor<4x4xf32>) {
  %d = fp8.dequantize %c by %s outs(%x : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
  %p = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %c by %s, %c by %s outs(%y : tensor<4x4xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<4x8xf8E4M3FN> by tensor<f32>
  %r = fp8.scatter_add %u at %i outs(%p : tensor<4x4xf32>) : tensor<2x4xf32>, tensor<2x1xi64>
  return %d, %r : tensor<4x8xf32>, tensor<4x4xf32>
}

// Ops on buffers have the properties of ops on tensors, including properties
// that are not attributes.
// CHECK-LABEL: @properties
// CHECK: fp8.init ones outs
// CHECK: fp8.init normal parameters [0.000000e+00, 2.000000e-02] stream 3 seed %{{.*}} with_wide outs
// CHECK: fp8.quantize %{{.*}} granularity<block 2x128> scaling<margin = 1, pow2 = true, epsilon = 1.000000e-03> outs
// CHECK: fp8.amax %{{.*}} granularity<row> outs
func.func @properties(%seed: i32, %x: tensor<4x256xf32>, %c: tensor<4x256xf8E5M2>, %s: tensor<2x2xf32>, %r: tensor<4xf32>) -> (tensor<4xf32>, tensor<64xf8E4M3FN>, tensor<64xf32>, tensor<4x256xf8E5M2>, tensor<2x2xf32>, tensor<4xf32>) {
  %e4 = tensor.empty() : tensor<4xf32>
  %ones = fp8.init ones outs(%e4 : tensor<4xf32>)
  %codes = tensor.empty() : tensor<64xf8E4M3FN>
  %scale = tensor.empty() : tensor<f32>
  %wide = tensor.empty() : tensor<64xf32>
  %init:3 = fp8.init normal parameters [0.0, 2.0e-02] stream 3 seed %seed with_wide outs(%codes, %scale, %wide : tensor<64xf8E4M3FN>, tensor<f32>, tensor<64xf32>)
  %q:2 = fp8.quantize %x granularity<block 2x128> scaling<epsilon = 1.0e-3, pow2 = true, margin = 1> outs(%c, %s : tensor<4x256xf8E5M2>, tensor<2x2xf32>) : tensor<4x256xf32>
  %a = fp8.amax %x granularity<row> outs(%r : tensor<4xf32>) : tensor<4x256xf32>
  return %ones, %init#0, %init#2, %q#0, %q#1, %a : tensor<4xf32>, tensor<64xf8E4M3FN>, tensor<64xf32>, tensor<4x256xf8E5M2>, tensor<2x2xf32>, tensor<4xf32>
}
