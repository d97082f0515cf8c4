// RUN: fp8-opt %s --split-input-file --fp8-optimize-collectives | FileCheck %s

// A scale of a column belongs to the rows of all ranks: they compare their maxima
// first. Then every rank encodes its rows, and one byte of an element travels.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {

// CHECK-LABEL: @step
// CHECK-SAME: %[[ROWS:[a-z0-9]+]]: tensor<4x8xf32>
func.func @step(%w: tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>}) -> (tensor<10x8xf8E4M3FN>, tensor<1x8xf32>) {
  // CHECK: %[[OWN:.*]] = fp8.amax %[[ROWS]] granularity<block 4x1> outs(%{{.*}} : tensor<1x8xf32>) : tensor<4x8xf32>
  // CHECK: %[[AMAX:.*]] = fp8.all_reduce max %[[OWN]] over ["dp"] outs(%{{.*}} : tensor<1x8xf32>) : tensor<1x8xf32>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[AMAX]] {{\[\[}}0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  // CHECK: %[[SCALE:.*]], %[[INVERSE:.*]] = fp8.compute_scale %[[FLAT]] for e4m3 scaling<pow2 = true> : tensor<8xf32>
  // CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[ROWS]], %[[SCALE]] : tensor<4x8xf32>, tensor<8xf32>)
  // CHECK: arith.mulf
  // CHECK: %[[CODES:.*]] = fp8.quantize %[[SCALED]] by %{{.*}} outs(%{{.*}} : tensor<4x8xf8E4M3FN>) {fp8.name = "w.columns"}
  // CHECK: %[[ALL:.*]] = fp8.all_gather %[[CODES]] over ["dp"] outs(%{{.*}} : tensor<10x8xf8E4M3FN>) : tensor<4x8xf8E4M3FN>
  // CHECK: %[[SCALES:.*]] = tensor.expand_shape %[[INVERSE]] {{\[\[}}0, 1]] output_shape [1, 8]
  // CHECK: return %[[ALL]], %[[SCALES]]
  %e = tensor.empty() : tensor<10x8xf32>
  %whole = fp8.all_gather %w over ["dp"] outs(%e : tensor<10x8xf32>) : tensor<4x8xf32>
  %c = tensor.empty() : tensor<10x8xf8E4M3FN>
  %s = tensor.empty() : tensor<1x8xf32>
  %codes, %scales = fp8.quantize %whole granularity<block 10x1> scaling<pow2 = true> outs(%c, %s : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>) {fp8.name = "w.columns"} : tensor<10x8xf32>
  return %codes, %scales : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>
}

}

// -----

// Blocks of several columns: the planes travel.

module @negative_two_columns attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {

// CHECK-LABEL: @step
func.func @step(%w: tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>}) -> (tensor<10x8xf8E4M3FN>, tensor<1x4xf32>) {
  // CHECK: %[[WHOLE:.*]] = fp8.all_gather %{{.*}} : tensor<4x8xf32>
  // CHECK: fp8.quantize %[[WHOLE]] granularity<block 10x2>
  %e = tensor.empty() : tensor<10x8xf32>
  %whole = fp8.all_gather %w over ["dp"] outs(%e : tensor<10x8xf32>) : tensor<4x8xf32>
  %c = tensor.empty() : tensor<10x8xf8E4M3FN>
  %s = tensor.empty() : tensor<1x4xf32>
  %codes, %scales = fp8.quantize %whole granularity<block 10x2> outs(%c, %s : tensor<10x8xf8E4M3FN>, tensor<1x4xf32>) : tensor<10x8xf32>
  return %codes, %scales : tensor<10x8xf8E4M3FN>, tensor<1x4xf32>
}

}

// -----

// An amax of the whole tensor beside the scales: the planes travel.

module @negative_amax attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {

// CHECK-LABEL: @step
func.func @step(%w: tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>}) -> (tensor<10x8xf8E4M3FN>, tensor<1x8xf32>, tensor<f32>) {
  // CHECK: %[[WHOLE:.*]] = fp8.all_gather %{{.*}} : tensor<4x8xf32>
  // CHECK: fp8.quantize %[[WHOLE]] granularity<block 10x1> with_amax
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<10x8xf32>
  %whole = fp8.all_gather %w over ["dp"] outs(%e : tensor<10x8xf32>) : tensor<4x8xf32>
  %c = tensor.empty() : tensor<10x8xf8E4M3FN>
  %s = tensor.empty() : tensor<1x8xf32>
  %codes, %scales, %amax = fp8.quantize %whole granularity<block 10x1> with_amax outs(%c, %s, %zero : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>, tensor<f32>) : tensor<10x8xf32>
  return %codes, %scales, %amax : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>, tensor<f32>
}

}
