// RUN: fp8-opt %s --fp8-emit-gpu --verify-diagnostics

#i = affine_map<(i) -> (i)>

func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.kernel "negate" ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %0 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %0 : tensor<8xf32>
  }
  return
}
// expected-error @below {{expected the symbol 'kernels' to be unused: --fp8-emit-gpu creates a gpu.module with this name}}
gpu.module @kernels {
}
