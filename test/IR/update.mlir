// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @sgd
func.func @sgd(%w: tensor<4x8xf32>, %g: tensor<8x4xbf16>, %lr: tensor<f32>, %skip: i1) {
  // CHECK: fp8.update states(%{{.*}} : tensor<4x8xf32>) inputs(%{{.*}} : tensor<8x4xbf16>) scalars(%{{.*}} : tensor<f32>) skip %{{.*}} maps [#{{.*}}, #{{.*}}] outs(%{{.*}} : tensor<4x8xf32>) {
  // CHECK: ^bb0(%[[STATE:.*]]: f32, %[[IN:.*]]: f32, %[[SCALAR:.*]]: f32):
  // CHECK: arith.mulf %[[SCALAR]], %[[IN]] : f32
  // CHECK: fp8.yield %{{.*}} : f32
  %0 = fp8.update states(%w : tensor<4x8xf32>) inputs(%g : tensor<8x4xbf16>) scalars(%lr : tensor<f32>) skip %skip maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %u = arith.mulf %rate, %d : f32
    %n = arith.subf %p, %u : f32
    fp8.yield %n : f32
  }
  return
}

// An FP8 weight with its remainder and a transposed copy, which has its codes
// and so neither scale nor amax; a first moment in groups, whose scales are
// planes; a second one in bf16.
// CHECK-LABEL: @stored
func.func @stored(%w: tensor<4x256xf8E4M3FN>, %r: tensor<4x256xi8>, %t: tensor<256x4xf8E4M3FN>, %m: tensor<4x256xf8E4M3FN>, %ms: tensor<8xf32>, %v: tensor<4x256xbf16>, %s: tensor<f32>, %a: tensor<f32>, %seed: i32, %step: i32, %row: index) {
  // CHECK: fp8.update states(%{{.*}} : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xbf16>)
  // CHECK-SAME: scales(%{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>) seed %{{.*}} step
  // CHECK-SAME: storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0, copies = [<format = e4m3, transposed = true>]>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1>]
  // CHECK-SAME: reductions [#fp8.reduction<sum>, #fp8.reduction<max>]
  // CHECK-SAME: at [%{{.*}}, 0] of [64, 256] outs(
  %0:9 = fp8.update states(%w, %r, %m, %ms, %v : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xbf16>) scales(%s, %s : tensor<f32>, tensor<f32>) seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0, copies = [<format = e4m3, transposed = true>]>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1>] reductions [#fp8.reduction<sum>, #fp8.reduction<max>] at [%row, 0] of [64, 256] outs(%w, %r, %t, %m, %ms, %v, %a, %a, %a : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<256x4xf8E4M3FN>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xbf16>, tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %z: f32):
    %n = math.absf %p : f32
    fp8.yield %p, %q, %z, %n, %n : f32, f32, f32, f32, f32
  }
  return
}

// Only the amax: a scale to decode with, none to encode with.
// CHECK-LABEL: @probe
func.func @probe(%w: tensor<4x8xf8E4M3FN>, %s: tensor<f32>, %a: tensor<f32>) {
  // CHECK: fp8.update probe states(%{{.*}} : tensor<4x8xf8E4M3FN>) scales(%{{.*}} : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%{{.*}} : tensor<f32>) {
  %0 = fp8.update probe states(%w : tensor<4x8xf8E4M3FN>) scales(%s : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%a : tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// The last rows of a shard are padding.
// CHECK-LABEL: @padded
func.func @padded(%w: tensor<4x8xf32>, %row: index, %rows: index) {
  // CHECK: fp8.update states(%{{.*}} : tensor<4x8xf32>) at [%{{.*}}, 0] of [12, 8] valid %{{.*}} outs(%{{.*}} : tensor<4x8xf32>) {
  %0 = fp8.update states(%w : tensor<4x8xf32>) at [%row, 0] of [12, 8] valid %rows outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  // CHECK: fp8.update states(%{{.*}} : tensor<4x8xf32>) valid %{{.*}} outs(
  %1 = fp8.update states(%w : tensor<4x8xf32>) valid %rows outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%w: memref<4x8xf32>, %g: memref<8xf32>) {
  // CHECK: fp8.update states(%{{.*}} : memref<4x8xf32>) inputs(%{{.*}} : memref<8xf32>) maps [#{{.*}}, #{{.*}}] outs(%{{.*}} : memref<4x8xf32>) {
  fp8.update states(%w : memref<4x8xf32>) inputs(%g : memref<8xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] outs(%w : memref<4x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.addf %p, %d : f32
    fp8.yield %n : f32
  }
  return
}
