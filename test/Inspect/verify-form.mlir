// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=model

// All that Model form holds.
func.func @step(%x: tensor<4xf32>, %i: index, %b: i1) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %z = math.tanh %y : tensor<4xf32>
  %r = scf.for %k = %c0 to %i step %c1 iter_args(%acc = %z) -> (tensor<4xf32>) {
    %t = scf.if %b -> (tensor<4xf32>) {
      scf.yield %acc : tensor<4xf32>
    } else {
      %u = func.call @private(%acc) : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %u : tensor<4xf32>
    }
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func private @private(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expected a public function with a body, the training step, but the module has none}}
module {
  func.func private @a(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

func.func @negative_dynamic(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // expected-error @below {{unsupported type 'tensor<?xf32>' of result #0 in Model form}}
  // expected-note @below {{supported: ranked tensors of static shape without encoding, and floats, integers and indices}}
  %e = tensor.empty(%n) : tensor<?xf32>
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{unsupported type 'tensor<*xf32>' of argument #1 in Model form}}
// expected-note @below {{supported: ranked tensors}}
func.func @negative_unranked(%x: tensor<4xf32>, %y: tensor<*xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{unsupported type 'memref<4xf32>' of argument #1 in Model form}}
// expected-note @below {{supported: ranked tensors}}
func.func @negative_other_dialect(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported op 'bufferization.to_buffer' in Model form}}
  // expected-note @below {{supported: ops of func (func return call), linalg, tensor, arith, math, scf (for if while condition yield)}}
  // expected-note @below {{this is likely due to the frontend: convert to linalg on tensors first}}
  %b = bufferization.to_buffer %x : tensor<4xf32> to memref<4xf32>
  return %x : tensor<4xf32>
}

// -----

// A loop may be of unknown length until it is unrolled.
func.func @loop(%x: tensor<4xf32>, %b: i1) -> tensor<4xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%b) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @negative_form_2(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<f32> {
  // Once, however many there are.
  // expected-error @below {{unsupported op 'fp8.amax' in Model form}}
  // expected-note @below {{the module is already in Scaled form or a later one}}
  %a = fp8.amax %x outs(%zero : tensor<f32>) : tensor<4xf32>
  %b = fp8.amax %x outs(%a : tensor<f32>) : tensor<4xf32>
  return %a : tensor<f32>
}
