// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s

// An amax per row of a parameter reads the gathered parameter: a rank has
// granules of its own rows alone.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {

// CHECK-LABEL: @step
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<3x8xf32>
// CHECK: %[[WHOLE:.*]] = fp8.all_gather %[[W]]
// CHECK: fp8.amax %[[WHOLE]] granularity<row> outs(%{{.*}} : tensor<10xf32>) : tensor<10x8xf32>
// CHECK-NOT: fp8.all_reduce max
func.func @step(%w: tensor<10x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<10x8xf32> {fp8.name = "x", fp8.batch}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<f32> {fp8.loss}, tensor<10x8xf32> {fp8.updates = "w"}) {
  %empty = tensor.empty() : tensor<10x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<10xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %amax = fp8.amax %w granularity<row> outs(%zeros : tensor<10xf32>) : tensor<10x8xf32>
  %rows = tensor.empty() : tensor<10x8xf32>
  %wide = linalg.broadcast ins(%amax : tensor<10xf32>) outs(%rows : tensor<10x8xf32>) dimensions = [1]
  %product = arith.mulf %x, %wide : tensor<10x8xf32>
  %loss = linalg.reduce { arith.addf } ins(%product : tensor<10x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %sum = fp8.all_reduce sum %x over ["dp"] outs(%empty : tensor<10x8xf32>) : tensor<10x8xf32>
  %new = fp8.update states(%w : tensor<10x8xf32>) inputs(%sum : tensor<10x8xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<10x8xf32>) {
  ^bb0(%p: f32, %g: f32, %rate: f32):
    %0 = arith.mulf %g, %rate : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }
  return %loss, %new : tensor<f32>, tensor<10x8xf32>
}

}
