// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-tensorize-scalars | FileCheck %s

// CHECK-LABEL: func.func @scalars
// CHECK-SAME: %[[LR:.*]]: tensor<f32>, %[[X:.*]]: tensor<8xf32>
// CHECK: %[[HALF:.*]] = linalg.generic {{.*}} ins(%[[LR]] : tensor<f32>) outs(%{{.*}} : tensor<f32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[HALF]] : tensor<8xf32>, tensor<f32>)
// CHECK-NOT: tensor.extract
func.func @scalars(%lr: tensor<f32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.extract %lr[] : tensor<f32>
  %c = arith.constant 0.5 : f32
  %half = arith.mulf %0, %c : f32
  %empty = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %p = arith.mulf %e, %half : f32
    linalg.yield %p : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func.func @fill
// CHECK-SAME: %[[S:.*]]: tensor<f32>
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<f32>) outs(%{{.*}} : tensor<8xf32>)
func.func @fill(%s: tensor<f32>) -> tensor<8xf32> {
  %0 = tensor.extract %s[] : tensor<f32>
  %empty = tensor.empty() : tensor<8xf32>
  %y = linalg.fill ins(%0 : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// The value at a position is a gather of one element.
// CHECK-LABEL: func.func @element
// CHECK: linalg.generic
// CHECK: tensor.extract %{{.*}}[%{{.*}}] : tensor<8xf32>
func.func @element(%x: tensor<8xf32>) -> tensor<f32> {
  %c3 = arith.constant 3 : index
  %0 = tensor.extract %x[%c3] : tensor<8xf32>
  %y = tensor.from_elements %0 : tensor<f32>
  return %y : tensor<f32>
}

// The position selects one of several scalars.
// CHECK-LABEL: func.func @elements
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK: %[[AT:.*]] = linalg.index 0 : index
// CHECK: %[[SECOND:.*]] = arith.cmpi eq, %[[AT]], %{{.*}} : index
// CHECK: arith.select %[[SECOND]], %{{.*}}, %{{.*}} : f32
// CHECK-NOT: tensor.from_elements
func.func @elements(%x: tensor<f32>, %y: tensor<f32>) -> tensor<3xf32> {
  %cst = arith.constant 2.0 : f32
  %0 = tensor.extract %x[] : tensor<f32>
  %1 = tensor.extract %y[] : tensor<f32>
  %z = tensor.from_elements %0, %cst, %1 : tensor<3xf32>
  return %z : tensor<3xf32>
}

// -----

func.func @branch(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = tensor.extract %c[] : tensor<i1>
  // expected-error @below {{unsupported in kernels: control flow by 'scf.if'}}
  // expected-note @below {{--target=reference and --target=upstream of fp8-run support others}}
  %y = scf.if %0 -> tensor<f32> {
    scf.yield %x : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  return %y : tensor<f32>
}

// -----

// convert-elementwise-to-linalg makes such operands of conditions.
// CHECK-LABEL: func.func @scalar_operand
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[C]], %[[X]] : tensor<i1>, tensor<4xf32>)
func.func @scalar_operand(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.extract %c[] : tensor<i1>
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%0, %x : i1, tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%flag: i1, %e: f32, %unused: f32):
    %negated = arith.negf %e : f32
    %s = arith.select %flag, %e, %negated : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{unsupported by fp8-tensorize-scalars: a function with scalars as arguments or results}}
// expected-note @below {{--fp8-tensorize-boundaries converts them to tensors}}
func.func @negative_scalar_argument(%a: f32) {
  %0 = arith.addf %a, %a : f32
  return
}

// -----

// expected-error @below {{unsupported by fp8-tensorize-scalars: a function with scalars as arguments or results}}
// expected-note @below {{--fp8-tensorize-boundaries converts them to tensors}}
func.func @negative_scalar_result(%t: tensor<f32>) -> f32 {
  %x = tensor.extract %t[] : tensor<f32>
  return %x : f32
}

// -----

// expected-error @below {{unsupported by fp8-tensorize-scalars: a function with several blocks}}
// expected-note @below {{supported is scf control flow, which --fp8-flatten-control-flow converts to arithmetic}}
func.func @negative_blocks(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %a : tensor<4xf32>
}

// -----

// A region that reads a computed scalar.
func.func @negative_captured(%x: tensor<f32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = tensor.extract %x[] : tensor<f32>
  // expected-error @below {{unsupported in kernels: control flow by 'scf.for'}}
  // expected-note @below {{--target=reference and --target=upstream of fp8-run support others}}
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %y) -> (tensor<8xf32>) {
    %n = tensor.insert %s into %acc[%i] : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
