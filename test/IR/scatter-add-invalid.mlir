// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @scatter_add_c1_rank(%u: tensor<8x4xf32>, %i: tensor<8xi64>, %t: tensor<6x4xf32>) {
  // expected-error @below {{'fp8.scatter_add' op expected indices of shape [N, K] with K from 1 to the rank of 'tensor<6x4xf32>', but got 'tensor<8xi64>'}}
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<6x4xf32>) : tensor<8x4xf32>, tensor<8xi64>
  return
}

// -----

func.func @scatter_add_c1_depth(%u: tensor<8xf32>, %i: tensor<8x3xi64>, %t: tensor<6x4xf32>) {
  // expected-error @below {{'fp8.scatter_add' op expected indices of shape [N, K] with K from 1 to the rank of 'tensor<6x4xf32>', but got 'tensor<8x3xi64>'}}
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<6x4xf32>) : tensor<8xf32>, tensor<8x3xi64>
  return
}

// -----

func.func @scatter_add_c2(%u: tensor<8x5xf32>, %i: tensor<8x1xi64>, %t: tensor<6x4xf32>) {
  // expected-error @below {{'fp8.scatter_add' op expected updates of shape [8, 4], but got 'tensor<8x5xf32>'}}
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<6x4xf32>) : tensor<8x5xf32>, tensor<8x1xi64>
  return
}

// -----

func.func @scatter_add_c3_element(%u: tensor<8x4xbf16>, %i: tensor<8x1xi64>, %t: tensor<6x4xf32>) {
  // expected-error @below {{'fp8.scatter_add' op expected updates and init of one element type, but got 'tensor<8x4xbf16>' and 'tensor<6x4xf32>'}}
  %0 = fp8.scatter_add %u at %i outs(%t : tensor<6x4xf32>) : tensor<8x4xbf16>, tensor<8x1xi64>
  return
}

// -----

func.func @scatter_add_c3_kind(%u: memref<8x4xf32>, %i: tensor<8x1xi64>, %t: memref<6x4xf32>) {
  // expected-error @below {{'fp8.scatter_add' op expected all operands to be memrefs like the first one, but #1 is 'tensor<8x1xi64>'}}
  fp8.scatter_add %u at %i outs(%t : memref<6x4xf32>) : memref<8x4xf32>, tensor<8x1xi64>
  return
}
