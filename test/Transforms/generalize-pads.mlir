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
  // expected-note@+1 {{supported: static shapes that are not empty, with one value around them}}
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
