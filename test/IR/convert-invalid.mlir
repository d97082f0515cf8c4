// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @convert_c1(%x: f64) {
  // expected-note @below {{supported are f32, bf16 and f16 to and from f8E4M3FN, f8E5M2 and i8, and f32 to and from bf16, f16, i16 and i32}}
  // expected-error @below {{'fp8.convert' op expected a supported pair of element types, but got 'f64' and 'f8E4M3FN'}}
  %0 = fp8.convert %x : f64 to f8E4M3FN
  return
}

// -----

func.func @convert_c1_codes(%x: f8E5M2) {
  // expected-note @below {{supported are f32, bf16 and f16 to and from f8E4M3FN, f8E5M2 and i8, and f32 to and from bf16, f16, i16 and i32}}
  // expected-error @below {{'fp8.convert' op expected a supported pair of element types, but got 'f8E5M2' and 'f8E4M3FN'}}
  %0 = fp8.convert %x : f8E5M2 to f8E4M3FN
  return
}

// -----

func.func @convert_c2_absent(%x: f32) {
  // expected-error @below {{'fp8.convert' op expected a 'format' if and only if one side is an integer, and then a format of its width, but the sides are 'f32' and 'i8'}}
  %0 = fp8.convert %x : f32 to i8
  return
}

// -----

func.func @convert_c2_signed(%x: f32) {
  // expected-error @below {{'fp8.convert' op expected a 'format' if and only if one side is an integer, and then a format of its width, but the sides are 'f32' and 'i8' and format is e4m3}}
  %0 = fp8.convert %x format<e4m3> : f32 to i8
  return
}

// -----

func.func @convert_c2_needless(%x: f32) {
  // expected-error @below {{'fp8.convert' op expected a 'format' if and only if one side is an integer, and then a format of its width, but the sides are 'f32' and 'f8E4M3FN' and format is ue4m4}}
  %0 = fp8.convert %x format<ue4m4> : f32 to f8E4M3FN
  return
}

// -----

func.func @convert_c3_absent(%x: f32) {
  // expected-error @below {{'fp8.convert' op expected 'random' if and only if rounding is stochastic, but rounding is stochastic and 'random' is absent}}
  %0 = fp8.convert %x rounding<stochastic> : f32 to f8E4M3FN
  return
}

// -----

func.func @convert_c3_needless(%x: f32, %r: i16) {
  // expected-error @below {{'fp8.convert' op expected 'random' if and only if rounding is stochastic, but rounding is nearest_even and 'random' is present}}
  %0 = fp8.convert %x random %r : f32, i16 to f8E4M3FN
  return
}

// -----

func.func @convert_c3_widening(%x: f8E4M3FN) {
  // expected-error @below {{'fp8.convert' op expected a conversion that does not narrow to round to nearest_even, but rounding is stochastic_hw}}
  %0 = fp8.convert %x rounding<stochastic_hw> : f8E4M3FN to f32
  return
}

// -----

func.func @convert_c4(%x: f32, %r: i32) {
  // expected-error @below {{'fp8.convert' op expected 'random' to have elements of type i16, but got 'i32'}}
  %0 = fp8.convert %x random %r rounding<stochastic> : f32, i32 to f8E4M3FN
  return
}

// -----

func.func @convert_c5(%x: f32, %r: i16) {
  // expected-error @below {{'fp8.convert' op expected rounding stochastic, with quasi-random bits in 'random', instead of quasi_stochastic}}
  %0 = fp8.convert %x random %r rounding<quasi_stochastic> : f32, i16 to f8E4M3FN
  return
}
