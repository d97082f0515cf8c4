// RUN: fp8-opt %s --fp8-fuse | FileCheck %s

// A tensor whose size is computed comes after that.

// CHECK-LABEL: func.func @computed_size
// CHECK: %[[SIZE:.*]] = arith.addi
// CHECK: %[[TENSOR:.*]] = tensor.empty(%[[SIZE]])
// CHECK: return %{{.*}}, %[[TENSOR]]
func.func @computed_size(%x: tensor<f32>, %m: index) -> (tensor<f32>, tensor<?xf32>) {
  %n = arith.addi %m, %m : index
  %d = tensor.empty(%n) : tensor<?xf32>
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0, %d : tensor<f32>, tensor<?xf32>
}
