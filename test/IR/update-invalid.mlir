// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @update_c1_none() {
  // expected-error @below {{'fp8.update' op expected at least one state, but got none}}
  "fp8.update"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
  ^bb0:
    fp8.yield
  }) : () -> ()
  return
}

// -----

func.func @update_c1_storage(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected one operand of 'states' per plane that the storage requires, 1, but got 2}}
  %0:2 = fp8.update states(%w, %w : tensor<4xf32>, tensor<4xf32>) storage [#fp8.storage<format = f32>] outs(%w, %w : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    fp8.yield %p, %q : f32, f32
  }
  return
}

// -----

func.func @update_c2(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected operand #0 of 'states' to have elements 'bf16', but got 'tensor<4xf32>'}}
  %0 = fp8.update states(%w : tensor<4xf32>) storage [#fp8.storage<format = bf16>] outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c2_no_residual(%w: tensor<4xbf16>) {
  // expected-error @below {{'fp8.update' op expected one operand of 'states' per plane that the storage requires, 2, but got 1}}
  %0 = fp8.update states(%w : tensor<4xbf16>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c2_no_storage(%w: tensor<4xi8>) {
  // expected-error @below {{'fp8.update' op expected operand #0 of 'states' to have elements 'f32', but got 'tensor<4xi8>'}}
  %0 = fp8.update states(%w : tensor<4xi8>) outs(%w : tensor<4xi8>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c3_residual(%w: tensor<4xbf16>, %r: tensor<5xbf16>) {
  // expected-error @below {{'fp8.update' op expected operand #1 of 'states' to have shape [4], because the main plane is 'tensor<4xbf16>', but got 'tensor<5xbf16>'}}
  %0:2 = fp8.update states(%w, %r : tensor<4xbf16>, tensor<5xbf16>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w, %r : tensor<4xbf16>, tensor<5xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c3_scale(%w: tensor<4x64xf8E4M3FN>, %s: tensor<4x3xf8E8M0FNU>) {
  // expected-error @below {{'fp8.update' op expected operand #1 of 'states' to have shape [4, 2], because the main plane is 'tensor<4x64xf8E4M3FN>', but got 'tensor<4x3xf8E8M0FNU>'}}
  %0:2 = fp8.update states(%w, %s : tensor<4x64xf8E4M3FN>, tensor<4x3xf8E8M0FNU>) storage [#fp8.storage<format = e4m3, granularity = <mx>>] outs(%w, %s : tensor<4x64xf8E4M3FN>, tensor<4x3xf8E8M0FNU>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c3_granularity(%w: tensor<64xf8E4M3FN>, %s: tensor<2xf32>) {
  // expected-error @below {{'fp8.update' op expected a state that the granularity #fp8.granularity<block 1x32> fits, but got 'tensor<64xf8E4M3FN>'}}
  %0:2 = fp8.update states(%w, %s : tensor<64xf8E4M3FN>, tensor<2xf32>) storage [#fp8.storage<format = e4m3, granularity = <block 1x32>>] outs(%w, %s : tensor<64xf8E4M3FN>, tensor<2xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c3_transposed(%w: tensor<4x8xf32>, %t: tensor<4x8xbf16>) {
  // expected-error @below {{'fp8.update' op expected operand #1 of 'inits' to have shape [8, 4], because the main plane is 'tensor<4x8xf32>', but got 'tensor<4x8xbf16>'}}
  %0:2 = fp8.update states(%w : tensor<4x8xf32>) storage [#fp8.storage<format = f32, copies = [<format = bf16, transposed = true>]>] outs(%w, %t : tensor<4x8xf32>, tensor<4x8xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c4(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected one f32 block argument per state, input and scalar, 1, but got ('f32', 'f32')}}
  %0 = fp8.update states(%w : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c4_type(%w: tensor<4xbf16>) {
  // expected-error @below {{'fp8.update' op expected one f32 block argument per state, input and scalar, 1, but got ('bf16')}}
  %0 = fp8.update states(%w : tensor<4xbf16>) outs(%w : tensor<4xbf16>) {
  ^bb0(%p: bf16):
    %0 = fp8.convert %p : bf16 to f32
    fp8.yield %0 : f32
  }
  return
}

// -----

func.func @update_c5(%w: tensor<4xf32>) {
  %0 = fp8.update states(%w : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    // expected-error @below {{'fp8.yield' op expected one value per state and reduction, 1, but got 2}}
    fp8.yield %p, %p : f32, f32
  }
  return
}

// -----

func.func @update_c6_number(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected one indexing map per state and input, 2, but got 1}}
  %0 = fp8.update states(%w : tensor<4xf32>) inputs(%w : tensor<4xf32>) maps [affine_map<(i) -> (i)>] outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %g: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c6_first(%w: tensor<4x4xf32>) {
  // expected-error @below {{'fp8.update' op expected map #0 to be the identity with 2 dimensions and one result per dimension of 'tensor<4x4xf32>', but got affine_map<(d0, d1) -> (d1, d0)>}}
  %0 = fp8.update states(%w : tensor<4x4xf32>) maps [affine_map<(i, j) -> (j, i)>] outs(%w : tensor<4x4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c6_state(%w: tensor<4x4xf32>, %v: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected map #1 to be a permutation with 2 dimensions and one result per dimension of 'tensor<4xf32>', but got affine_map<(d0, d1) -> (d0)>}}
  %0:2 = fp8.update states(%w, %v : tensor<4x4xf32>, tensor<4xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] outs(%w, %v : tensor<4x4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    fp8.yield %p, %q : f32, f32
  }
  return
}

// -----

func.func @update_c6_shape(%w: tensor<4x8xf32>, %g: tensor<4x8xf32>) {
  // expected-error @below {{'fp8.update' op expected dimension 0 of 'tensor<4x8xf32>' to have extent 8 according to map #1, but it is 4}}
  %0 = fp8.update states(%w : tensor<4x8xf32>) inputs(%g : tensor<4x8xf32>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>] outs(%w : tensor<4x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c7_number(%w: tensor<4xf32>) {
  // expected-note @below {{planes: 1, amaxes: 0, reductions: 1}}
  // expected-error @below {{'fp8.update' op expected one init per plane, amax and reduction, 2, but got 1}}
  %0 = fp8.update states(%w : tensor<4xf32>) reductions [#fp8.reduction<sum>] outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  }
  return
}

// -----

func.func @update_c7_element(%w: tensor<4xf32>, %b: tensor<4xbf16>) {
  // expected-error @below {{'fp8.update' op expected operand #0 of 'inits' to have elements 'f32', but got 'tensor<4xbf16>'}}
  %0 = fp8.update states(%w : tensor<4xf32>) outs(%b : tensor<4xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c7_reduction(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected operand #1 of 'inits', an amax or a reduction, to be an f32 of rank 0, but got 'tensor<4xf32>'}}
  %0:2 = fp8.update states(%w : tensor<4xf32>) reductions [#fp8.reduction<sum>] outs(%w, %w : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p, %p : f32, f32
  }
  return
}

// -----

func.func @update_c7_kind(%w: memref<4xf32>, %g: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected all operands to be memrefs like the first one, but #1 is 'tensor<4xf32>'}}
  fp8.update states(%w : memref<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : memref<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c8(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected 4 elements from 5 on to lie in dimension 0, but its global extent is 8}}
  %0 = fp8.update states(%w : tensor<4xf32>) at [5] of [8] outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c9_absent(%w: tensor<4xbf16>) {
  // expected-error @below {{'fp8.update' op expected 'seed' and 'step' if and only if a storage rounds stochastically, but one does and 'seed' is absent}}
  %0 = fp8.update states(%w : tensor<4xbf16>) storage [#fp8.storage<format = bf16, rounding = stochastic, stream = 0>] outs(%w : tensor<4xbf16>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c9_needless(%w: tensor<4xf32>, %seed: i32) {
  // expected-error @below {{'fp8.update' op expected 'seed' and 'step' if and only if a storage rounds stochastically, but none does and 'seed' is present}}
  %0 = fp8.update states(%w : tensor<4xf32>) seed %seed outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c10(%w: tensor<4xf32>) {
  // expected-error @below {{'fp8.update' op expected a body of ops of arith and math, and fp8.convert, but found 'tensor.empty'}}
  %0 = fp8.update states(%w : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    // expected-note @below {{the op is here}}
    %e = tensor.empty() : tensor<4xf32>
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c11(%w: tensor<4xf8E4M3FN>, %s: tensor<f32>) {
  // expected-error @below {{'fp8.update' op expected one scale for each decoding and each encoding of a plane with a tensor-wise scale, 2, but got 1}}
  %0:2 = fp8.update states(%w : tensor<4xf8E4M3FN>) scales(%s : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%w, %s : tensor<4xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

func.func @update_c12(%w: tensor<f32>, %rows: index) {
  // expected-error @below {{'fp8.update' op expected a first dimension, along which 'valid' counts the rows that are not padding, but got 'tensor<f32>'}}
  %0 = fp8.update states(%w : tensor<f32>) valid %rows outs(%w : tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return
}

// -----

// The region is isolated: a value from outside comes in as a scalar.
func.func @update_captures(%w: tensor<4xf32>, %lr: f32) {
  // expected-note @below {{required by region isolation constraints}}
  %0 = fp8.update states(%w : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32):
    // expected-error @below {{'arith.mulf' op using value defined outside the region}}
    %n = arith.mulf %p, %lr : f32
    fp8.yield %n : f32
  }
  return
}
