// RUN: fp8-opt %s --split-input-file --fp8-collect-scalars=min-terms=3 | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-collect-scalars | FileCheck %s --check-prefix=SHORT

// A sum of three reductions, in their order, also where a sum is the second
// operand, and the destination that is overwritten. Short chains stay.

// SHORT-NOT: insert_slice

// CHECK-LABEL: @sum(
// CHECK: %[[S0:.*]] = linalg.generic {{.*}} ins(%arg0
// CHECK: %[[S1:.*]] = linalg.generic {{.*}} ins(%arg1
// CHECK: %[[S2:.*]] = linalg.generic {{.*}} ins(%arg2
// CHECK: %[[V0:.*]] = tensor.insert_slice %[[S0]] into %{{.*}}[0] [1] [1] : tensor<f32> into tensor<3xf32>
// CHECK: %[[V1:.*]] = tensor.insert_slice %[[S1]] into %[[V0]][1] [1] [1]
// CHECK: %[[V2:.*]] = tensor.insert_slice %[[S2]] into %[[V1]][2] [1] [1]
// CHECK: %[[NOTHING:.*]] = arith.constant dense<-0.000000e+00> : tensor<1xf32>
// CHECK: %[[PLACES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<3x1xi32>)
// CHECK: linalg.yield %c0{{.*}} : i32
// CHECK: %[[SUM:.*]] = fp8.scatter_add %[[V2]] at %[[PLACES]] outs(%[[NOTHING]] : tensor<1xf32>)
// CHECK: %[[SCALAR:.*]] = tensor.collapse_shape %[[SUM]] []
// CHECK: return %[[SCALAR]]
func.func @sum(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s2, %t0 : tensor<f32>, tensor<f32>) outs(%s2 : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1 : tensor<f32>
}

// -----

// It starts from a value that is not computed for it.

// CHECK-LABEL: @start(
// CHECK-SAME: %[[START:[a-z0-9]+]]: tensor<f32>
// CHECK: %[[INIT:.*]] = tensor.expand_shape %[[START]] [] output_shape [1]
// CHECK: fp8.scatter_add %{{.*}} at %{{.*}} outs(%[[INIT]] : tensor<1xf32>) : tensor<3xf32>, tensor<3x1xi32>
func.func @start(%start: tensor<f32>, %a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%start, %s0 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1 : tensor<f32>
}

// -----

// Maxima have no order.

// CHECK-LABEL: @maximum(
// CHECK: %[[V:.*]] = tensor.insert_slice %{{.*}}[1] [1] [1] : tensor<f32> into tensor<2xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%[[V]] : tensor<2xf32>)
// CHECK: arith.maximumf
func.func @maximum(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.maximumf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.maximumf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1 : tensor<f32>
}

// -----

// A term that somebody else reads, terms that are subtracted, two combiners,
// and a sum that somebody else reads.

// CHECK-LABEL: @negative_read(
// CHECK-NOT: insert_slice
// CHECK-LABEL: @negative_difference(
// CHECK-NOT: insert_slice
// CHECK-LABEL: @negative_mixed(
// CHECK-NOT: insert_slice
// CHECK-LABEL: @negative_sum_is_read(
// CHECK-NOT: insert_slice
func.func @negative_read(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1, %s2 : tensor<f32>, tensor<f32>
}
func.func @negative_difference(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.subf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1 : tensor<f32>
}
func.func @negative_mixed(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.maximumf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1 : tensor<f32>
}
func.func @negative_sum_is_read(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<6xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<5xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<6xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t0, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t1, %t0 : tensor<f32>, tensor<f32>
}

// -----

// fp8.scatter_add has no such elements.

// CHECK-LABEL: @negative_codes(
// CHECK-NOT: insert_slice
func.func @negative_codes(%a: tensor<4xf8E5M2>, %b: tensor<4xf8E5M2>, %c: tensor<4xf8E5M2>) -> tensor<f8E5M2> {
  %zero = arith.constant dense<0.0> : tensor<f8E5M2>
  %e = tensor.empty() : tensor<f8E5M2>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf8E5M2>) outs(%zero : tensor<f8E5M2>) {
  ^bb0(%x: f8E5M2, %o: f8E5M2):
    %r = arith.addf %o, %x : f8E5M2
    linalg.yield %r : f8E5M2
  } -> tensor<f8E5M2>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<4xf8E5M2>) outs(%zero : tensor<f8E5M2>) {
  ^bb0(%x: f8E5M2, %o: f8E5M2):
    %r = arith.addf %o, %x : f8E5M2
    linalg.yield %r : f8E5M2
  } -> tensor<f8E5M2>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<4xf8E5M2>) outs(%zero : tensor<f8E5M2>) {
  ^bb0(%x: f8E5M2, %o: f8E5M2):
    %r = arith.addf %o, %x : f8E5M2
    linalg.yield %r : f8E5M2
  } -> tensor<f8E5M2>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f8E5M2>, tensor<f8E5M2>) outs(%e : tensor<f8E5M2>) {
  ^bb0(%x: f8E5M2, %y: f8E5M2, %o: f8E5M2):
    %r = arith.addf %x, %y : f8E5M2
    linalg.yield %r : f8E5M2
  } -> tensor<f8E5M2>
  %t2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t1, %s2 : tensor<f8E5M2>, tensor<f8E5M2>) outs(%e : tensor<f8E5M2>) {
  ^bb0(%x: f8E5M2, %y: f8E5M2, %o: f8E5M2):
    %r = arith.addf %x, %y : f8E5M2
    linalg.yield %r : f8E5M2
  } -> tensor<f8E5M2>
  return %t2 : tensor<f8E5M2>
}

// -----

// A sum that is added to itself is no term of the chain.

// CHECK-LABEL: @doubled(
// CHECK:       %[[SUM:.*]] = fp8.scatter_add
// CHECK:       %[[T:.*]] = tensor.collapse_shape %[[SUM]]
// CHECK:       linalg.generic {{.*}} ins(%[[T]], %[[T]] : tensor<f32>, tensor<f32>)
func.func @doubled(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%c : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s0, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t1, %s2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t3 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t2, %t2 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t3 : tensor<f32>
}

// -----

// The chain starts with a number that is no tensor.

// CHECK-LABEL: @negative_number(
// CHECK-NOT: insert_slice
func.func @negative_number(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%b : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = arith.addf %o, %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%one, %s0 : f32, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t1, %s1 : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t2 : tensor<f32>
}
