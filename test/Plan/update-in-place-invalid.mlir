// RUN: fp8-opt %s --fp8-update-in-place --split-input-file --verify-diagnostics

// A place in an arena has a size.

// expected-error @below {{expected a state of a static shape, but 'a' is 'tensor<?xf32>'}}
func.func @negative_dynamic(%a: tensor<?xf32> {fp8.name = "a", fp8.state = #fp8.state<param>}, %b: tensor<?xf32>) -> (tensor<?xf32> {fp8.updates = "a"}, tensor<?xf32>) {
  %0 = arith.mulf %b, %a : tensor<?xf32>
  return %b, %0 : tensor<?xf32>, tensor<?xf32>
}

// -----

func.func @negative_unchanged(%a: tensor<8x?xf32>,
    // expected-error @below {{expected a state of a static shape, but 'v' is 'tensor<8x?xf32>'}}
    %v: tensor<8x?xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}) -> (tensor<8x?xf32>, tensor<8x?xf32> {fp8.updates = "v"}) {
  return %a, %a : tensor<8x?xf32>, tensor<8x?xf32>
}

// -----

// A state that no kernel can copy its new value to.
func.func @negative_f64(%new: tensor<4xf64>,
    // expected-error @below {{unsupported by fp8-update-in-place: a state of 'f64', 'w'}}
    // expected-note @below {{supported are f32, bf16, f16, 8-bit floats}}
    %w: tensor<4xf64> {fp8.name = "w"}) -> (tensor<4xf64> {fp8.updates = "w"}) {
  return %new : tensor<4xf64>
}

// -----

func.func @negative_unsigned(%new: tensor<ui64>,
    // expected-error @below {{unsupported by fp8-update-in-place: a state of 'ui64', 'count'}}
    // expected-note @below {{other integers can only keep their values}}
    %count: tensor<ui64> {fp8.name = "count"}, %kept: tensor<ui64> {fp8.name = "kept"})
    -> (tensor<ui64> {fp8.updates = "count"}, tensor<ui64> {fp8.updates = "kept"}) {
  return %new, %kept : tensor<ui64>, tensor<ui64>
}
