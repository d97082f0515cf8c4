// RUN: fp8-opt %s --split-input-file --fp8-update-in-place | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-update-in-place --fp8-bufferize-kernels --canonicalize \
// RUN:   --fp8-results-to-arguments=update-in-place --canonicalize | FileCheck %s --check-prefix=BUFFERS

#id = affine_map<(i) -> (i)>

// The update goes after the last reader of the old value, and no other op moves.
// CHECK-LABEL: @order(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"}
// CHECK: fp8.kernel "reader"
// CHECK: %[[NEW:.*]] = fp8.kernel "update" ins(%[[W]], %{{.*}} : {{.*}}) outs(%[[W]] :
// CHECK: fp8.kernel "after" ins(%[[NEW]] :
// CHECK: return %[[NEW]],
// BUFFERS-LABEL: @order(
// BUFFERS-SAME: %[[W:[a-z0-9]+]]: memref<8xf32> {fp8.in_place, fp8.name = "w"}, %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {fp8.result = "y"}, %{{.*}}: memref<8xf32> {fp8.result = "result2"})
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS: fp8.kernel "update" ins(%[[W]], %{{.*}}) outs(%[[W]] :
// BUFFERS: return{{$}}
func.func @order(%w: tensor<8xf32> {fp8.name = "w"}, %g: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<8xf32> {fp8.name = "y"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel "update" ins(%w, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e1 = tensor.empty() : tensor<8xf32>
  %read = fp8.kernel "reader" ins(%w, %g : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.mulf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e2 = tensor.empty() : tensor<8xf32>
  %after = fp8.kernel "after" ins(%new : tensor<8xf32>) outs(%e2 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new, %read, %after : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// The destination takes the shape in which the kernel computes.
// CHECK-LABEL: @reshape(
// CHECK-SAME: %[[W:.*]]: tensor<2x4xf32> {fp8.name = "w"})
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1]] : tensor<2x4xf32> into tensor<8xf32>
// CHECK: fp8.kernel "update" ins(%[[FLAT]] : tensor<8xf32>) outs(%[[FLAT]] : tensor<8xf32>)
// CHECK: tensor.expand_shape
// BUFFERS-LABEL: @reshape(
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS-NOT: fp8.kernel "copy"
// BUFFERS: return{{$}}
func.func @reshape(%w: tensor<2x4xf32> {fp8.name = "w"}) -> (tensor<2x4xf32> {fp8.updates = "w"}) {
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel "update" ins(%flat : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %y = tensor.expand_shape %new [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// A state that is put together from slices is put together where it lies.
// CHECK-LABEL: @slices(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"}
// CHECK: %[[A:.*]] = tensor.insert_slice %{{.*}} into %[[W]][0] [4] [1]
// CHECK: %[[B:.*]] = tensor.insert_slice %{{.*}} into %[[A]][4] [4] [1]
// CHECK: return %[[B]]
// BUFFERS-LABEL: @slices(
// BUFFERS-NOT: memref.alloc
// BUFFERS: return{{$}}
func.func @slices(%w: tensor<8xf32> {fp8.name = "w"}, %p: tensor<4xf32>, %q: tensor<4xf32>)
    -> (tensor<8xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<8xf32>
  %a = tensor.insert_slice %p into %e[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %b = tensor.insert_slice %q into %a[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// A new state that is not the result of an op is copied by a kernel.
// CHECK-LABEL: @constant(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"})
// CHECK: %[[C:.*]] = arith.constant
// CHECK: %[[NEW:.*]] = fp8.kernel "copy" ins(%[[C]] : tensor<8xf32>) outs(%[[W]] : tensor<8xf32>)
// CHECK: return %[[NEW]]
// BUFFERS-LABEL: @constant(
// BUFFERS-NOT: memref.alloc
// BUFFERS: return{{$}}
func.func @constant(%w: tensor<8xf32> {fp8.name = "w"}) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %c = arith.constant dense<1.0> : tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// CHECK-LABEL: @other_argument(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"}, %[[X:.*]]: tensor<8xf32>)
// CHECK: %[[NEW:.*]] = fp8.kernel "copy" ins(%[[X]] : tensor<8xf32>) outs(%[[W]] : tensor<8xf32>)
// CHECK: return %[[NEW]]
// BUFFERS-LABEL: @other_argument(
// BUFFERS-NOT: memref.alloc
// BUFFERS: return{{$}}
func.func @other_argument(%w: tensor<8xf32> {fp8.name = "w"}, %x: tensor<8xf32>) -> (tensor<8xf32> {fp8.updates = "w"}) {
  return %x : tensor<8xf32>
}

// -----

// Nothing to do.
// CHECK-LABEL: @unchanged(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"})
// CHECK-NEXT: return %[[W]]
// BUFFERS-LABEL: @unchanged(
// BUFFERS-SAME: %{{.*}}: memref<8xf32> {fp8.in_place, fp8.name = "w"})
// BUFFERS-NEXT: return{{$}}
func.func @unchanged(%w: tensor<8xf32> {fp8.name = "w"}) -> (tensor<8xf32> {fp8.updates = "w"}) {
  return %w : tensor<8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// Written in place, an element would be read after it was overwritten: the
// kernel keeps its own destination, which is copied.
// CHECK-LABEL: @negative_reads_other_elements(
// CHECK-SAME: %[[W:.*]]: tensor<8x8xf32> {fp8.name = "w"})
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<8x8xf32>
// CHECK: %[[T:.*]] = fp8.kernel "update" ins(%[[W]] : tensor<8x8xf32>) outs(%[[EMPTY]] : tensor<8x8xf32>)
// CHECK: %[[NEW:.*]] = fp8.kernel "copy" ins(%[[T]] : tensor<8x8xf32>) outs(%[[W]] : tensor<8x8xf32>)
// CHECK: return %[[NEW]]
// BUFFERS-LABEL: @negative_reads_other_elements(
// BUFFERS-SAME: %[[W:[a-z0-9]+]]: memref<8x8xf32>
// BUFFERS: %[[T:.*]] = memref.alloc() {{.*}}: memref<8x8xf32>
// BUFFERS: fp8.kernel "update" ins(%[[W]] : memref<8x8xf32>) outs(%[[T]] : memref<8x8xf32>)
// BUFFERS: fp8.kernel "copy" ins(%[[T]] : memref<8x8xf32>) outs(%[[W]] : memref<8x8xf32>)
// BUFFERS: return{{$}}
func.func @negative_reads_other_elements(%w: tensor<8x8xf32> {fp8.name = "w"}) -> (tensor<8x8xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %new = fp8.kernel "update" ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: tensor<8x8xf32>, %out: tensor<8x8xf32>):
    %r = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<8x8xf32>) outs(%out : tensor<8x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<8x8xf32>
    fp8.kernel_yield %r : tensor<8x8xf32>
  }
  return %new : tensor<8x8xf32>
}

// -----

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#scalar = affine_map<() -> ()>

// Two scales are known before the update that still reads the old ones: one
// kernel copies both after it. A counter without readers is written in place.
// CHECK-LABEL: @scales(
// CHECK-SAME: %[[W:.*]]: tensor<8xf32> {fp8.name = "w"}, %[[S:.*]]: tensor<f32> {fp8.name = "s"}, %[[T:.*]]: tensor<f32> {fp8.name = "t"}, %[[N:.*]]: tensor<f32> {fp8.name = "n"})
// CHECK: %[[NEW:.*]]:3 = fp8.kernel "scalars" {{.*}} outs(%{{[^,]*}}, %{{[^,]*}}, %[[N]] :
// CHECK: %[[UPDATE:.*]] = fp8.kernel "update" ins(%[[W]], %[[S]], %[[T]], %[[NEW]]#0 :
// CHECK: %[[COPY:.*]]:2 = fp8.kernel "copy" ins(%[[NEW]]#0, %[[NEW]]#1 : tensor<f32>, tensor<f32>) outs(%[[S]], %[[T]] :
// CHECK: return %[[UPDATE]], %[[COPY]]#0, %[[COPY]]#1, %[[NEW]]#2
// BUFFERS-LABEL: @scales(
// BUFFERS-NOT: memref.copy
// BUFFERS: fp8.kernel "copy"
// BUFFERS-NOT: memref.copy
// BUFFERS: return{{$}}
func.func @scales(%w: tensor<8xf32> {fp8.name = "w"}, %s: tensor<f32> {fp8.name = "s"}, %t: tensor<f32> {fp8.name = "t"}, %n: tensor<f32> {fp8.name = "n"})
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<f32> {fp8.updates = "s"}, tensor<f32> {fp8.updates = "t"}, tensor<f32> {fp8.updates = "n"}) {
  %e = tensor.empty() : tensor<f32>
  %new:3 = fp8.kernel "scalars" ins(%s, %t, %n : tensor<f32>, tensor<f32>, tensor<f32>) outs(%e, %e, %e : tensor<f32>, tensor<f32>, tensor<f32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %o1: tensor<f32>, %o2: tensor<f32>, %o3: tensor<f32>):
    %r:3 = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar, #scalar, #scalar, #scalar], iterator_types = []}
        ins(%a, %b, %c : tensor<f32>, tensor<f32>, tensor<f32>) outs(%o1, %o2, %o3 : tensor<f32>, tensor<f32>, tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %p1: f32, %p2: f32, %p3: f32):
      %n1 = arith.negf %x : f32
      %n2 = arith.negf %y : f32
      %n3 = arith.negf %z : f32
      linalg.yield %n1, %n2, %n3 : f32, f32, f32
    } -> (tensor<f32>, tensor<f32>, tensor<f32>)
    fp8.kernel_yield %r#0, %r#1, %r#2 : tensor<f32>, tensor<f32>, tensor<f32>
  }
  %ew = tensor.empty() : tensor<8xf32>
  %update = fp8.kernel "update" ins(%w, %s, %t, %new#0 : tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%ew : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #none, #none, #none, #id], iterator_types = ["parallel"]}
        ins(%a, %b, %c, %d : tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %k = arith.mulf %m, %z : f32
      %l = arith.mulf %k, %v : f32
      linalg.yield %l : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %update, %new#0, %new#1, %new#2 : tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

#id = affine_map<(i) -> (i)>

// Two equal reshapes of a state are one, so that the update reads and writes
// the same view.
// CHECK-LABEL: @equal_reshapes(
// CHECK-SAME: %[[W:.*]]: tensor<2x4xf32> {fp8.name = "w"}
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[W]]
// CHECK-NOT: tensor.collapse_shape
// CHECK: fp8.kernel "reader" ins(%[[FLAT]] :
// CHECK: fp8.kernel "update" ins(%[[FLAT]] : {{.*}}) outs(%[[FLAT]] :
// BUFFERS-LABEL: @equal_reshapes(
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS: return{{$}}
func.func @equal_reshapes(%w: tensor<2x4xf32> {fp8.name = "w"})
    -> (tensor<2x4xf32> {fp8.updates = "w"}, tensor<8xf32>) {
  %a = tensor.collapse_shape %w [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %read = fp8.kernel "reader" ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.absf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %b = tensor.collapse_shape %w [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel "update" ins(%b : tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %shaped = tensor.expand_shape %new [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %shaped, %read : tensor<2x4xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// The update reads and writes different elements of the state: it writes a
// separate buffer, which is copied.
// CHECK-LABEL: @turned(
// BUFFERS-LABEL: @turned(
// BUFFERS-SAME: %[[W:[a-z0-9]+]]: memref<4x4xf32> {fp8.in_place, fp8.name = "w"}
// BUFFERS: %[[NEW:.*]] = memref.alloc
// BUFFERS: fp8.kernel "update" ins(%[[W]] : {{.*}}) outs(%[[NEW]] :
// BUFFERS: fp8.kernel "copy" ins(%[[NEW]] : {{.*}}) outs(%[[W]] :
// BUFFERS: return{{$}}
func.func @turned(%w: tensor<4x4xf32> {fp8.name = "w"}) -> (tensor<4x4xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<4x4xf32>
  %new = fp8.kernel "update" ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%in: tensor<4x4xf32>, %out: tensor<4x4xf32>):
    %r = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<4x4xf32>
    fp8.kernel_yield %r : tensor<4x4xf32>
  }
  return %new : tensor<4x4xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// A slice is put into a copy of the state, whose old value the update reads.
// CHECK-LABEL: @shifted(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8xf32> {fp8.name = "w"}
// CHECK: %[[COPY:.*]] = fp8.kernel "copy" ins(%[[W]] :
// CHECK: tensor.insert_slice %{{.*}} into %[[COPY]]
// CHECK: fp8.kernel "update" ins(%[[W]], %{{.*}} : {{.*}}) outs(%[[W]] :
func.func @shifted(%w: tensor<8xf32> {fp8.name = "w"}) -> (tensor<8xf32> {fp8.updates = "w"}) {
  %s = tensor.extract_slice %w[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %t = tensor.insert_slice %s into %w[1] [7] [1] : tensor<7xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel "update" ins(%w, %t : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %other: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%in, %other : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %sum = arith.addf %x, %y : f32
      linalg.yield %sum : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new : tensor<8xf32>
}
