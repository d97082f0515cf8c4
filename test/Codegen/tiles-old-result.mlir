// RUN: fp8-opt %s --fp8-emit-cpu=vector-bits=256 | FileCheck %s

// The codes that a transposed result had are read from its stage: the other
// result, with the same codes, is no place for them.

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @old
// CHECK: %[[STAGE:.*]] = llvm.alloca
// CHECK: llvm.load {{.*}} -> vector<16xi8>
// CHECK: llvm.getelementptr %[[STAGE]]
// CHECK: return
func.func @main(%y: memref<2048x128xf8E4M3FN>, %z: memref<128x2048xf8E4M3FN>) {
  fp8.kernel "old" outs(%y, %z : memref<2048x128xf8E4M3FN>, memref<128x2048xf8E4M3FN>) {
  ^bb0(%out: tensor<2048x128xf8E4M3FN>, %outT: tensor<128x2048xf8E4M3FN>):
    %0, %1 = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]}
        outs(%out, %outT : tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>) {
    ^bb0(%unused: f8E4M3FN, %old: f8E4M3FN):
      linalg.yield %old, %old : f8E4M3FN, f8E4M3FN
    } -> (tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>)
    fp8.kernel_yield %0, %1 : tensor<2048x128xf8E4M3FN>, tensor<128x2048xf8E4M3FN>
  }
  return
}
