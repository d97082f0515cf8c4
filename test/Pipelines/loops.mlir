// RUN: fp8-opt %s --fp8-cpu-pipeline | FileCheck %s
// RUN: fp8-opt %s --fp8-gpu-pipeline | FileCheck %s

// A graph may come to the kernels as it was captured: a loop that adds rows to
// a table is one kernel.
// CHECK: func.func @embedding_gradient
// CHECK-NOT: scf.for
// CHECK: fp8.launch {{.*}}scatter_add
// CHECK-NOT: fp8.launch
// CHECK: return
func.func @embedding_gradient(%table: tensor<32x8xf32>, %ids: tensor<16xi64>,
                              %rows: tensor<16x8xf32>) -> tensor<32x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %table) -> (tensor<32x8xf32>) {
    %id = tensor.extract %ids[%i] : tensor<16xi64>
    %at = arith.index_cast %id : i64 to index
    %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<32x8xf32> to tensor<1x8xf32>
    %add = tensor.extract_slice %rows[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %old, %add : tensor<1x8xf32>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<32x8xf32>
    scf.yield %new : tensor<32x8xf32>
  }
  return %r : tensor<32x8xf32>
}
