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
