// RUN: fp8-opt %s --fp8-normalize-ops --split-input-file --verify-diagnostics

func.func @negative_position(%x: tensor<4x8xf32>, %v: f32, %at: index) -> tensor<4x8xf32> {
  %far = arith.constant 1000003 : index
  // expected-error @below {{expected positions inside 'tensor<4x8xf32>', but one is 1000003 in a dimension of 8}}
  %0 = tensor.insert %v into %x[%at, %far] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @negative_before(%x: tensor<4x8xf32>, %v: f32, %at: index) -> tensor<4x8xf32> {
  %before = arith.constant -1 : index
  // expected-error @below {{but one is -1 in a dimension of 4}}
  %0 = tensor.insert %v into %x[%before, %at] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// The number that stands for sizes of operands.
func.func @negative_sentinel(%x: tensor<4x8xf32>) -> tensor<6x8xf32> {
  // expected-error @below {{expected a padding other than -9223372036854775808, which stands for an operand}}
  %0 = tensor.pad %x low[1, 0] high[-9223372036854775808, 0] {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

func.func @negative_softmax(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %e = tensor.empty() : tensor<4x8xi32>
  // expected-error @below {{expected a softmax of floats, but got 'tensor<4x8xi32>'}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

func.func @negative_pack_casts(%x: tensor<4x8xf32>, %out: tensor<2x2x2x4xf16>) -> tensor<2x2x2x4xf16> {
  // expected-error @below {{expected source and result of the same element type, but got 'tensor<4x8xf32>' and 'tensor<2x2x2x4xf16>'}}
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %out : tensor<4x8xf32> -> tensor<2x2x2x4xf16>
  return %0 : tensor<2x2x2x4xf16>
}

// -----

func.func @negative_unpack_casts(%x: tensor<2x2x2x4xf8E4M3FN>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{expected source and result of the same element type, but got 'tensor<2x2x2x4xf8E4M3FN>' and 'tensor<4x8xf32>'}}
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %out : tensor<2x2x2x4xf8E4M3FN> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @negative_pad_casts(%x: tensor<4xf32>) -> tensor<8xf16> {
  %zero = arith.constant 0.0 : f16
  // expected-error @below {{expected source and result of the same element type, but got 'tensor<4xf32>' and 'tensor<8xf16>'}}
  %0 = tensor.pad %x low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f16
  } : tensor<4xf32> to tensor<8xf16>
  return %0 : tensor<8xf16>
}
