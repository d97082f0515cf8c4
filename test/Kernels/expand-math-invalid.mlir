// RUN: fp8-opt %s --fp8-expand-math --split-input-file --verify-diagnostics

func.func @f64(%x: f64) -> f64 {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.exp' on element type 'f64'}}
  // expected-note @below {{supported element types are f32, bf16 and f16}}
  %0 = math.exp %x : f64
  return %0 : f64
}

// -----

func.func @f8(%x: vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN> {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.tanh' on element type 'f8E4M3FN'}}
  // expected-note @below {{supported element types are f32, bf16 and f16}}
  %0 = math.tanh %x : vector<4xf8E4M3FN>
  return %0 : vector<4xf8E4M3FN>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.log' on 'tensor<?xf32>'}}
  // expected-note @below {{scalars, vectors and tensors of static shape are supported}}
  %0 = math.log %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Everything that is wrong is said at once.
func.func @no_numerics(%x: f32, %n: i32) -> f32 {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.acos' has no declared numerics}}
  // expected-note @below {{are expanded; exact ops such as sqrt, fma and floor stay}}
  %0 = math.acos %x : f32
  // expected-error @below {{unsupported by fp8-expand-math: 'math.fpowi' has no declared numerics}}
  // expected-note @below {{are expanded; exact ops}}
  %1 = math.fpowi %0, %n : f32, i32
  // The result of minimum for NaN and zeros is chosen by the target.
  // expected-error @below {{unsupported by fp8-expand-math: 'math.clampf' has no declared numerics}}
  // expected-note @below {{are expanded; exact ops}}
  %2 = math.clampf %1 to [%x, %x] : f32
  return %2 : f32
}

// -----

// Targets have no fused multiply-add of this width and round twice.
func.func @narrow_fma(%x: bf16) -> bf16 {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.fma' on element type 'bf16'}}
  // expected-note @below {{supported element types are f32 and f64}}
  %0 = math.fma %x, %x, %x : bf16
  return %0 : bf16
}

// -----

func.func @dynamic_remainder(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  // expected-error @below {{unsupported by fp8-expand-math: 'arith.remf' on 'tensor<?xbf16>'}}
  // expected-note @below {{scalars, vectors and tensors of static shape are supported}}
  %0 = arith.remf %x, %x : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// -----

func.func @dynamic_round(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{unsupported by fp8-expand-math: 'math.round' on 'tensor<?xf32>'}}
  // expected-note @below {{scalars, vectors and tensors of static shape are supported}}
  %0 = math.round %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @wide_remainder(%x: f128) -> f128 {
  // expected-error @below {{unsupported by fp8-expand-math: 'arith.remf' on element type 'f128'}}
  // expected-note @below {{supported element types are f32, bf16, f16, f8E4M3FN and f8E5M2; f64 stays}}
  %0 = arith.remf %x, %x : f128
  return %0 : f128
}
