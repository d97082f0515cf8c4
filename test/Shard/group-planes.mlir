// RUN: fp8-opt %s --fp8-optimize-collectives=exchange-bytes=0 | FileCheck %s

// The planes of a parameter travel in one exchange, however large it is.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// CHECK-LABEL: @step
// CHECK: fp8.all_gather %arg0, %arg1 over ["dp"]
// CHECK-NOT: fp8.all_gather
// CHECK: return
func.func @step(%main: tensor<4x8xf8E4M3FN> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %residual: tensor<4x8xi16> {fp8.name = "w.residual", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<residual>}, %inverse: tensor<f32>, %scale: tensor<f32>) -> (tensor<8x8xf32>, tensor<4x8xf8E4M3FN> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "w"}, tensor<4x8xi16> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "w.residual"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e0 = tensor.empty() : tensor<8x8xf8E4M3FN>
  %e1 = tensor.empty() : tensor<8x8xi16>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %m = fp8.all_gather %main over ["dp"] outs(%e0 : tensor<8x8xf8E4M3FN>) : tensor<4x8xf8E4M3FN>
  %r = fp8.all_gather %residual over ["dp"] outs(%e1 : tensor<8x8xi16>) : tensor<4x8xi16>
  %d:4 = fp8.update states(%m, %r : tensor<8x8xf8E4M3FN>, tensor<8x8xi16>) scales(%inverse, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split16, compute = full, copies = [<format = f32>]>] outs(%e0, %e1, %e2, %zero : tensor<8x8xf8E4M3FN>, tensor<8x8xi16>, tensor<8x8xf32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %n:3 = fp8.update states(%main, %residual : tensor<4x8xf8E4M3FN>, tensor<4x8xi16>) scales(%inverse, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split16, compute = full>] outs(%main, %residual, %zero : tensor<4x8xf8E4M3FN>, tensor<4x8xi16>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %d#2, %n#0, %n#1 : tensor<8x8xf32>, tensor<4x8xf8E4M3FN>, tensor<4x8xi16>
}

}
