// RUN: fp8-opt %s --split-input-file --fp8-raise-stacks | FileCheck %s

// A tree of two concatenations of scalars, as StableHLO is lowered.

// CHECK-LABEL: @tree(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<4xf32>, %[[C:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} [] : tensor<1xf32> into tensor<f32>
// CHECK: %[[V0:.*]] = tensor.insert_slice %[[X]] into %{{.*}}[0] [1] [1] : tensor<f32> into tensor<3xf32>
// CHECK: %[[Y:.*]] = tensor.collapse_shape
// CHECK: %[[V1:.*]] = tensor.insert_slice %[[Y]] into %[[V0]][1] [1] [1]
// CHECK: %[[Z:.*]] = tensor.collapse_shape
// CHECK: %[[V2:.*]] = tensor.insert_slice %[[Z]] into %[[V1]][2] [1] [1]
// CHECK-NOT: tensor.extract
// CHECK: return %[[V2]]
func.func @tree(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<3xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s0 = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s1 = linalg.reduce {arith.addf} ins(%b : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s2 = linalg.reduce {arith.addf} ins(%c : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %x0 = tensor.expand_shape %s0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %x1 = tensor.expand_shape %s1 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %x2 = tensor.expand_shape %s2 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %pair = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e2 : tensor<2xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %x0[%i] : tensor<1xf32>
      scf.yield %p : f32
    } else {
      %j = arith.subi %i, %c1 : index
      %p = tensor.extract %x1[%j] : tensor<1xf32>
      scf.yield %p : f32
    }
    linalg.yield %v : f32
  } -> tensor<2xf32>
  %e3 = tensor.empty() : tensor<3xf32>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e3 : tensor<3xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c2 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %pair[%i] : tensor<2xf32>
      scf.yield %p : f32
    } else {
      %j = arith.subi %i, %c2 : index
      %p = tensor.extract %x2[%j] : tensor<1xf32>
      scf.yield %p : f32
    }
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %all : tensor<3xf32>
}

// -----

// Pieces of several elements.

// CHECK-LABEL: @negative_vectors(
// CHECK-NOT: insert_slice
func.func @negative_vectors(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<4xf32> {
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %x0 = linalg.exp ins(%a : tensor<2xf32>) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %x1 = linalg.exp ins(%b : tensor<2xf32>) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c2 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %x0[%i] : tensor<2xf32>
      scf.yield %p : f32
    } else {
      %j = arith.subi %i, %c2 : index
      %p = tensor.extract %x1[%j] : tensor<2xf32>
      scf.yield %p : f32
    }
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %all : tensor<4xf32>
}

// -----

// Three scalars that would be copied: a scalar with another reader, a scalar
// that occurs twice, and a scalar that is not computed.

// CHECK-LABEL: @negative_read(
// CHECK-NOT: insert_slice
// CHECK-LABEL: @negative_repeated(
// CHECK-NOT: insert_slice
// CHECK-LABEL: @negative_argument(
// CHECK-NOT: insert_slice
func.func @negative_read(%a: tensor<1xf32>, %b: tensor<1xf32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %e1 = tensor.empty() : tensor<1xf32>
  %x0 = linalg.exp ins(%a : tensor<1xf32>) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %x1 = linalg.exp ins(%b : tensor<1xf32>) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %x0[%i] : tensor<1xf32>
      scf.yield %p : f32
    } else {
      %j = arith.subi %i, %c1 : index
      %p = tensor.extract %x1[%j] : tensor<1xf32>
      scf.yield %p : f32
    }
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %all, %x1 : tensor<2xf32>, tensor<1xf32>
}
func.func @negative_repeated(%a: tensor<1xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xf32>
  %e1 = tensor.empty() : tensor<1xf32>
  %x0 = linalg.exp ins(%a : tensor<1xf32>) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xf32>) {
  ^bb0(%o: f32):
    %p = tensor.extract %x0[%c0] : tensor<1xf32>
    linalg.yield %p : f32
  } -> tensor<2xf32>
  return %all : tensor<2xf32>
}
func.func @negative_argument(%a: tensor<1xf32>, %b: tensor<1xf32>) -> tensor<2xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %all = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ult, %i, %c1 : index
    %v = scf.if %first -> (f32) {
      %p = tensor.extract %a[%i] : tensor<1xf32>
      scf.yield %p : f32
    } else {
      %j = arith.subi %i, %c1 : index
      %p = tensor.extract %b[%j] : tensor<1xf32>
      scf.yield %p : f32
    }
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %all : tensor<2xf32>
}
