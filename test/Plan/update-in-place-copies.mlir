// RUN: fp8-opt %s --split-input-file --fp8-update-in-place | FileCheck %s
// RUN: fp8-opt %s --split-input-file --remarks-filter='fp8.*' --fp8-update-in-place 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: fp8-opt %s --split-input-file --fp8-update-in-place --fp8-bufferize-kernels --canonicalize \
// RUN:   --fp8-results-to-arguments=update-in-place | FileCheck %s --check-prefix=BUFFERS

// Each state is overwritten by the old value of the other.
// REMARK: the old value is copied: an op that needs the new value also reads it, 8 elements
// CHECK-LABEL: @swap(
// CHECK-SAME: %[[V:.*]]: tensor<8xf32> {fp8.name = "v"}, %[[W:.*]]: tensor<8xf32> {fp8.name = "w"})
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[V]] :
// CHECK: %[[A:.*]] = fp8.kernel "copy" ins(%[[W]] : tensor<8xf32>) outs(%[[V]] :
// CHECK: %[[B:.*]] = fp8.kernel "copy" ins(%[[OLD]] : tensor<8xf32>) outs(%[[W]] :
// CHECK: return %[[A]], %[[B]]
// BUFFERS-LABEL: @swap(
// BUFFERS-NOT: memref.copy
// BUFFERS: return{{$}}
func.func @swap(%v: tensor<8xf32> {fp8.name = "v"}, %w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<8xf32> {fp8.updates = "v"}, tensor<8xf32> {fp8.updates = "w"}) {
  return %w, %v : tensor<8xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// A reader of the old value that needs the new one, too.
// REMARK: the old value is copied
// CHECK-LABEL: @late_reader(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"})
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[W]] :
// CHECK: %[[NEW:.*]] = fp8.kernel "update" ins(%[[W]] : tensor<8xf32>) outs(%[[W]] :
// CHECK: fp8.kernel "difference" ins(%[[OLD]], %[[NEW]] :
// BUFFERS-LABEL: @late_reader(
// BUFFERS-NOT: memref.copy
// BUFFERS: return{{$}}
func.func @late_reader(%w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel "update" ins(%w : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e1 = tensor.empty() : tensor<8xf32>
  %difference = fp8.kernel "difference" ins(%w, %new : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new, %difference : tensor<8xf32>, tensor<8xf32>
}

// -----

// A step that hands on the old value.
// CHECK-LABEL: @returned(
// CHECK-SAME: %[[W:.*]]: tensor<2x4xf32> {fp8.name = "w"}, %[[X:.*]]: tensor<2x4xf32>)
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[W]] :
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[OLD]]
// CHECK: %[[NEW:.*]] = fp8.kernel "copy" ins(%[[X]] : tensor<2x4xf32>) outs(%[[W]] :
// CHECK: return %[[NEW]], %[[FLAT]]
func.func @returned(%w: tensor<2x4xf32> {fp8.name = "w"}, %x: tensor<2x4xf32>)
    -> (tensor<2x4xf32> {fp8.updates = "w"}, tensor<8xf32>) {
  %old = tensor.collapse_shape %w [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  return %x, %old : tensor<2x4xf32>, tensor<8xf32>
}

// -----

// Rows of a table that are added to it.
// CHECK-LABEL: @scatter_of_itself(
// CHECK-SAME: %[[T:.*]]: tensor<7x5xf32> {fp8.name = "t"}, %[[I:.*]]: tensor<7x1xi32>)
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[T]] :
// CHECK: fp8.kernel "scatter_add" ins(%[[OLD]], %[[I]] : {{.*}}) outs(%[[T]] :
func.func @scatter_of_itself(%t: tensor<7x5xf32> {fp8.name = "t"}, %i: tensor<7x1xi32>)
    -> (tensor<7x5xf32> {fp8.updates = "t"}) {
  %new = fp8.kernel "scatter_add" ins(%t, %i : tensor<7x5xf32>, tensor<7x1xi32>) outs(%t : tensor<7x5xf32>) {
  ^bb0(%rows: tensor<7x5xf32>, %where: tensor<7x1xi32>, %out: tensor<7x5xf32>):
    %r = fp8.scatter_add %rows at %where outs(%out : tensor<7x5xf32>) : tensor<7x5xf32>, tensor<7x1xi32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  return %new : tensor<7x5xf32>
}

// -----

// A product that is added to the old value, of which the new one depends.
// CHECK-LABEL: @product_onto(
// CHECK-SAME: %[[W:.*]]: tensor<4x4xf32> {fp8.name = "w"}, %[[X:.*]]: tensor<4x4xf32>)
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[W]] :
// CHECK: %[[SUM:.*]] = fp8.gemm {{.*}} outs(%[[OLD]] :
// CHECK: %[[NEW:.*]] = fp8.kernel "update" ins(%[[W]], %[[SUM]] : {{.*}}) outs(%[[W]] :
// CHECK: return %[[NEW]]
#ids = affine_map<(i, j) -> (i, j)>
func.func @product_onto(%w: tensor<4x4xf32> {fp8.name = "w"}, %x: tensor<4x4xf32>)
    -> (tensor<4x4xf32> {fp8.updates = "w"}) {
  %y = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x, %x accumulate outs(%w : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %new = fp8.kernel "update" ins(%w, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %out: tensor<4x4xf32>):
    %r = linalg.generic {indexing_maps = [#ids, #ids, #ids], iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.subf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<4x4xf32>
    fp8.kernel_yield %r : tensor<4x4xf32>
  }
  return %new : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A scatter whose result is not the new state adds to a copy, on whichever side
// of it the new state is returned.
// REMARK: the old value is copied: a value computed from it in place is not the new one, 35 elements
// CHECK-LABEL: @scatter_beside(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<7x5xf32> {fp8.name = "t"}
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[T]] :
// CHECK: %[[V:.*]] = fp8.kernel "scatter_add" {{.*}} outs(%[[OLD]] :
// CHECK: %[[NEW:.*]] = fp8.kernel "update" ins(%[[V]] : {{.*}}) outs(%[[T]] :
// CHECK: return %[[V]], %[[NEW]]
// BUFFERS-LABEL: @scatter_beside(
// BUFFERS-SAME: %[[T:[a-z0-9]+]]: memref<7x5xf32> {fp8.in_place, fp8.name = "t"}
// BUFFERS-SAME: %[[V:[a-z0-9]+]]: memref<7x5xf32> {fp8.result = "result0"}
// BUFFERS-NOT: memref.alloc
// BUFFERS: fp8.kernel "scatter_add" {{.*}} outs(%[[V]] :
// BUFFERS-NOT: memref.copy
// BUFFERS: return{{$}}
func.func @scatter_beside(%t: tensor<7x5xf32> {fp8.name = "t"}, %u: tensor<6x5xf32>, %i: tensor<6x1xi32>)
    -> (tensor<7x5xf32>, tensor<7x5xf32> {fp8.updates = "t"}) {
  %v = fp8.kernel "scatter_add" ins(%u, %i : tensor<6x5xf32>, tensor<6x1xi32>) outs(%t : tensor<7x5xf32>) {
  ^bb0(%rows: tensor<6x5xf32>, %where: tensor<6x1xi32>, %out: tensor<7x5xf32>):
    %r = fp8.scatter_add %rows at %where outs(%out : tensor<7x5xf32>) : tensor<6x5xf32>, tensor<6x1xi32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  %e = tensor.empty() : tensor<7x5xf32>
  %new = fp8.kernel "update" ins(%v : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) {
  ^bb0(%a: tensor<7x5xf32>, %out: tensor<7x5xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<7x5xf32>) outs(%out : tensor<7x5xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.absf %x : f32
      linalg.yield %s : f32
    } -> tensor<7x5xf32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  return %v, %new : tensor<7x5xf32>, tensor<7x5xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Nobody else needs the sum: both ops write where the state is.
// CHECK-LABEL: @scatter_then_update(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<7x5xf32> {fp8.name = "t"}
// CHECK-NOT: "copy"
// CHECK: %[[V:.*]] = fp8.kernel "scatter_add" {{.*}} outs(%[[T]] :
// CHECK: fp8.kernel "update" ins(%[[V]] : {{.*}}) outs(%[[V]] :
// BUFFERS-LABEL: @scatter_then_update(
// BUFFERS-NOT: memref.alloc
// BUFFERS: return{{$}}
func.func @scatter_then_update(%t: tensor<7x5xf32> {fp8.name = "t"}, %u: tensor<6x5xf32>, %i: tensor<6x1xi32>)
    -> (tensor<7x5xf32> {fp8.updates = "t"}) {
  %v = fp8.kernel "scatter_add" ins(%u, %i : tensor<6x5xf32>, tensor<6x1xi32>) outs(%t : tensor<7x5xf32>) {
  ^bb0(%rows: tensor<6x5xf32>, %where: tensor<6x1xi32>, %out: tensor<7x5xf32>):
    %r = fp8.scatter_add %rows at %where outs(%out : tensor<7x5xf32>) : tensor<6x5xf32>, tensor<6x1xi32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  %e = tensor.empty() : tensor<7x5xf32>
  %new = fp8.kernel "update" ins(%v : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) {
  ^bb0(%a: tensor<7x5xf32>, %out: tensor<7x5xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<7x5xf32>) outs(%out : tensor<7x5xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.absf %x : f32
      linalg.yield %s : f32
    } -> tensor<7x5xf32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  return %new : tensor<7x5xf32>
}

// -----

// A state that is handed on as it is, beside a sum of it and others.
// CHECK-LABEL: @unchanged_beside_scatter(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<7x5xf32> {fp8.name = "t"}
// CHECK: %[[OLD:.*]] = fp8.kernel "copy" ins(%[[T]] :
// CHECK: %[[V:.*]] = fp8.kernel "scatter_add" {{.*}} outs(%[[OLD]] :
// CHECK: return %[[T]], %[[V]]
// BUFFERS-LABEL: @unchanged_beside_scatter(
// BUFFERS-NOT: memref.alloc
// BUFFERS: return{{$}}
func.func @unchanged_beside_scatter(%t: tensor<7x5xf32> {fp8.name = "t"}, %u: tensor<6x5xf32>, %i: tensor<6x1xi32>)
    -> (tensor<7x5xf32> {fp8.updates = "t"}, tensor<7x5xf32>) {
  %v = fp8.kernel "scatter_add" ins(%u, %i : tensor<6x5xf32>, tensor<6x1xi32>) outs(%t : tensor<7x5xf32>) {
  ^bb0(%rows: tensor<6x5xf32>, %where: tensor<6x1xi32>, %out: tensor<7x5xf32>):
    %r = fp8.scatter_add %rows at %where outs(%out : tensor<7x5xf32>) : tensor<6x5xf32>, tensor<6x1xi32>
    fp8.kernel_yield %r : tensor<7x5xf32>
  }
  return %t, %v : tensor<7x5xf32>, tensor<7x5xf32>
}
