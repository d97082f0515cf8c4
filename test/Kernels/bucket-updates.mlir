// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels \
// RUN:   --canonicalize --fp8-results-to-arguments=update-in-place --canonicalize --fp8-emit-cpu | FileCheck %s --check-prefix=LAUNCH
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates --remarks-filter=fp8-bucket-updates --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Updates of different sizes and shapes, which compute the same, are one
// launch. It comes after the last reader of a weight.

// CHECK-LABEL: @sizes(
// CHECK-SAME: %[[W0:[a-z0-9]+]]: tensor<8xf32> {{{[^}]*}}}, %[[W1:[a-z0-9]+]]: tensor<2x3xf32> {{{[^}]*}}}, %[[G0:[a-z0-9]+]]: tensor<8xf32>, %[[G1:[a-z0-9]+]]: tensor<2x3xf32>
// CHECK: fp8.kernel "reader" ins
// CHECK: %[[NEW0:.*]] = fp8.kernel "update" bucket 0 ins(%[[W0]], %[[G0]] : tensor<8xf32>, tensor<8xf32>)
// CHECK-DAG: %[[FLATW:.*]] = tensor.collapse_shape %[[W1]] {{\[}}[0, 1]]
// CHECK-DAG: %[[FLATG:.*]] = tensor.collapse_shape %[[G1]] {{\[}}[0, 1]]
// CHECK: %[[FLAT:.*]] = fp8.kernel "update" bucket 0 ins(%[[FLATW]], %[[FLATG]] : tensor<6xf32>, tensor<6xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel"]}
// CHECK: %[[NEW1:.*]] = tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [2, 3]
// CHECK: return %[[NEW0]], %[[NEW1]],
// LAUNCH-LABEL: func.func @sizes(
// LAUNCH: fp8.launch @reader items 6 grain
// LAUNCH-NOT: fp8.launch
// LAUNCH: fp8.launch @update items 14 of [8, 6] grain {{[0-9]+}} ins(
// LAUNCH-NOT: fp8.launch
// LAUNCH: return
// REMARK: remark: {{.*}}bucket 0: 2 updates of 14 elements
func.func @sizes(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<2x3xf32> {fp8.name = "w1"}, %g0: tensor<8xf32>, %g1: tensor<2x3xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<2x3xf32> {fp8.updates = "w1"}, tensor<2x3xf32>) {
  %e0 = tensor.empty() : tensor<8xf32>
  %new0 = fp8.kernel "update" ins(%w0, %g0 : tensor<8xf32>, tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e1 = tensor.empty() : tensor<2x3xf32>
  %new1 = fp8.kernel "update" ins(%w1, %g1 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e1 : tensor<2x3xf32>) {
  ^bb0(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %out: tensor<2x3xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<2x3xf32>, tensor<2x3xf32>) outs(%out : tensor<2x3xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<2x3xf32>
    fp8.kernel_yield %r : tensor<2x3xf32>
  }
  %e2 = tensor.empty() : tensor<2x3xf32>
  %read = fp8.kernel "reader" ins(%w1 : tensor<2x3xf32>) outs(%e2 : tensor<2x3xf32>) {
  ^bb0(%a: tensor<2x3xf32>, %out: tensor<2x3xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<2x3xf32>) outs(%out : tensor<2x3xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<2x3xf32>
    fp8.kernel_yield %r : tensor<2x3xf32>
  }
  return %new0, %new1, %read : tensor<8xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Scalars of any rank are scalars, and a maximum stays that of its tensor.

// CHECK-LABEL: @amax(
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<1x1xf32>
// CHECK: %[[FLATS:.*]] = tensor.collapse_shape %[[S]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %[[FLATS]] : tensor<6xf32>, tensor<f32>) outs(%{{.*}}, %{{.*}} : tensor<6xf32>, tensor<f32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %{{.*}} : tensor<5xf32>, tensor<f32>)
// LAUNCH-LABEL: func.func @amax(
// LAUNCH: fp8.launch @update finish @update_finish items 11 of [6, 5] grain {{[0-9]+}} ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) scratch(%{{.*}}, %{{.*}} :
func.func @amax(%s: tensor<1x1xf32>, %w0: tensor<2x3xf32> {fp8.name = "w0"}, %w1: tensor<5xf32> {fp8.name = "w1"})
    -> (tensor<2x3xf32> {fp8.updates = "w0"}, tensor<f32>, tensor<5xf32> {fp8.updates = "w1"}, tensor<f32>) {
  %e0 = tensor.empty() : tensor<2x3xf32>
  %a0 = tensor.empty() : tensor<f32>
  %new0:2 = fp8.kernel "update" ins(%w0, %s : tensor<2x3xf32>, tensor<1x1xf32>) outs(%e0, %a0 : tensor<2x3xf32>, tensor<f32>) {
  ^bb0(%a: tensor<2x3xf32>, %b: tensor<1x1xf32>, %out0: tensor<2x3xf32>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, 0)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%a, %b : tensor<2x3xf32>, tensor<1x1xf32>) outs(%out0, %init : tensor<2x3xf32>, tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %o: f32, %max: f32):
      %m = arith.mulf %x, %y : f32
      %abs = math.absf %m : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %m, %next : f32, f32
    } -> (tensor<2x3xf32>, tensor<f32>)
    fp8.kernel_yield %r#0, %r#1 : tensor<2x3xf32>, tensor<f32>
  }
  %e1 = tensor.empty() : tensor<5xf32>
  %a1 = tensor.empty() : tensor<f32>
  %new1:2 = fp8.kernel "update" ins(%w1, %s : tensor<5xf32>, tensor<1x1xf32>) outs(%e1, %a1 : tensor<5xf32>, tensor<f32>) {
  ^bb0(%a: tensor<5xf32>, %b: tensor<1x1xf32>, %out0: tensor<5xf32>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0, 0)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a, %b : tensor<5xf32>, tensor<1x1xf32>) outs(%out0, %init : tensor<5xf32>, tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %o: f32, %max: f32):
      %m = arith.mulf %x, %y : f32
      %abs = math.absf %m : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %m, %next : f32, f32
    } -> (tensor<5xf32>, tensor<f32>)
    fp8.kernel_yield %r#0, %r#1 : tensor<5xf32>, tensor<f32>
  }
  return %new0#0, %new0#1, %new1#0, %new1#1 : tensor<2x3xf32>, tensor<f32>, tensor<5xf32>, tensor<f32>
}

// -----

// The position in the tensor is the index of the only dimension. The constant that
// differs between updates becomes an operand. The constant that does not differ
// stays, although it has the same value as the other in one of the updates.

// CHECK-LABEL: @places(
// CHECK: %[[THREE:.*]] = arith.constant dense<3> : tensor<i32>
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %[[THREE]] : tensor<32xf32>, tensor<i32>)
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[STREAM:.*]]: i32, %{{.*}}: f32):
// CHECK-NEXT: %[[PLACE:.*]] = linalg.index 0
// CHECK-NEXT: %[[CAST:.*]] = arith.index_cast %[[PLACE]]
// CHECK-NEXT: %[[WORD:.*]] = arith.xori %[[CAST]], %[[STREAM]]
// CHECK-NEXT: %[[SAME:.*]] = arith.constant 5 : i32
// CHECK-NEXT: arith.addi %[[WORD]], %[[SAME]]
// CHECK: %[[FIVE:.*]] = arith.constant dense<5> : tensor<i32>
// CHECK: fp8.kernel "update" bucket 0 ins(%{{.*}}, %[[FIVE]] : tensor<24xf32>, tensor<i32>)
// LAUNCH-LABEL: func.func @places(
// LAUNCH: fp8.launch @update items 56 of [32, 24]
// LAUNCH-NOT: fp8.launch
// LAUNCH: return
func.func @places(%w0: tensor<4x8xf32> {fp8.name = "w0"}, %w1: tensor<4x6xf32> {fp8.name = "w1"})
    -> (tensor<4x8xf32> {fp8.updates = "w0"}, tensor<4x6xf32> {fp8.updates = "w1"}) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %new0 = fp8.kernel "update" ins(%w0 : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%a: tensor<4x8xf32>, %out: tensor<4x8xf32>):
    %c8 = arith.constant 8 : index
    %c3 = arith.constant 3 : i32
    %c5 = arith.constant 5 : i32
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %k0 = arith.muli %i, %c8 : index
      %k = arith.addi %k0, %j : index
      %l = arith.index_cast %k : index to i32
      %l2 = arith.xori %l, %c3 : i32
      %l3 = arith.addi %l2, %c5 : i32
      %f = arith.sitofp %l3 : i32 to f32
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x8xf32>
    fp8.kernel_yield %r : tensor<4x8xf32>
  }
  %e1 = tensor.empty() : tensor<4x6xf32>
  %new1 = fp8.kernel "update" ins(%w1 : tensor<4x6xf32>) outs(%e1 : tensor<4x6xf32>) {
  ^bb0(%a: tensor<4x6xf32>, %out: tensor<4x6xf32>):
    %c6 = arith.constant 6 : index
    %c5 = arith.constant 5 : i32
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x6xf32>) outs(%out : tensor<4x6xf32>) {
    ^bb0(%x: f32, %o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %k0 = arith.muli %i, %c6 : index
      %k = arith.addi %k0, %j : index
      %l = arith.index_cast %k : index to i32
      %l2 = arith.xori %l, %c5 : i32
      %l3 = arith.addi %l2, %c5 : i32
      %f = arith.sitofp %l3 : i32 to f32
      %s = arith.subf %x, %f : f32
      linalg.yield %s : f32
    } -> tensor<4x6xf32>
    fp8.kernel_yield %r : tensor<4x6xf32>
  }
  return %new0, %new1 : tensor<4x8xf32>, tensor<4x6xf32>
}
