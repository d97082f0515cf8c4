// RUN: fp8-opt %s --fp8-remat=mode=selective --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,SELECTIVE
// RUN: fp8-opt %s --fp8-remat=mode=full --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: fp8-opt %s --fp8-remat=budget=4000 --canonicalize --cse | FileCheck %s --check-prefix=BUDGET
// RUN: fp8-opt %s --fp8-remat=budget=1300 --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,FULL
// RUN: fp8-opt %s --fp8-remat | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %s --fp8-remat=mode=selective --remark-format=emitRemark --remarks-filter=fp8-remat 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: fp8-opt %s --fp8-remat=mode=full --fp8-fuse-pipeline | FileCheck %s --check-prefix=FUSED

// Two blocks x + (h * exp(h)) w2, where h = x w1, of which the backward reads
//
//   exp(h)                   1024 bytes each
//   h * exp(h)               1024 bytes each
//   the second block's x      128 bytes
//   the gradient of the loss  128 bytes
//
// and the first products of the backward the last two of the second block, so
// that these are kept: 4352 bytes in all.

// NONE: func.func @step({{.*}}fp8.remat = {kept_bytes = 4352 : i64, recomputed_bytes = 0 : i64, recomputed_flops = 0 : i64, recomputed_values = 0 : i64}
// NONE-NOT: fp8.barrier

// Saving the first block's h instead of values computed from it saves 1024 bytes.

// SELECTIVE: func.func @step({{.*}}fp8.remat = {kept_bytes = 3328 : i64, recomputed_bytes = 2048 : i64, recomputed_flops = 0 : i64, recomputed_values = 2 : i64}

// Matmuls compute both h from values that are saved anyway.

// FULL: func.func @step({{.*}}fp8.remat = {kept_bytes = 1280 : i64, recomputed_bytes = 5120 : i64, recomputed_flops = 8192 : i64, recomputed_values = 5 : i64}

// As little as it takes.

// BUDGET: func.func @step({{.*}}fp8.remat = {kept_bytes = 3328 : i64, recomputed_bytes = 2048 : i64, recomputed_flops = 0 : i64, recomputed_values = 2 : i64}

// CHECK-DAG: %[[ONE:.*]] = linalg.contract {{.*}} ins(%arg4, %arg0 :
// CHECK: %[[X1:.*]] = arith.addf %arg4,
// CHECK: linalg.generic
// FULL: %[[GA2:.*]] = linalg.contract {{.*}} ins(%{{.*}}, %arg3 :
// FULL: %[[BX1:.*]] = fp8.barrier %[[X1]] after %[[GA2]]
// FULL: %[[H2:.*]] = linalg.contract {{.*}} ins(%[[BX1]], %arg2 :
// FULL: math.exp %[[H2]]
// CHECK: %[[GX:.*]] = linalg.contract {{.*}} ins(%{{.*}}, %arg2 :
// SELECTIVE: %[[BH1:.*]] = fp8.barrier %[[ONE]] after %[[GX]]
// SELECTIVE: %[[S1:.*]] = math.exp %[[BH1]]
// SELECTIVE: arith.mulf %[[S1]], %[[BH1]]
// FULL: %[[BX:.*]] = fp8.barrier %arg4 after %[[GX]]
// FULL: %[[H1:.*]] = linalg.contract {{.*}} ins(%[[BX]], %arg0 :
// FULL: %[[S1:.*]] = math.exp %[[H1]]
// FULL: arith.mulf %[[S1]], %[[H1]]
// CHECK: return

// REMARK-DAG: remark: {{.*}}1024 bytes are saved for the backward pass
// REMARK-DAG: remark: {{.*}}recomputed in the backward pass
// REMARK-DAG: remark: {{.*}}3328 bytes are saved for the backward pass, 4352 without rematerialization; 2 values of 2048 bytes are recomputed

// No kernel of the forward computes for the backward: eight products more than
// the four of the forward, and both h.

// FUSED: fp8.barrier
// FUSED-COUNT-2: fp8.gemm {{.*}} tensor<4x8xf32>, tensor<8x64xf32>

#ij = affine_map<(i, j) -> (i, j)>
#ij0 = affine_map<(i, j) -> ()>
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%w11: tensor<8x64xf32> {fp8.name = "w11", fp8.state = #fp8.state<param>},
                %w12: tensor<64x8xf32> {fp8.name = "w12", fp8.state = #fp8.state<param>},
                %w21: tensor<8x64xf32> {fp8.name = "w21", fp8.state = #fp8.state<param>},
                %w22: tensor<64x8xf32> {fp8.name = "w22", fp8.state = #fp8.state<param>},
                %x: tensor<4x8xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<8x64xf32>, tensor<64x8xf32>,
        tensor<8x64xf32>, tensor<64x8xf32>) {
  %z_h = arith.constant dense<0.0> : tensor<4x64xf32>
  %z_x = arith.constant dense<0.0> : tensor<4x8xf32>
  %z_w1 = arith.constant dense<0.0> : tensor<8x64xf32>
  %z_w2 = arith.constant dense<0.0> : tensor<64x8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  // The forward: two blocks, x + (h * exp(h)) w2 where h = x w1.
  %h1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x, %w11 : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s1 = math.exp %h1 : tensor<4x64xf32>
  %a1 = arith.mulf %s1, %h1 : tensor<4x64xf32>
  %o1 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a1, %w12 : tensor<4x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %x1 = arith.addf %x, %o1 : tensor<4x8xf32>
  %h2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%x1, %w21 : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %s2 = math.exp %h2 : tensor<4x64xf32>
  %a2 = arith.mulf %s2, %h2 : tensor<4x64xf32>
  %o2 = linalg.contract indexing_maps = [#mk, #kn, #mn] ins(%a2, %w22 : tensor<4x64xf32>, tensor<64x8xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %x2 = arith.addf %x1, %o2 : tensor<4x8xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #ij0], iterator_types = ["reduction", "reduction"]} ins(%x2 : tensor<4x8xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%e: f32, %sum: f32):
    %0 = arith.mulf %e, %e : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  // The backward.
  %g2 = arith.addf %x2, %x2 : tensor<4x8xf32>
  %gw22 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a2, %g2 : tensor<4x64xf32>, tensor<4x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %ga2 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g2, %w22 : tensor<4x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %d2 = arith.addf %s2, %a2 : tensor<4x64xf32>
  %gh2 = arith.mulf %ga2, %d2 : tensor<4x64xf32>
  %gw21 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x1, %gh2 : tensor<4x8xf32>, tensor<4x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %gx = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%gh2, %w21 : tensor<4x64xf32>, tensor<8x64xf32>) outs(%z_x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %g1 = arith.addf %g2, %gx : tensor<4x8xf32>
  %gw12 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%a1, %g1 : tensor<4x64xf32>, tensor<4x8xf32>) outs(%z_w2 : tensor<64x8xf32>) -> tensor<64x8xf32>
  %ga1 = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%g1, %w12 : tensor<4x8xf32>, tensor<64x8xf32>) outs(%z_h : tensor<4x64xf32>) -> tensor<4x64xf32>
  %d1 = arith.addf %s1, %a1 : tensor<4x64xf32>
  %gh1 = arith.mulf %ga1, %d1 : tensor<4x64xf32>
  %gw11 = linalg.contract indexing_maps = [#km, #kn, #mn] ins(%x, %gh1 : tensor<4x8xf32>, tensor<4x64xf32>) outs(%z_w1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %loss, %gw11, %gw12, %gw21, %gw22 : tensor<f32>, tensor<8x64xf32>, tensor<64x8xf32>, tensor<8x64xf32>, tensor<64x8xf32>
}
