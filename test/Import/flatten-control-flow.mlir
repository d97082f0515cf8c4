// RUN: fp8-opt %s --split-input-file --fp8-flatten-control-flow | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-flatten-control-flow=max-ops=4 | FileCheck %s --check-prefix=KEPT

// Slices lie at constants afterwards.
// CHECK-LABEL: func.func @layers
// CHECK-NOT: scf.for
// CHECK: %[[R0:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 4] [1, 1]
// CHECK: %[[Y0:.*]] = arith.mulf %{{.*}}, %[[R0]]
// CHECK: %[[R1:.*]] = tensor.extract_slice %{{.*}}[1, 0] [1, 4] [1, 1]
// CHECK: %[[Y1:.*]] = arith.mulf %[[Y0]], %[[R1]]
// CHECK: return %[[Y1]]
// KEPT-LABEL: func.func @layers
// KEPT: scf.for
func.func @layers(%w: tensor<2x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %row = tensor.extract_slice %w[%i, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %b = arith.mulf %a, %row : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

#none = affine_map<() -> ()>

// As frontends write a scan: the counter is a tensor, and a negative one would
// count from the end.
// CHECK-LABEL: func.func @scan
// CHECK-NOT: scf.while
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [1, 4] [1, 1]
// CHECK: tensor.extract_slice %{{.*}}[1, 0] [1, 4] [1, 1]
// CHECK-NOT: tensor.extract_slice
// CHECK: return
// KEPT-LABEL: func.func @scan
// KEPT: scf.while
func.func @scan(%w: tensor<2x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %two = arith.constant dense<2> : tensor<i32>
  %e = tensor.empty() : tensor<i32>
  %flag = tensor.empty() : tensor<i1>
  %r:2 = scf.while (%i = %zero, %a = %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
    %less = linalg.generic {indexing_maps = [#none, #none, #none], iterator_types = []} ins(%i, %two : tensor<i32>, tensor<i32>) outs(%flag : tensor<i1>) {
    ^bb0(%p: i32, %q: i32, %o: i1):
      %0 = arith.cmpi slt, %p, %q : i32
      linalg.yield %0 : i1
    } -> tensor<i1>
    %go = tensor.extract %less[] : tensor<i1>
    scf.condition(%go) %i, %a : tensor<i32>, tensor<4xf32>
  } do {
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %n = tensor.extract %i[] : tensor<i32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %isNegative = arith.cmpi slt, %n, %c0 : i32
    %fromEnd = arith.addi %n, %c2 : i32
    %at = arith.select %isNegative, %fromEnd, %n : i32
    %index = arith.index_cast %at : i32 to index
    %row = tensor.extract_slice %w[%index, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %b = arith.mulf %a, %row : tensor<4xf32>
    %next = linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%i : tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%p: i32, %o: i32):
      %0 = arith.addi %p, %c1 : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    scf.yield %next, %b : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// The bounds of the inner loop are known once the outer one is written.
// CHECK-LABEL: func.func @nested
// CHECK-NOT: scf.for
// CHECK-COUNT-3: math.tanh
// CHECK-NOT: math.tanh
// CHECK: return
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %z = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = math.tanh %b : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %z : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @branch
// CHECK-NOT: scf.if
// CHECK: %[[T:.*]] = math.tanh %[[X:.*]] : tensor<4xf32>
// CHECK: %[[FLAGS:.*]] = tensor.splat %{{.*}} : tensor<4xi1>
// CHECK: arith.select %[[FLAGS]], %[[T]], %[[X]] : tensor<4xi1>, tensor<4xf32>
func.func @branch(%p: i1, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.if %p -> (tensor<4xf32>, tensor<4xf32>) {
    %t = math.tanh %x : tensor<4xf32>
    scf.yield %t, %x : tensor<4xf32>, tensor<4xf32>
  } else {
    scf.yield %x, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @select
// CHECK: %[[FLAGS:.*]] = tensor.splat %{{.*}} : tensor<4xi1>
// CHECK: arith.select %[[FLAGS]]
func.func @select(%p: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %s = arith.select %p, %x, %y : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// The trip count depends on data.
// CHECK-LABEL: func.func @negative_unknown
// CHECK: scf.for
func.func @negative_unknown(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.tanh %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Nothing is left of the first iteration, which was looked at.
// CHECK-LABEL: func.func @negative_unknown_condition
// CHECK-NOT: arith.cmpf
// CHECK: scf.while
func.func @negative_unknown_condition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %y = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %a[%c0] : tensor<4xf32>
    %go = arith.cmpf ogt, %e, %one : f32
    scf.condition(%go) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %t = math.tanh %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// A loop that scatters becomes one op.
// CHECK-LABEL: func.func @negative_scatter
// CHECK: scf.for
func.func @negative_scatter(%table: tensor<8x4xf32>, %at: tensor<6xi32>, %rows: tensor<6x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %new = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %table) -> tensor<8x4xf32> {
    %e = tensor.extract %at[%i] : tensor<6xi32>
    %r = arith.index_cast %e : i32 to index
    %a = tensor.extract_slice %acc[%r, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %b = tensor.extract_slice %rows[%i, 0] [1, 4] [1, 1] : tensor<6x4xf32> to tensor<1x4xf32>
    %s = arith.addf %a, %b : tensor<1x4xf32>
    %w = tensor.insert_slice %s into %acc[%r, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
    scf.yield %w : tensor<8x4xf32>
  }
  return %new : tensor<8x4xf32>
}

// -----

// The contents of the layers after the loop do not change.
// CHECK-LABEL: func.func @flat
// CHECK-COUNT-2: arith.mulf
func.func @flat(%w: tensor<2x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = tensor.extract_slice %w[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %y0 = arith.mulf %x, %r0 : tensor<4xf32>
  %r1 = tensor.extract_slice %w[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %y1 = arith.mulf %y0, %r1 : tensor<4xf32>
  return %y1 : tensor<4xf32>
}

// -----

// Values pushed on a stack are read directly; the stack is removed.
// CHECK-LABEL: func.func @stack
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<1x4xf32>, %[[B:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NOT: tensor.insert_slice
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0, 1]]
// CHECK: return %[[ROW]], %[[B]]
func.func @stack(%a: tensor<1x4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = arith.constant dense<0.0> : tensor<2x4xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
  %1 = tensor.insert_slice %b into %0[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
  %2 = tensor.extract_slice %1[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %3 = tensor.extract_slice %1[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A stacked value is a copy with one more dimension, as of jax.lax.scan. The
// backward pass recomputes the tanh, which is the tanh of the forward pass.
// CHECK-LABEL: func.func @copied
// CHECK: %[[TANH:.*]] = math.tanh %arg0
// CHECK-NOT: math.tanh
// CHECK: return %[[TANH]], %[[TANH]]
func.func @copied(%a: tensor<3x4xf32>, %c: tensor<2x3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = math.tanh %a : tensor<3x4xf32>
  %1 = tensor.empty() : tensor<1x3x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<3x4xf32>) outs(%1 : tensor<1x3x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x4xf32>
  %3 = tensor.insert_slice %2 into %c[1, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<1x3x4xf32> into tensor<2x3x4xf32>
  %4 = tensor.extract_slice %3[1, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<2x3x4xf32> to tensor<1x3x4xf32>
  %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<1x3x4xf32> into tensor<3x4xf32>
  %6 = math.tanh %5 : tensor<3x4xf32>
  return %0, %6 : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// A stack of stacks, as of nested scans.
// CHECK-LABEL: func.func @nested_stacks
// CHECK: return %arg0, %arg1
func.func @nested_stacks(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<2x4xf32>, %d: tensor<3x2x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.insert_slice %a into %c[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
  %1 = tensor.insert_slice %b into %0[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [1, 2, 4] : tensor<2x4xf32> into tensor<1x2x4xf32>
  %3 = tensor.insert_slice %2 into %d[2, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<1x2x4xf32> into tensor<3x2x4xf32>
  %4 = tensor.extract_slice %3[2, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<3x2x4xf32> to tensor<1x2x4xf32>
  %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<1x2x4xf32> into tensor<2x4xf32>
  %6 = tensor.extract_slice %5[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  %7 = tensor.extract_slice %5[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
  return %6, %7 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The value that is read is a part of the value that was stored.
// CHECK-LABEL: func.func @part
// CHECK-NOT: tensor.insert_slice
// CHECK: tensor.extract_slice %arg0[1, 2] [1, 2] [1, 1]
func.func @part(%a: tensor<2x4xf32>, %c: tensor<5x4xf32>) -> tensor<1x2xf32> {
  %0 = tensor.insert_slice %a into %c[3, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<5x4xf32>
  %1 = tensor.extract_slice %0[4, 2] [1, 2] [1, 1] : tensor<5x4xf32> to tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// -----

// A concatenation of three pieces, as of a scan that is unrolled. The last
// slice is of two of them.
// CHECK-LABEL: func.func @pieces
// CHECK: %[[ALL:.*]] = linalg.generic
// CHECK: %[[PART:.*]] = tensor.extract_slice %arg2[1, 0] [1, 4]
// CHECK: %[[TWO:.*]] = tensor.extract_slice %[[ALL]][1, 0] [2, 4]
// CHECK: return %arg0, %arg1, %[[PART]], %[[TWO]]
func.func @pieces(%a: tensor<1x4xf32>, %b: tensor<1x4xf32>, %c: tensor<2x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<4x4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %in_first = arith.cmpi ult, %i, %c1 : index
    %r = scf.if %in_first -> (f32) {
      %x = tensor.extract %a[%i, %j] : tensor<1x4xf32>
      scf.yield %x : f32
    } else {
      %k = arith.subi %i, %c1 : index
      %in_second = arith.cmpi ult, %k, %c1 : index
      %s = scf.if %in_second -> (f32) {
        %x = tensor.extract %b[%k, %j] : tensor<1x4xf32>
        scf.yield %x : f32
      } else {
        %l = arith.subi %i, %c2 : index
        %x = tensor.extract %c[%l, %j] : tensor<2x4xf32>
        scf.yield %x : f32
      }
      scf.yield %s : f32
    }
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %2 = tensor.extract_slice %1[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  %3 = tensor.extract_slice %1[1, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  %4 = tensor.extract_slice %1[3, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
  %5 = tensor.extract_slice %1[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  return %2, %3, %4, %5 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x4xf32>
}

// -----

// A copy that turns its rows is another value, and so is a repeated element.
// CHECK-LABEL: func.func @negative_turned
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: tensor.collapse_shape
// CHECK: tensor.collapse_shape
func.func @negative_turned(%a: tensor<3x3xf32>, %b: tensor<1x3xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %0 = tensor.empty() : tensor<1x3x3xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<3x3xf32>) outs(%0 : tensor<1x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b : tensor<1x3xf32>) outs(%0 : tensor<1x3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x3xf32>
  %3 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<1x3x3xf32> into tensor<9xf32>
  %4 = tensor.collapse_shape %2 [[0, 1, 2]] : tensor<1x3x3xf32> into tensor<9xf32>
  return %3, %4 : tensor<9xf32>, tensor<9xf32>
}

// -----

// A part of it was written over since.
// CHECK-LABEL: func.func @negative_overlap
// CHECK: %[[LAST:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 2]
// CHECK: %[[ROW:.*]] = tensor.extract_slice %[[LAST]][0, 0]
// CHECK: return %[[ROW]]
func.func @negative_overlap(%a: tensor<1x4xf32>, %b: tensor<2x1xf32>, %c: tensor<2x4xf32>) -> tensor<1x4xf32> {
  %0 = tensor.insert_slice %a into %c[0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
  %1 = tensor.insert_slice %b into %0[0, 2] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<2x4xf32>
  %2 = tensor.extract_slice %1[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}

// -----

// The position of the write is unknown.
// CHECK-LABEL: func.func @negative_position
// CHECK: tensor.insert_slice
// CHECK: tensor.extract_slice
func.func @negative_position(%a: tensor<1x4xf32>, %c: tensor<2x4xf32>, %i: index) -> tensor<1x4xf32> {
  %0 = tensor.insert_slice %a into %c[0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
  %1 = tensor.insert_slice %a into %0[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
  %2 = tensor.extract_slice %1[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}

// -----

// Bounds of 8 bits without a sign: two iterations, of 0 and of 100.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT: scf.for
// CHECK: %[[ONCE:.*]] = arith.addf %arg0, %arg0
// CHECK: %[[TWICE:.*]] = arith.addf %[[ONCE]], %[[ONCE]]
// CHECK: return %[[TWICE]]
// KEPT-LABEL: func.func @unsigned
func.func @unsigned(%x: tensor<4xf32>) -> tensor<4xf32> {
  %begin = arith.constant 0 : i8
  %end = arith.constant 200 : i8
  %step = arith.constant 100 : i8
  %y = scf.for unsigned %i = %begin to %end step %step iter_args(%a = %x) -> (tensor<4xf32>) : i8 {
    %b = arith.addf %a, %a : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Ops unrolled before a loop turned out to be too long are erased.
// CHECK-LABEL: func.func @negative_long
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: scf.while
// KEPT-LABEL: func.func @negative_long
// KEPT-NEXT: arith.constant
// KEPT-NEXT: arith.constant
// KEPT-NEXT: arith.constant
// KEPT-NEXT: scf.while
func.func @negative_long(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 1000000000 : i32
  %r:2 = scf.while (%i = %zero, %a = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %go = arith.cmpi slt, %i, %end : i32
    scf.condition(%go) %i, %a : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %a: tensor<4xf32>):
    %next = arith.addi %i, %one : i32
    %b = arith.addf %a, %a : tensor<4xf32>
    scf.yield %next, %b : i32, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// The number of flags would be unknown.
// CHECK-LABEL: func.func @negative_dynamic
// CHECK: arith.select %{{.*}} : tensor<?xf32>
func.func @negative_dynamic(%flag: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.select %flag, %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
