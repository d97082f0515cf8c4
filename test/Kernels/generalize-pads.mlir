// RUN: fp8-opt %s --fp8-generalize-pads --split-input-file --verify-diagnostics | FileCheck %s

// Only the padded dimension is moved and compared.
// CHECK-LABEL: func.func @pad
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3xf32>
// CHECK-NOT: tensor.pad
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: %[[AT:.*]] = arith.subi %[[J]], %c1
// CHECK: %[[NEAREST:.*]] = arith.minsi %{{.*}}, %c2
// CHECK: %[[INSIDE:.*]] = arith.cmpi eq, %[[AT]], %[[NEAREST]]
// CHECK: %[[E:.*]] = tensor.extract %[[X]][%[[I]], %[[NEAREST]]]
// CHECK: arith.select %[[INSIDE]], %[[E]], %cst
func.func @pad(%x: tensor<2x3xf32>) -> tensor<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.pad %x low[0, 1] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<2x3xf32> to tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}

// -----

// Each element around the source is another.
func.func @negative_values(%x: tensor<3xf32>) -> tensor<5xf32> {
  // expected-error@+2 {{unsupported by fp8-generalize-pads: a pad of 'tensor<3xf32>' to 'tensor<5xf32>'}}
  // expected-note@+1 {{supported: non-empty static shapes with one padding value}}
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<3xf32> to tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

func.func @negative_empty(%x: tensor<0xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error@+2 {{unsupported by fp8-generalize-pads: a pad of 'tensor<0xf32>'}}
  // expected-note@+1 {{supported}}
  %y = tensor.pad %x low[1] high[4] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<0xf32> to tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

// A slice in a tensor of one value is a pad, and so is the next one in it; a
// slice in anything else is written in place.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3xf32>, %[[Y:[a-z0-9]+]]: tensor<2x4xf32>, %[[OLD:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[ONE:.*]] = linalg.generic {{.*}} outs(
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %c1
// CHECK: %[[E:.*]] = tensor.extract %[[X]]
// CHECK: arith.select %{{.*}}, %[[E]], %cst
// CHECK: %[[TWO:.*]] = linalg.generic {{.*}} ins(%[[ONE]] : tensor<2x8xf32>)
// CHECK-NEXT: ^bb0(%[[BEFORE:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[F:.*]] = tensor.extract %[[Y]]
// CHECK: arith.select %{{.*}}, %[[F]], %[[BEFORE]]
// CHECK: %[[WRITTEN:.*]] = tensor.insert_slice %[[X]] into %[[OLD]]
// CHECK: return %[[TWO]], %[[WRITTEN]]
func.func @slices(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>, %old: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
  %one = tensor.insert_slice %x into %zeros[0, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  %two = tensor.insert_slice %y into %one[0, 4] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  %written = tensor.insert_slice %x into %old[0, 1] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  return %two, %written : tensor<2x8xf32>, tensor<2x8xf32>
}

// -----

// Every second column: no pad.
// CHECK-LABEL: func.func @negative_steps
// CHECK: tensor.insert_slice
func.func @negative_steps(%x: tensor<2x3xf32>) -> tensor<2x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<2x8xf32>
  %0 = tensor.insert_slice %x into %zeros[0, 1] [2, 3] [1, 2] : tensor<2x3xf32> into tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// If data determine the amounts, elements are selected, and extracted by
// index, at positions inside of the slice.
// CHECK-LABEL: func.func @computed_positions
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x3xf32>, %[[OLD:[a-z0-9]+]]: tensor<6x3xf32>, %[[AT:[a-z0-9]+]]: index
// CHECK: %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[OLD]] : tensor<6x3xf32>)
// CHECK-NEXT: ^bb0(%[[BEFORE:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[LOW:.*]] = arith.maxsi %[[AT]], %c0
// CHECK: %[[START:.*]] = arith.minsi %[[LOW]], %c4
// CHECK: arith.subi %{{.*}}, %[[START]]
// CHECK: %[[E:.*]] = tensor.extract %[[X]]
// CHECK: arith.select %{{.*}}, %[[E]], %[[BEFORE]]
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x3xf32>)
// CHECK: %[[LOW:.*]] = arith.maxsi %[[AT]], %c0
// CHECK: %[[START:.*]] = arith.minsi %[[LOW]], %c5
// CHECK: %[[I:.*]] = arith.addi %{{.*}}, %[[START]]
// CHECK: tensor.extract %[[OLD]][%[[I]],
// CHECK: %[[VECTOR:.*]] = tensor.collapse_shape %[[ROW]] {{\[}}[0, 1]]
// CHECK: return %[[NEW]], %[[VECTOR]]
func.func @computed_positions(%x: tensor<2x3xf32>, %old: tensor<6x3xf32>, %at: index) -> (tensor<6x3xf32>, tensor<3xf32>) {
  %new = tensor.insert_slice %x into %old[%at, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<6x3xf32>
  %row = tensor.extract_slice %old[%at, 0] [1, 3] [1, 1] : tensor<6x3xf32> to tensor<3xf32>
  return %new, %row : tensor<6x3xf32>, tensor<3xf32>
}

// -----

// A row that has lost its dimension gets it back.
// CHECK-LABEL: func.func @inserted_row
// CHECK: %[[ROW:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [1, 3]
// CHECK: tensor.extract %[[ROW]]
func.func @inserted_row(%x: tensor<3xf32>, %old: tensor<6x3xf32>, %at: index) -> tensor<6x3xf32> {
  %new = tensor.insert_slice %x into %old[%at, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<6x3xf32>
  return %new : tensor<6x3xf32>
}

// -----

// A constant of the region outlives it.
// CHECK-LABEL: @constant_of_region(
// CHECK: %[[C:.*]] = arith.constant 0.6{{9+.*}} : f32
// CHECK: linalg.generic
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[C]]
func.func @constant_of_region(%x: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %p = tensor.pad %x low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.7 : f32
    tensor.yield %c : f32
  } : tensor<4x4xf32> to tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}

// -----

func.func @negative_casts(%x: tensor<4xf32>) -> tensor<8xf16> {
  %zero = arith.constant 0.0 : f16
  // expected-error@+2 {{unsupported by fp8-generalize-pads: a pad of 'tensor<4xf32>' to 'tensor<8xf16>'}}
  // expected-note@+1 {{supported: non-empty static shapes with one padding value and one element type}}
  %0 = tensor.pad %x low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f16
  } : tensor<4xf32> to tensor<8xf16>
  return %0 : tensor<8xf16>
}
