// RUN: fp8-opt %s --fp8-upstream-pipeline | FileCheck %s

// The range of a scalar stays when its tensor becomes a pointer.
// CHECK: llvm.func @scaled(%{{.*}}: !llvm.ptr{{.*}}, %{{.*}}: !llvm.ptr {fp8.range = [0.000000e+00, 1.000000e+00]{{.*}}}
func.func @scaled(%x: tensor<4xf32>, %rate: tensor<f32> {fp8.range = [0.0, 1.0]}) -> tensor<4xf32> {
  %out = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %rate : tensor<4xf32>, tensor<f32>) outs(%out : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}
