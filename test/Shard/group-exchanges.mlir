// RUN: fp8-opt %s --fp8-optimize-collectives=exchange-bytes=0 | FileCheck %s
// RUN: fp8-opt %s --fp8-optimize-collectives="exchange-bytes=0 reshard=always" | FileCheck %s --check-prefix=AGAIN
// RUN: fp8-opt %s --fp8-optimize-collectives=exchange-bytes=768 | FileCheck %s --check-prefix=MERGED
// The destination of a gather may be the result of another one.
// RUN: sed '/%%g_b0 = /s/outs(%%e/outs(%%g_wte/' %s \
// RUN:   | fp8-opt --fp8-optimize-collectives=exchange-bytes=768 | FileCheck %s --check-prefix=MERGED
// RUN: fp8-opt %s --fp8-optimize-collectives --remark-format=emitRemark --remarks-filter=fp8-optimize-collectives -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Two blocks of two weights each, whose names begin with "h.0." and "h.1.", and
// a weight in front of them. A weight has 256 bytes.
#fwd0 = affine_map<(m, n, k) -> (m, k)>
#fwd1 = affine_map<(m, n, k) -> (k, n)>
#fwd2 = affine_map<(m, n, k) -> (m, n)>
#dX0 = affine_map<(m, n, k) -> (m, k)>
#dX1 = affine_map<(m, n, k) -> (n, k)>
#dX2 = affine_map<(m, n, k) -> (m, n)>
#dW0 = affine_map<(m, n, k) -> (k, m)>
#dW1 = affine_map<(m, n, k) -> (k, n)>
#dW2 = affine_map<(m, n, k) -> (m, n)>

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// One exchange for each block and one for the other weight, in each direction.
// The exchange of a block stands in front of the weight that is read before.
// CHECK-LABEL: @step
// CHECK-SAME: %[[WTE:[a-z0-9]+]]: tensor<4x8xf32> {fp8.name = "wte"
// CHECK-SAME: %[[A0:[a-z0-9]+]]: tensor<4x8xf32> {fp8.name = "h.0.a"
// CHECK-SAME: %[[B0:[a-z0-9]+]]: tensor<4x8xf32> {fp8.name = "h.0.b"
// CHECK-SAME: %[[A1:[a-z0-9]+]]: tensor<4x8xf32> {fp8.name = "h.1.a"
// CHECK-SAME: %[[B1:[a-z0-9]+]]: tensor<4x8xf32> {fp8.name = "h.1.b"
// CHECK: fp8.all_gather %[[WTE]] over
// CHECK: fp8.all_gather %[[A0]], %[[B0]] over
// CHECK: fp8.contract {{.*}}"fwd"
// CHECK: fp8.all_gather %[[A1]], %[[B1]] over
// CHECK-COUNT-4: fp8.contract {{.*}}"fwd"
// CHECK-NOT: fp8.all_gather
// Gradients of a block leave when the last of them is there.
// CHECK: %[[DB1:.*]] = fp8.contract {{.*}}"dW"
// CHECK-NOT: fp8.reduce_scatter
// CHECK: %[[DA1:.*]] = fp8.contract {{.*}}"dW"
// CHECK: %[[SUM1:.*]]:2 = fp8.reduce_scatter sum %[[DB1]], %[[DA1]] over
// CHECK: %[[DB0:.*]] = fp8.contract {{.*}}"dW"
// CHECK-NOT: fp8.reduce_scatter
// CHECK: %[[DA0:.*]] = fp8.contract {{.*}}"dW"
// CHECK: %[[SUM0:.*]]:2 = fp8.reduce_scatter sum %[[DB0]], %[[DA0]] over
// CHECK: %[[DWTE:.*]] = fp8.contract {{.*}}"dW"
// CHECK: fp8.reduce_scatter sum %[[DWTE]] over
// CHECK-NOT: fp8.reduce_scatter
// CHECK: return

// Behind the forward pass, all but the last block are gathered again.
// AGAIN-LABEL: @step
// AGAIN: fp8.all_gather
// AGAIN: fp8.all_gather
// AGAIN: fp8.all_gather
// AGAIN-NOT: fp8.all_gather
// AGAIN: fp8.contract {{.*}}"dW"
// AGAIN: %[[B0:.*]] = fp8.barrier %arg2 after
// AGAIN: %[[A0:.*]] = fp8.barrier %arg1 after
// AGAIN: fp8.all_gather %[[B0]], %[[A0]] over
// AGAIN: fp8.contract {{.*}}"dX"
// AGAIN-NOT: fp8.all_gather
// AGAIN: return

// The first weight travels with the first block: 768 bytes.
// MERGED-LABEL: @step
// MERGED: fp8.all_gather %arg0, %arg1, %arg2 over
// MERGED: fp8.all_gather %arg3, %arg4 over
// MERGED-NOT: fp8.all_gather
// MERGED: fp8.reduce_scatter sum %{{[0-9]+}}, %{{[0-9]+}} over
// MERGED: fp8.reduce_scatter sum %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} over
// MERGED-NOT: fp8.reduce_scatter
// MERGED: return

// REMARK-DAG: group-gathers{{.*}}5 tensors share one exchange
// REMARK-DAG: group-reductions{{.*}}5 tensors share one exchange
func.func @step(%wte: tensor<4x8xf32> {fp8.name = "wte", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %a0: tensor<4x8xf32> {fp8.name = "h.0.a", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %b0: tensor<4x8xf32> {fp8.name = "h.0.b", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %a1: tensor<4x8xf32> {fp8.name = "h.1.a", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %b1: tensor<4x8xf32> {fp8.name = "h.1.b", fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.state = #fp8.state<param>}, %x: tensor<8x8xf32> {fp8.batch}) -> (tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "wte"}, tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "h.0.a"}, tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "h.0.b"}, tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "h.1.a"}, tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>, fp8.updates = "h.1.b"}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = tensor.empty() : tensor<4x8xf32>
  %g_wte = fp8.all_gather %wte over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %g_a0 = fp8.all_gather %a0 over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %g_b0 = fp8.all_gather %b0 over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %g_a1 = fp8.all_gather %a1 over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %g_b1 = fp8.all_gather %b1 over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %y_wte = fp8.contract [#fwd0, #fwd1, #fwd2] %x, %g_wte outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %y_a0 = fp8.contract [#fwd0, #fwd1, #fwd2] %y_wte, %g_a0 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %y_b0 = fp8.contract [#fwd0, #fwd1, #fwd2] %y_a0, %g_b0 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %y_a1 = fp8.contract [#fwd0, #fwd1, #fwd2] %y_b0, %g_a1 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %y_b1 = fp8.contract [#fwd0, #fwd1, #fwd2] %y_a1, %g_b1 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %d_b1 = fp8.contract [#dW0, #dW1, #dW2] %y_a1, %y_b1 outs(%e : tensor<8x8xf32>) {fp8.class = "dW"} : tensor<8x8xf32>, tensor<8x8xf32>
  %s_b1 = fp8.reduce_scatter sum %d_b1 over ["dp"] outs(%r : tensor<4x8xf32>) : tensor<8x8xf32>
  %n_b1 = fp8.update states(%b1 : tensor<4x8xf32>) inputs(%s_b1 : tensor<4x8xf32>) storage [#fp8.storage<format = f32>] outs(%b1 : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32):
    %new = arith.subf %w, %g : f32
    fp8.yield %new : f32
  }
  %x_b1 = fp8.contract [#dX0, #dX1, #dX2] %y_b1, %g_b1 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  %d_a1 = fp8.contract [#dW0, #dW1, #dW2] %y_b0, %x_b1 outs(%e : tensor<8x8xf32>) {fp8.class = "dW"} : tensor<8x8xf32>, tensor<8x8xf32>
  %s_a1 = fp8.reduce_scatter sum %d_a1 over ["dp"] outs(%r : tensor<4x8xf32>) : tensor<8x8xf32>
  %n_a1 = fp8.update states(%a1 : tensor<4x8xf32>) inputs(%s_a1 : tensor<4x8xf32>) storage [#fp8.storage<format = f32>] outs(%a1 : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32):
    %new = arith.subf %w, %g : f32
    fp8.yield %new : f32
  }
  %x_a1 = fp8.contract [#dX0, #dX1, #dX2] %x_b1, %g_a1 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  %d_b0 = fp8.contract [#dW0, #dW1, #dW2] %y_a0, %x_a1 outs(%e : tensor<8x8xf32>) {fp8.class = "dW"} : tensor<8x8xf32>, tensor<8x8xf32>
  %s_b0 = fp8.reduce_scatter sum %d_b0 over ["dp"] outs(%r : tensor<4x8xf32>) : tensor<8x8xf32>
  %n_b0 = fp8.update states(%b0 : tensor<4x8xf32>) inputs(%s_b0 : tensor<4x8xf32>) storage [#fp8.storage<format = f32>] outs(%b0 : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32):
    %new = arith.subf %w, %g : f32
    fp8.yield %new : f32
  }
  %x_b0 = fp8.contract [#dX0, #dX1, #dX2] %x_a1, %g_b0 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  %d_a0 = fp8.contract [#dW0, #dW1, #dW2] %y_wte, %x_b0 outs(%e : tensor<8x8xf32>) {fp8.class = "dW"} : tensor<8x8xf32>, tensor<8x8xf32>
  %s_a0 = fp8.reduce_scatter sum %d_a0 over ["dp"] outs(%r : tensor<4x8xf32>) : tensor<8x8xf32>
  %n_a0 = fp8.update states(%a0 : tensor<4x8xf32>) inputs(%s_a0 : tensor<4x8xf32>) storage [#fp8.storage<format = f32>] outs(%a0 : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32):
    %new = arith.subf %w, %g : f32
    fp8.yield %new : f32
  }
  %x_a0 = fp8.contract [#dX0, #dX1, #dX2] %x_b0, %g_a0 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  %d_wte = fp8.contract [#dW0, #dW1, #dW2] %x, %x_a0 outs(%e : tensor<8x8xf32>) {fp8.class = "dW"} : tensor<8x8xf32>, tensor<8x8xf32>
  %s_wte = fp8.reduce_scatter sum %d_wte over ["dp"] outs(%r : tensor<4x8xf32>) : tensor<8x8xf32>
  %n_wte = fp8.update states(%wte : tensor<4x8xf32>) inputs(%s_wte : tensor<4x8xf32>) storage [#fp8.storage<format = f32>] outs(%wte : tensor<4x8xf32>) {
  ^bb0(%w: f32, %g: f32):
    %new = arith.subf %w, %g : f32
    fp8.yield %new : f32
  }
  return %n_wte, %n_a0, %n_b0, %n_a1, %n_b1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

}
