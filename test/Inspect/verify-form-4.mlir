// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=fused

func.func @step(%x: tensor<8x4xf32>) -> tensor<32xf32> {
  %empty = tensor.empty() : tensor<8x4xf32>
  %y = fp8.kernel ins(%x : tensor<8x4xf32>) outs(%empty : tensor<8x4xf32>) {
  ^bb0(%in: tensor<8x4xf32>, %out: tensor<8x4xf32>):
    fp8.kernel_yield %in : tensor<8x4xf32>
  }
  %z = tensor.collapse_shape %y [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  return %z : tensor<32xf32>
}

// -----

func.func @step(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{unsupported op 'arith.addf' in Fused form}}
  // expected-note @below {{supported outside of fp8.kernel: fp8.gemm, fp8.attention, fp8.attention_backward, fp8.all_gather, fp8.all_to_all, fp8.barrier, arith.constant, tensor.empty, reshapes and slices}}
  // expected-note @below {{this is likely due to --fp8-fuse}}
  %y = arith.addf %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
