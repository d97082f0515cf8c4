// RUN: fp8-opt %s --fp8-decompose --split-input-file --verify-diagnostics

func.func @dynamic(%x: tensor<?xf32>, %i: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{unsupported by fp8-decompose: 'fp8.amax' with an operand of type 'tensor<?xf32>'}}
  // expected-note @below {{supported are tensors of static shape}}
  %a = fp8.amax %x outs(%i : tensor<f32>) : tensor<?xf32>
  return %a : tensor<f32>
}

// -----

func.func @memref(%x: memref<8xf32>, %i: memref<f32>) {
  // expected-error @below {{unsupported by fp8-decompose: 'fp8.amax' with an operand of type 'memref<8xf32>'}}
  // expected-note @below {{supported are tensors of static shape}}
  fp8.amax %x outs(%i : memref<f32>) : memref<8xf32>
  return
}

// -----

func.func @hardware(%x: tensor<8xf32>, %s: tensor<f32>, %seed: i32, %step: i32, %c: tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
  // expected-error @below {{unsupported by fp8-decompose: 'fp8.quantize' with rounding stochastic_hw}}
  // expected-note @below {{supported are nearest_even, stochastic and quasi_stochastic}}
  %codes = fp8.quantize %x by %s rounding<stochastic_hw> stream 7 seed %seed step %step outs(%c : tensor<8xf8E4M3FN>) : tensor<8xf32>, tensor<f32>
  return %codes : tensor<8xf8E4M3FN>
}

// -----

func.func @negative_update_rounding(%w: tensor<4xbf16>, %seed: i32, %step: i32) -> tensor<4xbf16> {
  // expected-error @below {{unsupported by fp8-decompose: 'fp8.update' with rounding stochastic_hw}}
  // expected-note @below {{supported are nearest_even, stochastic and quasi_stochastic}}
  %0 = fp8.update states(%w : tensor<4xbf16>) seed %seed step %step storage [#fp8.storage<format = bf16, rounding = stochastic_hw, stream = 0>] outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0 : tensor<4xbf16>
}
