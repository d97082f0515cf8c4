// RUN: fp8-opt %s --fp8-raise-scatter | FileCheck %s
// RUN: fp8-opt %s --fp8-raise-scatter -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8.*' 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @rows
// CHECK-SAME:    %[[IDS:[^:]*]]: tensor<16xi64>, %[[ROWS:[^:]*]]: tensor<16x8xf32>, %[[TABLE:[^:]*]]: tensor<32x8xf32>
// CHECK:       %[[AT:.*]] = tensor.expand_shape %[[IDS]] {{\[\[}}0, 1]] output_shape [16, 1]
// CHECK-NEXT:  %[[SUM:.*]] = fp8.scatter_add %[[ROWS]] at %[[AT]] outs(%[[TABLE]] : tensor<32x8xf32>) : tensor<16x8xf32>, tensor<16x1xi64>
// CHECK-NEXT:  return %[[SUM]]
func.func @rows(%ids: tensor<16xi64>, %rows: tensor<16x8xf32>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}raised to fp8.scatter_add
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xf32>) {
    %id = tensor.extract %ids[%i] : tensor<16xi64>
    %at = arith.index_cast %id : i64 to index
    %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<32x8xf32> to tensor<1x8xf32>
    %add = tensor.extract_slice %rows[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %old, %add : tensor<1x8xf32>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<32x8xf32>
    scf.yield %new : tensor<32x8xf32>
  }
  return %r : tensor<32x8xf32>
}

// Slices without the unit dimension, operands of the sum swapped, indices of
// shape [N, 1].
// CHECK-LABEL: @rank_reduced
// CHECK-SAME:    %[[IDS:[^:]*]]: tensor<16x1xi32>
// CHECK:       fp8.scatter_add %{{.*}} at %[[IDS]] outs(
func.func @rank_reduced(%ids: tensor<16x1xi32>, %rows: tensor<16x8xbf16>, %table: tensor<32x8xbf16>) -> tensor<32x8xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xbf16>) {
    %zero = arith.constant 0 : index
    %id = tensor.extract %ids[%i, %zero] : tensor<16x1xi32>
    %at = arith.index_cast %id : i32 to index
    %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<32x8xbf16> to tensor<8xbf16>
    %add = tensor.extract_slice %rows[%i, 0] [1, 8] [1, 1] : tensor<16x8xbf16> to tensor<8xbf16>
    %sum = arith.addf %add, %old : tensor<8xbf16>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<8xbf16> into tensor<32x8xbf16>
    scf.yield %new : tensor<32x8xbf16>
  }
  return %r : tensor<32x8xbf16>
}

// Elements at two coordinates, as the gradient of a gathered logit has them.
// CHECK-LABEL: @elements
// CHECK-SAME:    %[[IDS:[^:]*]]: tensor<16x2xi32>
// CHECK:       fp8.scatter_add %{{.*}} at %[[IDS]] outs({{.*}}) : tensor<16xf32>, tensor<16x2xi32>
func.func @elements(%ids: tensor<16x2xi32>, %values: tensor<16xf32>, %out: tensor<16x10xf32>) -> tensor<16x10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<16x10xf32>) {
    %id0 = tensor.extract %ids[%i, %c0] : tensor<16x2xi32>
    %at0 = arith.index_cast %id0 : i32 to index
    %id1 = tensor.extract %ids[%i, %c1] : tensor<16x2xi32>
    %at1 = arith.index_cast %id1 : i32 to index
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at0, %at1] : tensor<16x10xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at0, %at1] : tensor<16x10xf32>
    scf.yield %new : tensor<16x10xf32>
  }
  return %r : tensor<16x10xf32>
}

// Coordinates of different tensors and types.
// CHECK-LABEL: @two_index_tensors
// CHECK-SAME:    %[[A:[^:]*]]: tensor<16xi32>, %[[B:[^:]*]]: tensor<16x3xi64>
// CHECK:       %[[A0:.*]] = tensor.expand_shape %[[A]]
// CHECK:       %[[A1:.*]] = arith.index_cast %[[A0]] : tensor<16x1xi32> to tensor<16x1xindex>
// CHECK:       %[[B0:.*]] = tensor.extract_slice %[[B]][0, 2] [16, 1] [1, 1]
// CHECK:       %[[B1:.*]] = arith.index_cast %[[B0]] : tensor<16x1xi64> to tensor<16x1xindex>
// CHECK:       %[[AT:.*]] = tensor.concat dim(1) %[[A1]], %[[B1]]
// CHECK:       fp8.scatter_add %{{.*}} at %[[AT]] outs(
func.func @two_index_tensors(%a: tensor<16xi32>, %b: tensor<16x3xi64>, %values: tensor<16xf32>, %out: tensor<16x10xf32>) -> tensor<16x10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 16 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<16x10xf32>) {
    %id0 = tensor.extract %a[%i] : tensor<16xi32>
    %at0 = arith.index_cast %id0 : i32 to index
    %id1 = tensor.extract %b[%i, %c2] : tensor<16x3xi64>
    %at1 = arith.index_cast %id1 : i64 to index
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at0, %at1] : tensor<16x10xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at0, %at1] : tensor<16x10xf32>
    scf.yield %new : tensor<16x10xf32>
  }
  return %r : tensor<16x10xf32>
}

// Element by element: one loop counts the updates, one the elements of a slice.
// CHECK-LABEL: @nest
// CHECK-SAME:    %[[IDS:[^:]*]]: tensor<16x1xi32>
// CHECK:       fp8.scatter_add %{{.*}} at %[[IDS]] outs({{.*}}) : tensor<16x8xf32>, tensor<16x1xi32>
// CHECK-NOT:   scf.for
func.func @nest(%ids: tensor<16x1xi32>, %rows: tensor<16x8xf32>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}raised to fp8.scatter_add
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %table) -> (tensor<32x8xf32>) {
    %id = tensor.extract %ids[%i, %c0] : tensor<16x1xi32>
    %at = arith.index_cast %id : i32 to index
    %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %outer) -> (tensor<32x8xf32>) {
      %add = tensor.extract %rows[%i, %j] : tensor<16x8xf32>
      %old = tensor.extract %acc[%at, %j] : tensor<32x8xf32>
      %sum = arith.addf %old, %add : f32
      %new = tensor.insert %sum into %acc[%at, %j] : tensor<32x8xf32>
      scf.yield %new : tensor<32x8xf32>
    }
    scf.yield %s : tensor<32x8xf32>
  }
  return %r : tensor<32x8xf32>
}

// The loop over the slice outside; a further dimension of the slice is whole.
// CHECK-LABEL: @nest_window_outside
// CHECK:       fp8.scatter_add
// CHECK-NOT:   scf.for
func.func @nest_window_outside(%ids: tensor<16xindex>, %rows: tensor<16x8x2xf32>, %table: tensor<32x8x2xf32>) -> tensor<32x8x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 16 : index
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%outer = %table) -> (tensor<32x8x2xf32>) {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %outer) -> (tensor<32x8x2xf32>) {
      %at = tensor.extract %ids[%i] : tensor<16xindex>
      %add = tensor.extract_slice %rows[%i, %j, 0] [1, 1, 2] [1, 1, 1] : tensor<16x8x2xf32> to tensor<2xf32>
      %old = tensor.extract_slice %acc[%at, %j, 0] [1, 1, 2] [1, 1, 1] : tensor<32x8x2xf32> to tensor<2xf32>
      %sum = arith.addf %old, %add : tensor<2xf32>
      %new = tensor.insert_slice %sum into %acc[%at, %j, 0] [1, 1, 2] [1, 1, 1] : tensor<2xf32> into tensor<32x8x2xf32>
      scf.yield %new : tensor<32x8x2xf32>
    }
    scf.yield %s : tensor<32x8x2xf32>
  }
  return %r : tensor<32x8x2xf32>
}

// The outer loop counts nothing: it adds all rows four times.
// CHECK-LABEL: @negative_repeats
// CHECK: scf.for
func.func @negative_repeats(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: a loop iterates over no dimension of the added tensor
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%outer = %out) -> (tensor<32xf32>) {
    // REMARK: [[@LINE+1]]:{{.*}}raised to fp8.scatter_add
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %outer) -> (tensor<32xf32>) {
      %at = tensor.extract %ids[%i] : tensor<16xindex>
      %add = tensor.extract %values[%i] : tensor<16xf32>
      %old = tensor.extract %acc[%at] : tensor<32xf32>
      %sum = arith.addf %old, %add : f32
      %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
      scf.yield %new : tensor<32xf32>
    }
    scf.yield %s : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// Reads one column and writes another.
// CHECK-LABEL: @negative_transposed_window
// CHECK: scf.for
func.func @negative_transposed_window(%ids: tensor<16xindex>, %rows: tensor<16x8x8xf32>, %table: tensor<32x8x8xf32>) -> tensor<32x8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it adds a part of a slice
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %table) -> (tensor<32x8x8xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%a1 = %a0) -> (tensor<32x8x8xf32>) {
      %t = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %a1) -> (tensor<32x8x8xf32>) {
        %add = tensor.extract %rows[%i, %j, %k] : tensor<16x8x8xf32>
        %old = tensor.extract %acc[%at, %k, %j] : tensor<32x8x8xf32>
        %sum = arith.addf %old, %add : f32
        %new = tensor.insert %sum into %acc[%at, %k, %j] : tensor<32x8x8xf32>
        scf.yield %new : tensor<32x8x8xf32>
      }
      scf.yield %t : tensor<32x8x8xf32>
    }
    scf.yield %s : tensor<32x8x8xf32>
  }
  return %r : tensor<32x8x8xf32>
}

// The last update of a place would win: no sum.
// CHECK-LABEL: @negative_overwrites
// CHECK: scf.for
func.func @negative_overwrites(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: the inserted value is not a sum
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %new = tensor.insert %add into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// CHECK-LABEL: @negative_reads_acc_elsewhere
// CHECK: scf.for
func.func @negative_reads_acc_elsewhere(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it reads the tensor that it carries elsewhere
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %other = tensor.extract %acc[%c0] : tensor<32xf32>
    %sum = arith.addf %old, %other : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// CHECK-LABEL: @negative_multiplies
// CHECK: scf.for
func.func @negative_multiplies(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: the added value is not a slice of another tensor
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %square = arith.mulf %add, %add : f32
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %sum = arith.addf %old, %square : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// CHECK-LABEL: @negative_step_2
// CHECK: scf.for
func.func @negative_step_2(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it does not count from 0 to a constant by 1
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// Only a part of the updates is added.
// CHECK-LABEL: @negative_short_count
// CHECK: scf.for
func.func @negative_short_count(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it does not add slice after slice
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// The index depends on the partial sum: the loop cannot be separated from its tensor.
// CHECK-LABEL: @negative_index_depends_on_acc
// CHECK: scf.for
func.func @negative_index_depends_on_acc(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it reads the tensor that it carries elsewhere
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %f = tensor.extract %acc[%c0] : tensor<32xf32>
    %id = arith.fptosi %f : f32 to i64
    %at = arith.index_cast %id : i64 to index
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// CHECK-LABEL: @negative_computed_index
// CHECK: scf.for
func.func @negative_computed_index(%ids: tensor<16xindex>, %values: tensor<16xf32>, %out: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: an index is not read from a tensor at the count of the loop
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xf32>) {
    %id = tensor.extract %ids[%i] : tensor<16xindex>
    %at = arith.addi %id, %c1 : index
    %add = tensor.extract %values[%i] : tensor<16xf32>
    %old = tensor.extract %acc[%at] : tensor<32xf32>
    %sum = arith.addf %old, %add : f32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xf32>
    scf.yield %new : tensor<32xf32>
  }
  return %r : tensor<32xf32>
}

// Half of each row.
// CHECK-LABEL: @negative_part_of_slice
// CHECK: scf.for
func.func @negative_part_of_slice(%ids: tensor<16xindex>, %rows: tensor<16x8xf32>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: it adds a part of a slice
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xf32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %old = tensor.extract_slice %acc[%at, 0] [1, 4] [1, 1] : tensor<32x8xf32> to tensor<1x4xf32>
    %add = tensor.extract_slice %rows[%i, 0] [1, 4] [1, 1] : tensor<16x8xf32> to tensor<1x4xf32>
    %sum = arith.addf %old, %add : tensor<1x4xf32>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<32x8xf32>
    scf.yield %new : tensor<32x8xf32>
  }
  return %r : tensor<32x8xf32>
}

// CHECK-LABEL: @negative_integers
// CHECK: scf.for
func.func @negative_integers(%ids: tensor<16xindex>, %values: tensor<16xi32>, %out: tensor<32xi32>) -> tensor<32xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: the elements are not f32, bf16 or f16
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %out) -> (tensor<32xi32>) {
    %at = tensor.extract %ids[%i] : tensor<16xindex>
    %add = tensor.extract %values[%i] : tensor<16xi32>
    %old = tensor.extract %acc[%at] : tensor<32xi32>
    %sum = arith.addi %old, %add : i32
    %new = tensor.insert %sum into %acc[%at] : tensor<32xi32>
    scf.yield %new : tensor<32xi32>
  }
  return %r : tensor<32xi32>
}

// There is no second column.
// CHECK-LABEL: @negative_column
// CHECK: scf.for
func.func @negative_column(%ids: tensor<16x1xi32>, %rows: tensor<16x8xf32>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  // REMARK: [[@LINE+1]]:{{.*}}kept: an index is not read from a tensor at the count of the loop
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xf32>) {
    %id = tensor.extract %ids[%i, %c1] : tensor<16x1xi32>
    %at = arith.index_cast %id : i32 to index
    %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<32x8xf32> to tensor<1x8xf32>
    %add = tensor.extract_slice %rows[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %old, %add : tensor<1x8xf32>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<32x8xf32>
    scf.yield %new : tensor<32x8xf32>
  }
  return %r : tensor<32x8xf32>
}
