// RUN: fp8-opt %s --fp8-upstream-bound-indices --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @element
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4x?xf32>, %[[I:[a-z0-9]+]]: index
func.func @element(%x: tensor<4x?xf32>, %i: index, %v: f32) -> (f32, tensor<4x?xf32>) {
  %c1 = arith.constant 1 : index
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[LAST:.*]] = arith.constant 3 : index
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[I]], %[[ZERO]]
  // CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %[[LAST]]
  // CHECK: tensor.extract %[[X]][%[[AT]], %{{.*}}]
  %e = tensor.extract %x[%i, %c1] : tensor<4x?xf32>
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[I]]
  // CHECK: %[[AT:.*]] = arith.minsi %[[LOW]]
  // CHECK: tensor.insert %{{.*}} into %[[X]][%[[AT]], %{{.*}}]
  %r = tensor.insert %v into %x[%i, %c1] : tensor<4x?xf32>
  return %e, %r : f32, tensor<4x?xf32>
}

// -----

// Counters, values computed from them and bounded values are in range.
// CHECK-LABEL: @inside
// CHECK-NOT: arith.{{maxsi|minsi}}
// CHECK: arith.minsi
// CHECK-NOT: arith.{{maxsi|minsi}}
// CHECK: return
func.func @inside(%x: tensor<8xf32>, %n: tensor<2xindex>) -> (tensor<4x2xf32>, f32) {
  %e = tensor.empty() : tensor<4x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%n : tensor<2xindex>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%k: index, %unused: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %two = arith.constant 2 : index
    %rows = arith.muli %i, %two : index
    %at = arith.addi %rows, %j : index
    %v = tensor.extract %x[%at] : tensor<8xf32>
    %seven = arith.constant 7 : index
    %low = arith.minui %k, %seven : index
    %w = tensor.extract %x[%low] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %v = tensor.extract %x[%i] : tensor<8xf32>
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  %k = tensor.extract %n[%c1] : tensor<2xindex>
  %seven = arith.constant 7 : index
  %at = arith.minsi %k, %seven : index
  return %y, %sum : tensor<4x2xf32>, f32
}

// -----

// Four elements, two apart, of ten: from 0 to 3. Backwards: from 6 to 9.
// CHECK-LABEL: @slices
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<10xf32>, %[[I:[a-z0-9]+]]: index
func.func @slices(%x: tensor<10xf32>, %i: index) -> tensor<10xf32> {
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[I]], %{{.*}}
  // CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %c3
  // CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%[[AT]]] [4] [2]
  %s = tensor.extract_slice %x[%i] [4] [2] : tensor<10xf32> to tensor<4xf32>
  // CHECK: %[[OFF:.*]] = arith.subi %[[I]], %[[SIX:c6.*]] : index
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[OFF]], %{{.*}}
  // CHECK: %[[HIGH:.*]] = arith.minsi %[[LOW]], %c3
  // CHECK: %[[AT:.*]] = arith.addi %[[HIGH]], %[[SIX]]
  // CHECK: tensor.insert_slice %[[S]] into %[[X]][%[[AT]]] [4] [-2]
  %r = tensor.insert_slice %s into %x[%i] [4] [-2] : tensor<4xf32> into tensor<10xf32>
  return %r : tensor<10xf32>
}

// -----

func.func @size(%x: tensor<10xf32>, %i: index) -> tensor<?xf32> {
  // expected-error @below {{unsupported by fp8-upstream-bound-indices: a slice at a computed position whose sizes or steps are not constants}}
  // expected-note @below {{supported: computed positions in static shapes}}
  %s = tensor.extract_slice %x[%i] [%i] [1] : tensor<10xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}
