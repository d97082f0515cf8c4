// RUN: fp8-opt %s --verify-diagnostics --fp8-stock-results-to-arguments=update-in-place

// The old value of another argument: --fp8-update-in-place would copy it.
// expected-error @below {{unsupported: the state 'w' cannot be updated in place}}
// expected-note @below {{its old value is read by an op that depends on the new one, or by the update at other elements than those it writes}}
func.func @negative_other_argument(%v: memref<8xf32> {fp8.name = "v"}, %w: memref<8xf32> {fp8.name = "w"}) -> (memref<8xf32> {fp8.updates = "w"}) {
  return %v : memref<8xf32>
}
