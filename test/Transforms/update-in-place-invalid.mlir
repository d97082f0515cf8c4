// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-update-in-place --fp8-bufferize-kernels --canonicalize --fp8-stock-results-to-arguments=update-in-place

// Each state is overwritten by the old value of the other.
func.func @negative_swap(%v: tensor<8xf32> {fp8.name = "v"}, %w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<8xf32> {fp8.updates = "v"}, tensor<8xf32> {fp8.updates = "w"}) {
  // expected-error @below {{unsupported: the state 'v' cannot be updated in place}}
  // expected-note @below {{its old value is read by an op that depends on the new one, or by the update at other elements than those it writes}}
  return %w, %v : tensor<8xf32>, tensor<8xf32>
}
