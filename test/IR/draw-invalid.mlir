// RUN: fp8-opt %s --split-input-file --verify-diagnostics

func.func @draw_c1_index(%index: i32, %seed: i32) {
  // expected-error @below {{'fp8.draw' op expected an index of i64, a seed of i32 or i64, a step of i32, and a result of i16 or i32, but got 'i32', 'i32', 'i32' and 'i16'}}
  %0 = fp8.draw %index seed %seed step %seed stream 0 use 0 : i32, i32, i32 to i16
  return
}

// -----

func.func @draw_c1_result(%index: i64, %seed: i32) {
  // expected-error @below {{'fp8.draw' op expected an index of i64, a seed of i32 or i64, a step of i32, and a result of i16 or i32, but got 'i64', 'i32', 'i32' and 'i8'}}
  %0 = fp8.draw %index seed %seed step %seed stream 0 use 0 : i64, i32, i32 to i8
  return
}

// -----

func.func @draw_shapes(%index: vector<8xi64>, %seed: i32) {
  // expected-error @below {{'fp8.draw' op all non-scalar operands/results must have the same shape and base type}}
  %0 = fp8.draw %index seed %seed step %seed stream 0 use 0 : vector<8xi64>, i32, i32 to vector<4xi16>
  return
}

// -----

func.func @draw_c2(%index: i64, %seed: i32) {
  // expected-error @below {{'fp8.draw' op expected 'quasi' draws to be of i16, but got 'i32'}}
  %0 = fp8.draw %index seed %seed step %seed stream 0 use 0 quasi : i64, i32, i32 to i32
  return
}

// -----

func.func @draw_c1_use_offset(%index: i64, %seed: i32) {
  // expected-error @below {{'fp8.draw' op expected a use offset of i32, but got 'i64'}}
  %0 = fp8.draw %index seed %seed step %seed stream 0 use 0 + %index : i64, i32, i32, i64 to i16
  return
}
