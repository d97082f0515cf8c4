// RUN: fp8-opt %s --fp8-raise-patterns | FileCheck %s

// A cast in a kernel stays in its generic: kernels hold no cast of tensors.

#i = affine_map<(i) -> (i)>

// CHECK-LABEL: @pack
// CHECK: fp8.kernel
// CHECK: linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @pack(%x: tensor<8xf32>, %y: tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
  %0 = fp8.kernel ins(%x : tensor<8xf32>) outs(%y : tensor<8xf8E4M3FN>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf8E4M3FN>):
    %1 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf8E4M3FN>) {
    ^bb0(%a: f32, %o: f8E4M3FN):
      %2 = arith.truncf %a : f32 to f8E4M3FN
      linalg.yield %2 : f8E4M3FN
    } -> tensor<8xf8E4M3FN>
    fp8.kernel_yield %1 : tensor<8xf8E4M3FN>
  }
  return %0 : tensor<8xf8E4M3FN>
}
