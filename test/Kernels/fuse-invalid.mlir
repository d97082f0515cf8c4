// RUN: fp8-opt %s --fp8-fuse --split-input-file --verify-diagnostics

#ij = affine_map<(i, j) -> (i, j)>

func.func @wide(%x: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %e = tensor.empty() : tensor<4x8xf64>
  // expected-error @below {{unsupported by fp8-fuse: a value of type 'tensor<4x8xf64>'}}
  // expected-note @below {{supported are constants, and tensors of static shape, of at most 2^48 elements, of f32, bf16, f16, 8-bit floats, i1, i8, i16, i32, i64 and index; --fp8-tensorize-scalars converts scalars to such tensors}}
  %y = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf64>) outs(%e : tensor<4x8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.negf %a : f64
    linalg.yield %0 : f64
  } -> tensor<4x8xf64>
  return %y : tensor<4x8xf64>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>

func.func @dynamic(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @below {{unsupported by fp8-fuse: a value of type 'tensor<?x8xf32>'}}
  // expected-note @below {{supported are constants, and tensors of static shape}}
  %z = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x8xf32>) outs(%y : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

#i = affine_map<(i) -> (i)>

func.func @scalar(%x: tensor<8xf32>, %s: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{unsupported by fp8-fuse: a value of type 'f32'}}
  // expected-note @below {{supported are constants}}
  %z = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

// Sums of so many bytes would overflow.
func.func @negative_elements(%x: tensor<4xf32>) -> tensor<f32> {
  %empty = tensor.empty() : tensor<144115188075855872x4xf32>
  // expected-error @below {{unsupported by fp8-fuse: a value of type 'tensor<144115188075855872x4xf32>'}}
  // expected-note @below {{of at most 2^48 elements}}
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<144115188075855872x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<144115188075855872x4xf32>
  %e = tensor.empty() : tensor<f32>
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<144115188075855872x4xf32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %z : tensor<f32>
}

// -----

#i = affine_map<(i) -> (i)>

func.func private @print(f32) -> f32

func.func @negative_call(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    // expected-error @below {{unsupported by fp8-fuse: an op in the body of a 'linalg.generic' that may have side effects}}
    // expected-note @below {{supported are ops without side effects}}
    %0 = func.call @print(%a) : (f32) -> f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
