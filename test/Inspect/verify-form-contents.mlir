// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=model

// Destinations that are overwritten, filled or not looked at, and contents that
// no result depends on.
#id = affine_map<(i) -> (i)>
func.func @negative_overwritten(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%y : tensor<4xf32>) outs(%z : tensor<f32>) dimensions = [0]
  %dead = linalg.add ins(%x, %e : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // Only the first result depends on the contents.
  %two:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %c = arith.addf %in, %a : f32
    linalg.yield %c, %in : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %extent = tensor.dim %e, %c0 : tensor<4xf32>
  return %two#1, %sum, %extent : tensor<4xf32>, tensor<f32>, index
}

// -----

// Slices that fill a tensor; a slice that is read where it was written; rows
// that a loop may have written.
func.func @negative_slices(%x: tensor<2x4xf32>, %row: tensor<1x4xf32>) -> (tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %a = tensor.insert_slice %x into %e[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %b = tensor.insert_slice %x into %a[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %part = tensor.extract_slice %a[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %rows = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> (tensor<4x4xf32>) {
    %next = tensor.insert_slice %row into %t[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    scf.yield %next : tensor<4x4xf32>
  }
  return %b, %part, %rows : tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>
}

// -----

// Contents that are overwritten later may be undefined.
func.func @negative_overwritten_slice(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = tensor.insert_slice %e into %y[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %b = tensor.insert_slice %x into %a[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @sum(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-note @below {{the tensor is created here; linalg.fill initializes it}}
  %e = tensor.empty() : tensor<f32>
  // expected-error @below {{expected operand #1 to be initialized, because a result depends on it, but it is a 'tensor.empty'}}
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%e : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}

// -----

func.func @product(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-note @below {{created here}}
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{expected operand #2 to be initialized}}
  %y = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = math.exp %y : tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// -----

func.func @returned() -> tensor<4xf32> {
  // expected-note @below {{created here}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{expected operand #0 to be initialized}}
  return %e : tensor<4xf32>
}

// -----

// A row of four is missing, and it is read with the others.
func.func @partial(%x: tensor<1x4xf32>) -> tensor<4x4xf32> {
  // expected-note @below {{created here}}
  %e = tensor.empty() : tensor<4x4xf32>
  %a = tensor.insert_slice %x into %e[0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  %b = tensor.insert_slice %x into %a[1, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  %c = tensor.insert_slice %x into %b[3, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  // expected-error @below {{expected operand #0 to be initialized, because a result depends on it, but at most 12 of its 16 elements are written}}
  %y = math.exp %c : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// One of the slices that fill a tensor holds nothing.
func.func @slice(%x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-note @below {{created here}}
  %f = tensor.empty() : tensor<2x4xf32>
  // expected-error @below {{expected operand #0 to be initialized}}
  %a = tensor.insert_slice %f into %e[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %b = tensor.insert_slice %x into %a[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}

// -----

// A gather, of which element is not known, in a function that is called.
func.func @gather(%i: tensor<8xindex>, %flag: i1) -> tensor<8xf32> {
  %r = scf.if %flag -> (tensor<8xf32>) {
    // expected-note @below {{created here}}
    %e = tensor.empty() : tensor<4xf32>
    // expected-error @below {{expected operand #1 to be initialized}}
    %y = func.call @read(%i, %e) : (tensor<8xindex>, tensor<4xf32>) -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  } else {
    %zeros = arith.constant dense<0.0> : tensor<8xf32>
    scf.yield %zeros : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
func.func private @read(%i: tensor<8xindex>, %table: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%i : tensor<8xindex>) outs(%e : tensor<8xf32>) {
  ^bb0(%place: index, %out: f32):
    %element = tensor.extract %table[%place] : tensor<4xf32>
    linalg.yield %element : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// The first iteration adds to undefined contents.
func.func @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{created here}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{expected operand #3 to be initialized}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> (tensor<4xf32>) {
    %next = arith.addf %t, %x : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
