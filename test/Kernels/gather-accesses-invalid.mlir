// RUN: fp8-opt %s --fp8-gather-accesses --verify-diagnostics
// RUN: fp8-opt %s --fp8-upstream-order-contractions --verify-diagnostics

// The first and the last point lie inside of the operand.
func.func @outside(%x: tensor<2xi32>) -> tensor<2x2xi32> {
  %e = tensor.empty() : tensor<2x2xi32>
  // expected-error @below {{expected indexing map #0 to stay inside of dimension 0 of extent 2, but it goes from -1 to 1}}
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i - j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2xi32>) outs(%e : tensor<2x2xi32>) {
  ^bb0(%a: i32, %unused: i32):
    linalg.yield %a : i32
  } -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}
