// RUN: fp8-opt %s --fp8-decompose --canonicalize --cse --split-input-file | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: @contract
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf8E4M3FN>, %[[W:.*]]: tensor<16x8xf8E5M2>, %[[SX:.*]]: tensor<f32>, %[[SW:.*]]: tensor<f32>, %[[INIT:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<16xf32>)
func.func @contract(%x: tensor<4x8xf8E4M3FN>, %w: tensor<16x8xf8E5M2>, %sx: tensor<f32>, %sw: tensor<f32>, %init: tensor<4x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  // CHECK: fp8.convert %{{.*}} : f8E4M3FN to f32
  // CHECK: fp8.convert %{{.*}} : f8E5M2 to f32
  // CHECK: %[[ACC:.*]] = linalg.contract
  // CHECK: ins(%[[ACC]], %[[SX]], %[[SW]], %[[INIT]], %[[B]] :
  // CHECK: %[[F:.*]] = arith.mulf %[[FX:.*]], %[[FW:.*]] : f32
  // CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}}, %[[F]] : f32
  // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[SCALED]] : f32
  // CHECK: %[[Y:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
  // CHECK: arith.maximumf %[[Y]]
  %y = fp8.contract [#lhs, #rhs, #out] %x by %sx, %w by %sw bias %b activation<relu> outs(%init : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xf32>
  return %y : tensor<4x16xf32>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// The amax is that of the result before it is scaled and rounded; the init of
// codes is not read.
// CHECK-LABEL: @contract_codes
// CHECK-SAME: %[[INIT:[a-z0-9]*]]: tensor<4x16xf8E4M3FN>
func.func @contract_codes(%x: tensor<4x8xbf16>, %w: tensor<16x8xf32>, %so: tensor<f32>, %init: tensor<4x16xf8E4M3FN>, %a: tensor<f32>) -> (tensor<4x16xf8E4M3FN>, tensor<f32>) {
  // CHECK-NOT: %[[INIT]]
  // CHECK: linalg.contract
  // CHECK: arith.mulf
  // CHECK: fp8.convert %{{.*}} : f32 to f8E4M3FN
  // CHECK: arith.maximumf
  %y, %amax = fp8.contract [#lhs, #rhs, #out] %x, %w scale %so with_amax outs(%init, %a : tensor<4x16xf8E4M3FN>, tensor<f32>) : tensor<4x8xbf16>, tensor<16x8xf32> scale tensor<f32>
  return %y, %amax : tensor<4x16xf8E4M3FN>, tensor<f32>
}

// -----

// CHECK-LABEL: @update
// CHECK-SAME: (%[[W:.*]]: tensor<4x8xbf16>, %[[G:.*]]: tensor<8x4xf32>, %[[LR:.*]]: tensor<f32>, %[[Z:.*]]: tensor<f32>, %[[SKIP:.*]]: i1)
func.func @update(%w: tensor<4x8xbf16>, %g: tensor<8x4xf32>, %lr: tensor<f32>, %z: tensor<f32>, %skip: i1) -> (tensor<4x8xbf16>, tensor<f32>) {
  // One pass over memory writes all planes.
  // CHECK: linalg.generic {{.*}} ins(%[[W]], %[[G]], %[[LR]] :{{.*}}) outs(%[[W]], %{{.*}} :
  // CHECK: ^bb0(%[[OLD:.*]]: bf16, %[[D:.*]]: f32, %[[RATE:.*]]: f32,
  // CHECK: %[[P:.*]] = fp8.convert %[[OLD]] : bf16 to f32
  // CHECK: %[[U:.*]] = arith.mulf %[[RATE]], %[[D]] : f32
  // CHECK: %[[N:.*]] = arith.subf %[[P]], %[[U]] : f32
  // CHECK: %[[C:.*]] = fp8.convert %[[N]] : f32 to bf16
  // CHECK: %[[NEW:.*]] = arith.select %[[SKIP]], %[[OLD]], %[[C]] : bf16
  // CHECK: linalg.yield %[[NEW]], %[[U]]
  // CHECK: iterator_types = ["reduction", "reduction"]
  // CHECK: arith.addf
  // A skipped step returns the init of the sum.
  // CHECK: arith.select %[[SKIP]]
  %w1, %s = fp8.update states(%w : tensor<4x8xbf16>) inputs(%g : tensor<8x4xf32>) scalars(%lr : tensor<f32>) skip %skip reductions [#fp8.reduction<sum>] maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w, %z : tensor<4x8xbf16>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32, %rate: f32):
    %u = arith.mulf %rate, %d : f32
    %n = arith.subf %p, %u : f32
    fp8.yield %n, %u : f32, f32
  }
  return %w1, %s : tensor<4x8xbf16>, tensor<f32>
}

// -----

// CHECK-LABEL: @scatter_add
func.func @scatter_add(%rows: tensor<128x64xf32>, %ids: tensor<128x1xi32>, %table: tensor<96x64xf32>) -> tensor<96x64xf32> {
  // CHECK: scf.for
  // CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : i32 to index
  // Unsigned, so that a negative index is outside too.
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[AT]], %{{.*}} : index
  // CHECK: %[[ROW:.*]] = arith.select %[[IN]], %[[AT]], %{{.*}} : index
  // CHECK: tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1, 64] [1, 1]
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: arith.select %[[IN]], %[[SUM]], %{{.*}} : f32
  // CHECK: tensor.insert_slice
  %table1 = fp8.scatter_add %rows at %ids outs(%table : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi32>
  return %table1 : tensor<96x64xf32>
}

// -----

// Slices without elements, and no slices, leave the init as it is.

// CHECK-LABEL: @scatter_nothing
// CHECK-SAME: %[[A:.*]]: tensor<7x0xf32>, %[[B:.*]]: tensor<7x3xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @scatter_nothing(%a: tensor<7x0xf32>, %b: tensor<7x3xf32>, %u: tensor<6x0xf32>, %v: tensor<0x3xf32>, %i: tensor<6x1xi32>, %j: tensor<0x1xi32>) -> (tensor<7x0xf32>, tensor<7x3xf32>) {
  %0 = fp8.scatter_add %u at %i outs(%a : tensor<7x0xf32>) : tensor<6x0xf32>, tensor<6x1xi32>
  %1 = fp8.scatter_add %v at %j outs(%b : tensor<7x3xf32>) : tensor<0x3xf32>, tensor<0x1xi32>
  return %0, %1 : tensor<7x0xf32>, tensor<7x3xf32>
}

// -----

// A kernel holds no loop.

// CHECK-LABEL: @negative_scatter_in_kernel
// CHECK: fp8.kernel "scatter_add"
// CHECK: fp8.scatter_add
func.func @negative_scatter_in_kernel(%a: tensor<7x5xf32>, %u: tensor<6x5xf32>, %i: tensor<6x1xi32>) -> tensor<7x5xf32> {
  %0 = fp8.kernel "scatter_add" ins(%u, %i : tensor<6x5xf32>, tensor<6x1xi32>) outs(%a : tensor<7x5xf32>) {
  ^bb0(%in: tensor<6x5xf32>, %at: tensor<6x1xi32>, %out: tensor<7x5xf32>):
    %1 = fp8.scatter_add %in at %at outs(%out : tensor<7x5xf32>) : tensor<6x5xf32>, tensor<6x1xi32>
    fp8.kernel_yield %1 : tensor<7x5xf32>
  }
  return %0 : tensor<7x5xf32>
}
