// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-update-in-place --fp8-bufferize-kernels --canonicalize --fp8-stock-results-to-arguments=update-in-place

// Each state is overwritten by the old value of the other.
func.func @negative_swap(%v: tensor<8xf32> {fp8.name = "v"}, %w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<8xf32> {fp8.updates = "v"}, tensor<8xf32> {fp8.updates = "w"}) {
  // expected-error @below {{unsupported: the state 'v' cannot be updated in place}}
  // expected-note @below {{its old value is read by an op that depends on the new one, or by the update at other elements than those it writes}}
  return %w, %v : tensor<8xf32>, tensor<8xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// A reader of the old value that needs the new one, too.
func.func @negative_late_reader(%w: tensor<8xf32> {fp8.name = "w"})
    -> (tensor<8xf32> {fp8.updates = "w"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{unsupported: the state 'w' cannot be updated in place}}
  // expected-note @below {{its old value is read by an op that depends on the new one, or by the update at other elements than those it writes}}
  %new = fp8.kernel "update" ins(%w : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e1 = tensor.empty() : tensor<8xf32>
  %difference = fp8.kernel "difference" ins(%w, %new : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %new, %difference : tensor<8xf32>, tensor<8xf32>
}
