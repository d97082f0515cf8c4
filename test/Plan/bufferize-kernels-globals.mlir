// RUN: fp8-opt %s --fp8-bufferize-kernels | FileCheck %s

// Variables outside of functions become buffers, too.

// CHECK: memref.global "private" @seed : memref<i64> = dense<7>
ml_program.global private mutable @seed(dense<7> : tensor<i64>) : tensor<i64>

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[NEW:.*]]: memref<i64>)
// CHECK:         memref.get_global @seed : memref<i64>
// CHECK:         %[[SEED:.*]] = memref.get_global @seed : memref<i64>
// CHECK:         memref.copy %[[NEW]], %[[SEED]]
func.func @step(%new: tensor<i64>) {
  %seed = ml_program.global_load @seed : tensor<i64>
  ml_program.global_store @seed = %new : tensor<i64>
  return
}
