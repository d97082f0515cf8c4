// RUN: fp8-eval %s --split-input-file --verify-diagnostics

// Errors that depend on values are reported at the op, without a crash.

func.func @extract() -> f32 {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %i = arith.constant 7 : index
  // expected-error @below {{index 7 is outside of dimension 0 of extent 5}}
  %0 = tensor.extract %x[%i] : tensor<5xf32>
  return %0 : f32
}

// -----

func.func @extract_in_body() -> tensor<3xf32> {
  %x = arith.constant dense<1.0> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    // expected-error @below {{index 2 is outside of dimension 1 of extent 2}}
    %1 = tensor.extract %x[%i, %i] : tensor<3x2xf32>
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @negative_index() -> tensor<5xf32> {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %s = arith.constant 2.0 : f32
  %i = arith.constant -1 : index
  // expected-error @below {{index -1 is outside of dimension 0 of extent 5}}
  %0 = tensor.insert %s into %x[%i] : tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @gather() -> tensor<1xf32> {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %i = arith.constant dense<5> : tensor<1x1xindex>
  // expected-error @below {{index 5 is outside of dimension 0 of extent 5}}
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<5xf32>, tensor<1x1xindex>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @slice() -> tensor<3xf32> {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %i = arith.constant 3 : index
  // expected-error @below {{expected a slice inside of dimension 0 of extent 5, but its offset is 3, its size 3 and its stride 1}}
  %0 = tensor.extract_slice %x[%i] [3] [1] : tensor<5xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @huge_stride() -> tensor<5xf32> {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %y = arith.constant dense<2.0> : tensor<3xf32>
  %s = arith.constant 4611686018427387904 : index
  // expected-error @below {{expected a slice inside of dimension 0 of extent 5, but its offset is 0, its size 3 and its stride 4611686018427387904}}
  %0 = tensor.insert_slice %y into %x[0] [3] [%s] : tensor<3xf32> into tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @division() -> i32 {
  %x = arith.constant 1 : i32
  %y = arith.constant 0 : i32
  // expected-error @below {{expected a divisor other than 0}}
  %0 = arith.remui %x, %y : i32
  return %0 : i32
}

// -----

func.func @step() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{expected a positive step, but got 0}}
  scf.for %i = %c0 to %c1 step %c0 {
  }
  return
}

// -----

func.func @forever() {
  // expected-error @below {{expected calls nested at most 256 deep, but there are more}}
  func.call @forever() : () -> ()
  return
}

// -----

func.func @memory() -> f32 {
  // expected-error @below {{has more elements than memory can hold}}
  %x = tensor.empty() : tensor<4294967296x4294967296xf32>
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %x[%c0, %c0] : tensor<4294967296x4294967296xf32>
  return %0 : f32
}

// -----

func.func @dim() -> index {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.addi %zero, %one : index
  // expected-error @below {{expected a dimension of a tensor of rank 1, but got 1}}
  %0 = tensor.dim %x, %c : tensor<5xf32>
  return %0 : index
}

// -----

func.func @placement() -> tensor<4xf8E4M3FN> {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %s = arith.constant dense<1.0> : tensor<f32>
  %i = arith.constant 5 : i32
  %offset = arith.constant 5 : index
  %e = tensor.empty() : tensor<4xf8E4M3FN>
  // expected-error @below {{expected dimension 0 of global extent 8 to hold 4 elements from 5 on, but it does not}}
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 1 seed %i step %i at [%offset] of [8] outs(%e : tensor<4xf8E4M3FN>) : tensor<4xf32>, tensor<f32>
  return %0 : tensor<4xf8E4M3FN>
}

// -----

// The op's verifier does not look between the first and the last point.
func.func @map() -> tensor<7xi32> {
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %e = tensor.empty() : tensor<7xi32>
  // expected-error @below {{index 2 is outside of dimension 0 of extent 2}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<2xi32>) outs(%e : tensor<7xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<7xi32>
  return %0 : tensor<7xi32>
}
