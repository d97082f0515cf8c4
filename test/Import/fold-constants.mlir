// RUN: fp8-opt %s --fp8-fold-constants | FileCheck %s
// RUN: fp8-opt %s --fp8-fold-constants --canonicalize | FileCheck %s --check-prefix=CLEAN

#id = affine_map<() -> ()>
#i = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @example(
// CHECK-NOT: linalg.generic
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[ONE]] : tensor<f32>
// CLEAN-LABEL: func.func @example(
// CLEAN-NEXT: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CLEAN-NEXT: return %[[ONE]] : tensor<f32>
func.func @example() -> tensor<f32> {
  %tenth = arith.constant dense<0.1> : tensor<f32>
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%tenth : tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf oge, %a, %half : f32
    %d = arith.select %c, %a, %one : f32
    linalg.yield %d : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// PyTorch's test of the weight of a lerp, 0.1 = 1 - 0.9 of Adam: a chain of
// generics, with an op on tensors in between.
// CHECK-LABEL: func.func @chain(
// CLEAN-LABEL: func.func @chain(
// CLEAN-DAG: %[[FLAG:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// CLEAN-DAG: %[[TENTH:.*]] = arith.constant dense<1.000000e-01> : tensor<f32>
// CLEAN-NOT: linalg.generic
// CLEAN: return %[[TENTH]], %[[FLAG]] : tensor<f32>, tensor<f32>
func.func @chain() -> (tensor<f32>, tensor<f32>) {
  %weight = arith.constant dense<0.1> : tensor<f32>
  %rest = arith.constant dense<-0.9> : tensor<f32>
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<f32>
  %flags = tensor.empty() : tensor<i1>
  %size = linalg.generic {indexing_maps = [#id, #id], iterator_types = []} ins(%weight : tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %large = linalg.generic {indexing_maps = [#id, #id], iterator_types = []} ins(%size : tensor<f32>) outs(%flags : tensor<i1>) {
  ^bb0(%a: f32, %b: i1):
    %0 = arith.cmpf oge, %a, %half : f32
    linalg.yield %0 : i1
  } -> tensor<i1>
  %factor = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = []} ins(%large, %rest, %weight : tensor<i1>, tensor<f32>, tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%c: i1, %a: f32, %b: f32, %out: f32):
    %0 = arith.select %c, %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %flag = arith.uitofp %large : tensor<i1> to tensor<f32>
  return %factor, %flag : tensor<f32>, tensor<f32>
}

// Several results, integers, and any shape.
// CLEAN-LABEL: func.func @several(
// CLEAN-DAG: %[[LEFT:.*]] = arith.constant dense<7> : tensor<4xi32>
// CLEAN-DAG: %[[RIGHT:.*]] = arith.constant dense<2.500000e+00> : tensor<4xf32>
// CLEAN: return %[[LEFT]], %[[RIGHT]]
func.func @several() -> (tensor<4xi32>, tensor<4xf32>) {
  %three = arith.constant dense<3> : tensor<4xi32>
  %four = arith.constant 4 : i32
  %number = arith.constant dense<2.5> : tensor<4xf32>
  %ints = tensor.empty() : tensor<4xi32>
  %reals = tensor.empty() : tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#i, #i, #i, #i], iterator_types = ["parallel"]} ins(%three, %number : tensor<4xi32>, tensor<4xf32>) outs(%ints, %reals : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%a: i32, %b: f32, %c: i32, %d: f32):
    %0 = arith.addi %a, %four : i32
    linalg.yield %0, %b : i32, f32
  } -> (tensor<4xi32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xf32>
}

// One of two results is not known; positions are no numbers; a sum is not
// elementwise; elements differ; an exponential has an expansion of its own; of
// a NaN the bits are not known.
// CHECK-LABEL: func.func @negative_unknown(
// CHECK: linalg.generic
// CHECK: linalg.index
// CHECK: linalg.generic
// CHECK-SAME: "reduction"
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.divf
func.func @negative_unknown(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi64>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %number = arith.constant dense<2.5> : tensor<4xf32>
  %numbers = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %reals = tensor.empty() : tensor<4xf32>
  %ints = tensor.empty() : tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#i, #i, #i, #i], iterator_types = ["parallel"]} ins(%number, %x : tensor<4xf32>, tensor<4xf32>) outs(%reals, %reals : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    linalg.yield %a, %b : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %at = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%ints : tensor<4xi64>) {
  ^bb0(%a: i64):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i64
    linalg.yield %1 : i64
  } -> tensor<4xi64>
  %total = linalg.generic {indexing_maps = [#i, #sum], iterator_types = ["reduction"]} ins(%number : tensor<4xf32>) outs(%start : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %differ = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%numbers : tensor<4xf32>) outs(%reals : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %power = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%number : tensor<4xf32>) outs(%reals : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %nan = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%zeros : tensor<4xf32>) outs(%reals : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r#0, %r#1, %at, %total, %differ, %power, %nan : tensor<4xf32>, tensor<4xf32>, tensor<4xi64>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Only a constant remains.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: return %[[R]]
func.func @constant() -> tensor<f32> {
  %r = arith.constant dense<1.000000e+00> : tensor<f32>
  return %r : tensor<f32>
}
