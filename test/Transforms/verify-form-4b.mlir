// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=4b

func.func @step(%arena: memref<64xi8>, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %y = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
  fp8.kernel ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

// A state is neither copied nor allocated.
func.func @step(%state: memref<8xf32>, %new: memref<8xf32>) {
  // expected-error @below {{unsupported op 'memref.alloc' in form 4b}}
  // expected-note @below {{supported: fp8.kernel, fp8.launch, fp8.gemm, scalar constants and views of arguments and of the arena}}
  // expected-note @below {{this is likely due to --fp8-bufferize-kernels}}
  %0 = memref.alloc() : memref<8xf32>
  // expected-error @below {{unsupported op 'memref.copy' in form 4b}}
  // expected-note @below {{supported: fp8.kernel, fp8.launch, fp8.gemm, scalar constants and views of arguments and of the arena}}
  // expected-note @below {{this is likely due to --fp8-bufferize-kernels}}
  memref.copy %state, %new : memref<8xf32> to memref<8xf32>
  return
}
