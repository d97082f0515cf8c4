// RUN: fp8-opt %s --fp8-upstream-carry-in-place --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-upstream-carry-in-place --one-shot-bufferize="bufferize-function-boundaries=1" --split-input-file | FileCheck %s --check-prefix=BUFFER

// The sum is made in a tensor of its own.
// CHECK-LABEL: @made_elsewhere
// BUFFER-LABEL: @made_elsewhere
func.func @made_elsewhere(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[S:.*]] =
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    // CHECK: %[[T:.*]] = linalg.add
    %t = linalg.add ins(%s, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    // CHECK: %[[C:.*]] = linalg.copy ins(%[[T]] : tensor<4xf32>) outs(%[[S]] : tensor<4xf32>)
    // CHECK: scf.yield %[[C]]
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Both are saved before either is overwritten.
// CHECK-LABEL: @swapped
// BUFFER-LABEL: @swapped
func.func @swapped(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) ->
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    // CHECK: %[[SAVED0:.*]] = linalg.copy ins(%[[B]] : {{.*}}) outs(%{{.*}} :
    // CHECK: %[[SAVED1:.*]] = linalg.copy ins(%[[A]] : {{.*}}) outs(%{{.*}} :
    // CHECK: linalg.copy ins(%[[SAVED0]] : {{.*}}) outs(%[[A]] :
    // CHECK: linalg.copy ins(%[[SAVED1]] : {{.*}}) outs(%[[B]] :
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A table that rows are added to, one per iteration, is not copied.
// CHECK-LABEL: @negative_inserted
// CHECK-NOT: linalg.copy
// BUFFER-LABEL: @negative_inserted
func.func @negative_inserted(%x: tensor<8x4xf32>, %row: tensor<4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> tensor<8x4xf32> {
    %old = tensor.extract_slice %s[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %new = linalg.add ins(%old, %row : tensor<4xf32>, tensor<4xf32>) outs(%old : tensor<4xf32>) -> tensor<4xf32>
    %t = tensor.insert_slice %new into %s[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    scf.yield %t : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: @while
// BUFFER-LABEL: @while
func.func @while(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%i = %c0, %v = %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %p = arith.cmpi slt, %i, %n : i32
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[V:.*]] : i32
    scf.condition(%p) %i, %v : i32, tensor<4xf32>
  } do {
  // CHECK: ^bb0(%{{.*}}: i32, %[[V:.*]]: tensor<4xf32>)
  ^bb0(%i: i32, %v: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    // CHECK: %[[W:.*]] = linalg.exp
    %w = linalg.exp ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : i32
    // CHECK: %[[C:.*]] = linalg.copy ins(%[[W]] : tensor<4xf32>) outs(%[[V]] : tensor<4xf32>)
    // CHECK: scf.yield %{{.*}}, %[[C]] : i32
    scf.yield %j, %w : i32, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
