// RUN: fp8-opt %s --fp8-bufferize-kernels --split-input-file | FileCheck %s

// Two amaxes are computed where they stand in the vector of all.
// CHECK-LABEL: func.func @pack
// CHECK: %[[ALL:.*]] = memref.alloc() {{.*}}: memref<2xf32>
// CHECK-DAG: %[[FIRST:.*]] = memref.subview %[[ALL]][0] [1] [1] : memref<2xf32> to memref<f32
// CHECK-DAG: %[[SECOND:.*]] = memref.subview %[[ALL]][1] [1] [1] : memref<2xf32> to memref<f32
// CHECK-DAG: fp8.kernel ins(%arg0 : {{.*}}) outs(%[[FIRST]] : memref<f32
// CHECK-DAG: fp8.kernel ins(%arg1 : {{.*}}) outs(%[[SECOND]] : memref<f32
// CHECK-NOT: memref.copy
// CHECK: return %[[ALL]]
func.func @pack(%x: tensor<8xf32> {bufferization.writable = false}, %y: tensor<8xf32> {bufferization.writable = false}) -> tensor<2xf32> {
  %scalar = tensor.empty() : tensor<f32>
  %vector = tensor.empty() : tensor<2xf32>
  %a = fp8.kernel ins(%x : tensor<8xf32>) outs(%scalar : tensor<f32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<f32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %m = arith.maximumf %e, %acc : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %b = fp8.kernel ins(%y : tensor<8xf32>) outs(%scalar : tensor<f32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<f32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %m = arith.maximumf %e, %acc : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %0 = tensor.insert_slice %a into %vector[0] [1] [1] : tensor<f32> into tensor<2xf32>
  %1 = tensor.insert_slice %b into %0[1] [1] [1] : tensor<f32> into tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// The second insertion overwrites the first.
// CHECK-LABEL: func.func @negative_same_position
// CHECK: memref.copy
func.func @negative_same_position(%x: tensor<8xf32> {bufferization.writable = false}) -> tensor<2xf32> {
  %scalar = tensor.empty() : tensor<f32>
  %vector = tensor.empty() : tensor<2xf32>
  %a:2 = fp8.kernel ins(%x : tensor<8xf32>) outs(%scalar, %scalar : tensor<f32>, tensor<f32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<f32>, %other: tensor<f32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %m = arith.maximumf %e, %acc : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%other : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %m = arith.minimumf %e, %acc : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    fp8.kernel_yield %r, %s : tensor<f32>, tensor<f32>
  }
  %0 = tensor.insert_slice %a#0 into %vector[1] [1] [1] : tensor<f32> into tensor<2xf32>
  %1 = tensor.insert_slice %a#1 into %0[1] [1] [1] : tensor<f32> into tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Each piece of a state is read and written in its place.
// CHECK-LABEL: func.func @pieces_of_state
// CHECK-SAME: %[[STATE:.*]]: memref<6xf32>
// CHECK-DAG: %[[IN0:.*]] = memref.subview %[[STATE]][0] [2] [1]
// CHECK-DAG: %[[OUT0:.*]] = memref.subview %[[STATE]][0] [2] [1]
// CHECK: fp8.kernel ins(%[[IN0]] : {{.*}}) outs(%[[OUT0]] :
// CHECK-DAG: %[[IN1:.*]] = memref.subview %[[STATE]][2] [4] [1]
// CHECK-DAG: %[[OUT1:.*]] = memref.subview %[[STATE]][2] [4] [1]
// CHECK: fp8.kernel ins(%[[IN1]] : {{.*}}) outs(%[[OUT1]] :
// CHECK-NOT: memref.copy
// CHECK: return %[[STATE]]
#id = affine_map<(i) -> (i)>
func.func @pieces_of_state(%state: tensor<6xf32>) -> tensor<6xf32> {
  %old0 = tensor.extract_slice %state[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %empty0 = tensor.empty() : tensor<2xf32>
  %new0 = fp8.kernel ins(%old0 : tensor<2xf32>) outs(%empty0 : tensor<2xf32>) {
  ^bb0(%in: tensor<2xf32>, %out: tensor<2xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%in : tensor<2xf32>) outs(%out : tensor<2xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    fp8.kernel_yield %r : tensor<2xf32>
  }
  %old1 = tensor.extract_slice %state[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %empty1 = tensor.empty() : tensor<4xf32>
  %new1 = fp8.kernel ins(%old1 : tensor<4xf32>) outs(%empty1 : tensor<4xf32>) {
  ^bb0(%in: tensor<4xf32>, %out: tensor<4xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%in : tensor<4xf32>) outs(%out : tensor<4xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    fp8.kernel_yield %r : tensor<4xf32>
  }
  %0 = tensor.insert_slice %new0 into %state[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %1 = tensor.insert_slice %new1 into %0[2] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----

// The first kernel must not overwrite the part of its buffer that the second
// one reads: the result is copied there afterwards.
// CHECK-LABEL: func.func @negative_read_later
// CHECK-SAME: %[[STATE:.*]]: memref<6xf32>
// CHECK: %[[TEMPORARY:.*]] = memref.alloc
// CHECK: fp8.kernel ins({{.*}}) outs(%[[TEMPORARY]] :
// CHECK: %[[READ:.*]] = memref.subview %[[STATE]][1] [4] [1]
// CHECK: fp8.kernel ins(%[[READ]] :
// CHECK: %[[PLACE:.*]] = memref.subview %[[STATE]][0] [2] [1]
// CHECK: memref.copy %[[TEMPORARY]], %[[PLACE]]
// CHECK: return %[[STATE]]
#id = affine_map<(i) -> (i)>
func.func @negative_read_later(%state: tensor<6xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %old0 = tensor.extract_slice %state[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %empty0 = tensor.empty() : tensor<2xf32>
  %new0 = fp8.kernel ins(%old0 : tensor<2xf32>) outs(%empty0 : tensor<2xf32>) {
  ^bb0(%in: tensor<2xf32>, %out: tensor<2xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%in : tensor<2xf32>) outs(%out : tensor<2xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<2xf32>
    fp8.kernel_yield %r : tensor<2xf32>
  }
  %old1 = tensor.extract_slice %state[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %empty1 = tensor.empty() : tensor<4xf32>
  %other = fp8.kernel ins(%old1 : tensor<4xf32>) outs(%empty1 : tensor<4xf32>) {
  ^bb0(%in: tensor<4xf32>, %out: tensor<4xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%in : tensor<4xf32>) outs(%out : tensor<4xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    fp8.kernel_yield %r : tensor<4xf32>
  }
  %1 = tensor.insert_slice %new0 into %state[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  return %1, %other : tensor<6xf32>, tensor<4xf32>
}

// -----

// One value at two places, and in another shape.
// CHECK-LABEL: func.func @negative_twice
// CHECK: %[[ALL:.*]] = memref.alloc() {{.*}}: memref<8xf32>
// CHECK: %[[SECOND:.*]] = memref.subview %[[ALL]][4] [4] [1]
// CHECK: %[[MATRIX:.*]] = memref.expand_shape %[[SECOND]] {{\[\[}}0, 1]] output_shape [2, 2]
// CHECK: fp8.kernel ins(%{{.*}} : {{.*}}) outs(%[[MATRIX]] :
// CHECK: %[[FIRST:.*]] = memref.subview %[[ALL]][0] [4] [1]
// CHECK: memref.copy %{{.*}}, %[[FIRST]]
// CHECK-NOT: memref.copy
// CHECK: return %[[ALL]]
#id = affine_map<(i, j) -> (i, j)>
func.func @negative_twice(%x: tensor<2x2xf32> {bufferization.writable = false}) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<2x2xf32>
  %vector = tensor.empty() : tensor<8xf32>
  %new = fp8.kernel ins(%x : tensor<2x2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%in: tensor<2x2xf32>, %out: tensor<2x2xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<2x2xf32>) outs(%out : tensor<2x2xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<2x2xf32>
    fp8.kernel_yield %r : tensor<2x2xf32>
  }
  %flat = tensor.collapse_shape %new [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %0 = tensor.insert_slice %flat into %vector[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %flat into %0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
