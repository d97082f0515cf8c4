// RUN: fp8-opt %s --fp8-optimize-collectives=exchange-bytes=0 | FileCheck %s
// RUN: fp8-opt %s --fp8-optimize-collectives="exchange-bytes=0 reshard=always" | FileCheck %s --check-prefix=AGAIN
// The destination of a gather may be any tensor.
// RUN: sed 's/outs(%%e : tensor<8x8xf32>) : tensor<4x8/outs(%%x : tensor<8x8xf32>) : tensor<4x8/' %s \
// RUN:   | fp8-opt --fp8-optimize-collectives="exchange-bytes=0 reshard=always" | FileCheck %s --check-prefix=AGAIN
// RUN: fp8-opt %s --fp8-optimize-collectives | FileCheck %s --check-prefix=TOGETHER
// RUN: fp8-opt %s --fp8-optimize-collectives=reshard=always | FileCheck %s --check-prefix=TOGETHER

// The gather of the second weight stands before the first matmul. Under
// reshard=always the backward pass gathers the first weight again; it reads the
// second one first, so that is kept.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// CHECK-LABEL: @step
// CHECK: fp8.all_gather %arg0
// CHECK: fp8.all_gather %arg1
// CHECK: fp8.contract {{.*}}"fwd"
// CHECK: fp8.contract {{.*}}"fwd"
// CHECK-NOT: fp8.all_gather
// CHECK: return
// Weights of one unit are gathered together, and kept as its last one is.
// TOGETHER-LABEL: @step
// TOGETHER: fp8.all_gather %arg0, %arg1 over ["dp"]
// TOGETHER-NOT: fp8.all_gather
// TOGETHER: return
// AGAIN-LABEL: @step
// AGAIN: %[[W:[0-9]+]] = fp8.all_gather %arg0
// AGAIN: %[[V:[0-9]+]] = fp8.all_gather %arg1
// AGAIN: %[[H:.*]] = fp8.contract {{.*}} %{{.*}}, %[[W]] outs{{.*}}"fwd"
// AGAIN: %[[Y:.*]] = fp8.contract {{.*}} %[[H]], %[[V]] {{.*}}"fwd"
// AGAIN: %[[ROWS:.*]] = fp8.barrier %arg0 after %[[Y]]
// AGAIN: %[[W2:.*]] = fp8.all_gather %[[ROWS]]
// AGAIN: fp8.contract {{.*}} %[[Y]], %[[V]] {{.*}}"dX"
// AGAIN: fp8.contract {{.*}}, %[[W2]] outs{{.*}}"dX"
func.func @step(%w: tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>}, %v: tensor<4x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 8, unit = 1>}, %x: tensor<8x8xf32> {fp8.batch}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = fp8.all_gather %w over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %1 = fp8.all_gather %v over ["dp"] outs(%e : tensor<8x8xf32>) : tensor<4x8xf32>
  %2 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x, %0 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %3 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %2, %1 outs(%e : tensor<8x8xf32>) {fp8.class = "fwd"} : tensor<8x8xf32>, tensor<8x8xf32>
  %4 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %3, %1 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  %5 = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %4, %0 outs(%e : tensor<8x8xf32>) {fp8.class = "dX"} : tensor<8x8xf32>, tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}

}
