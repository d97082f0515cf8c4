// RUN: fp8-opt %s --convert-fp8-to-arith --split-input-file --verify-diagnostics

func.func @tensor(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  // expected-error @below {{unsupported by convert-fp8-to-arith: fp8.convert from 'tensor<4xf32>' to 'tensor<4xf8E4M3FN>'}}
  // expected-note @below {{supported are scalars and vectors}}
  %y = fp8.convert %x : tensor<4xf32> to tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
}

// -----

func.func @hardware(%x: f32) -> f8E4M3FN {
  // expected-error @below {{unsupported by convert-fp8-to-arith: fp8.convert}}
  // expected-note @below {{supported are rounding nearest_even and stochastic}}
  %y = fp8.convert %x rounding<stochastic_hw> : f32 to f8E4M3FN
  return %y : f8E4M3FN
}

// -----

func.func @truncate(%x: f32) -> f8E5M2 {
  // expected-error @below {{unsupported by convert-fp8-to-arith: arith.truncf from 'f32' to 'f8E5M2'}}
  // expected-note @below {{--fp8-expand-math expands f32, bf16 and f16 to nearest; fp8.convert, which saturates, is supported here}}
  %y = arith.truncf %x : f32 to f8E5M2
  return %y : f8E5M2
}

// -----

func.func @sum(%x: f8E4M3FN, %y: f8E4M3FN) -> f8E4M3FN {
  // expected-error @below {{unsupported by convert-fp8-to-arith: arith.addf from 'f8E4M3FN' to 'f8E4M3FN'}}
  // expected-note @below {{supported on 8-bit floats are fp8.convert, arith.extf, arith.bitcast and arith.select}}
  %z = arith.addf %x, %y : f8E4M3FN
  return %z : f8E4M3FN
}

// -----

func.func @comparison(%x: vector<4xf8E5M2>) -> vector<4xi1> {
  // expected-error @below {{unsupported by convert-fp8-to-arith: arith.cmpf from 'vector<4xf8E5M2>' to 'vector<4xi1>'}}
  // expected-note @below {{supported on 8-bit floats are}}
  %z = arith.cmpf olt, %x, %x : vector<4xf8E5M2>
  return %z : vector<4xi1>
}
