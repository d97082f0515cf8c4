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
