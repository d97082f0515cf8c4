// RUN: fp8-opt %s --split-input-file --verify-diagnostics

func.func @kernel_c1(%x: tensor<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected tensors only or memrefs only, but operand 0 is 'tensor<8xf32>'}}
  fp8.kernel ins(%x : tensor<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

func.func @kernel_c2_number(%x: tensor<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected 2 block arguments, one per operand, but got 1}}
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

func.func @kernel_c2_type(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected block argument 0 of type 'tensor<8xf32>', but got 'tensor<9xf32>'}}
  fp8.kernel outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<9xf32>):
    fp8.kernel_yield %out : tensor<9xf32>
  }
  return
}

// -----

func.func @kernel_c3_number(%x: tensor<8xf32>) {
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    // expected-error @below {{'fp8.kernel_yield' op expected 1 values, one per init, but got 0}}
    fp8.kernel_yield
  }
  return
}

// -----

func.func @kernel_c3_type(%x: tensor<8xf32>, %z: tensor<9xf32>) {
  %y = fp8.kernel ins(%z : tensor<9xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<9xf32>, %out: tensor<8xf32>):
    // expected-error @below {{'fp8.kernel_yield' op expected value 0 of type 'tensor<8xf32>', but got 'tensor<9xf32>'}}
    fp8.kernel_yield %in : tensor<9xf32>
  }
  return
}

// -----

func.func @kernel_c4(%x: tensor<8xf32>) {
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    // expected-error @below {{'math.exp' op expected an op of a kernel's body, but this is none}}
    // expected-note @below {{'fp8.kernel' holds linalg.generic, linalg.fill, fp8.scatter_add, tensor.expand_shape, tensor.collapse_shape, tensor.empty and splat or scalar arith.constant}}
    %e = math.exp %out : tensor<8xf32>
    fp8.kernel_yield %e : tensor<8xf32>
  }
  return
}

// -----

func.func @dynamic_shape(%x: tensor<?xf32>) {
  // expected-error @below {{'fp8.kernel' op operand #0 must be variadic of tensor or memref of static shape with float or integer elements}}
  %y = fp8.kernel outs(%x : tensor<?xf32>) {
  ^bb0(%out: tensor<?xf32>):
    fp8.kernel_yield %out : tensor<?xf32>
  }
  return
}
