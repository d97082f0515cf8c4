// Steps of one or two states, by the position of the computation of new
// values and by other results.

// The new state, and a sum onto the old one.
func.func @scatter_behind(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %w = math.tanh %a : tensor<8x6xf32>
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

func.func @scatter_before(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32>, tensor<8x6xf32> {fp8.updates = "a"}) {
  %w = math.tanh %a : tensor<8x6xf32>
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %v, %w : tensor<8x6xf32>, tensor<8x6xf32>
}

// The new state does not depend on the old one.
func.func @filled(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %w = arith.constant dense<0.25> : tensor<8x6xf32>
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

// A sum onto the old state, and the new state made of the sum.
func.func @sum_and_function(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  %w = math.tanh %v : tensor<8x6xf32>
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

func.func @only_function(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  %w = math.tanh %v : tensor<8x6xf32>
  return %w : tensor<8x6xf32>
}

// Two sums onto the old state.
func.func @two_sums(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %w = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  %n = arith.negf %u : tensor<12x6xf32>
  %v = fp8.scatter_add %n at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

// A sum onto a sum, both returned.
func.func @chain(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32>, tensor<8x6xf32> {fp8.updates = "a"}) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  %w = fp8.scatter_add %u at %i outs(%v : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %v, %w : tensor<8x6xf32>, tensor<8x6xf32>
}

// The state is returned as it is, twice, and a sum onto it.
func.func @unchanged(%a: tensor<8x6xf32> {fp8.name = "a"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>, tensor<8x6xf32>) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %a, %v, %a : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}

// A loop that adds rows to the old state.
func.func @whole_loop(%a: tensor<8x6xf32> {fp8.name = "a"}, %j: tensor<12xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %w = math.tanh %a : tensor<8x6xf32>
  %v = scf.for %k = %c0 to %c12 step %c1 iter_args(%t = %a) -> tensor<8x6xf32> {
    %r = tensor.extract %j[%k] : tensor<12xi32>
    %row = arith.index_cast %r : i32 to index
    %old = tensor.extract_slice %t[%row, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
    %add = tensor.extract_slice %u[%k, 0] [1, 6] [1, 1] : tensor<12x6xf32> to tensor<6xf32>
    %new = arith.addf %old, %add : tensor<6xf32>
    %put = tensor.insert_slice %new into %t[%row, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<8x6xf32>
    scf.yield %put : tensor<8x6xf32>
  }
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

// The new state, a view of it, and a value computed from it.
func.func @state_then_view(%a: tensor<8x6xf32> {fp8.name = "a"})
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<2x4x6xf32>, tensor<8x6xf32>) {
  %new = arith.addf %a, %a : tensor<8x6xf32>
  %t = math.tanh %new : tensor<8x6xf32>
  %view = tensor.expand_shape %new [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  return %new, %view, %t : tensor<8x6xf32>, tensor<2x4x6xf32>, tensor<8x6xf32>
}

func.func @view_then_state(%a: tensor<8x6xf32> {fp8.name = "a"})
    -> (tensor<2x4x6xf32>, tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>) {
  %new = arith.addf %a, %a : tensor<8x6xf32>
  %t = math.tanh %new : tensor<8x6xf32>
  %view = tensor.expand_shape %new [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  return %view, %new, %t : tensor<2x4x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}

func.func @state_last(%a: tensor<8x6xf32> {fp8.name = "a"})
    -> (tensor<8x6xf32>, tensor<2x4x6xf32>, tensor<8x6xf32> {fp8.updates = "a"}) {
  %new = arith.addf %a, %a : tensor<8x6xf32>
  %t = math.tanh %new : tensor<8x6xf32>
  %view = tensor.expand_shape %new [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  return %t, %view, %new : tensor<8x6xf32>, tensor<2x4x6xf32>, tensor<8x6xf32>
}

// Two states change places.
func.func @swapped(%a: tensor<8x6xf32> {fp8.name = "a"}, %b: tensor<8x6xf32> {fp8.name = "b"})
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32> {fp8.updates = "b"}) {
  return %b, %a : tensor<8x6xf32>, tensor<8x6xf32>
}

func.func @swapped_sums(%a: tensor<8x6xf32> {fp8.name = "a"}, %b: tensor<8x6xf32> {fp8.name = "b"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32> {fp8.updates = "b"}) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  %w = fp8.scatter_add %u at %i outs(%b : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %w, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

// One value is the new value of both, and a result.
func.func @one_value(%a: tensor<8x6xf32> {fp8.name = "a"}, %b: tensor<8x6xf32> {fp8.name = "b"})
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32> {fp8.updates = "b"}, tensor<8x6xf32>) {
  %new = arith.addf %a, %b : tensor<8x6xf32>
  return %new, %new, %new : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}

func.func @one_sum(%a: tensor<8x6xf32> {fp8.name = "a"}, %b: tensor<8x6xf32> {fp8.name = "b"}, %i: tensor<12x1xi32>, %u: tensor<12x6xf32>)
    -> (tensor<8x6xf32> {fp8.updates = "b"}, tensor<8x6xf32> {fp8.updates = "a"}) {
  %v = fp8.scatter_add %u at %i outs(%a : tensor<8x6xf32>) : tensor<12x6xf32>, tensor<12x1xi32>
  return %v, %v : tensor<8x6xf32>, tensor<8x6xf32>
}

// The old value, and a view of it, beside the new one.
func.func @old_beside_new(%a: tensor<8x6xf32> {fp8.name = "a"})
    -> (tensor<8x6xf32> {fp8.updates = "a"}, tensor<8x6xf32>, tensor<2x4x6xf32>) {
  %new = math.tanh %a : tensor<8x6xf32>
  %view = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 6] : tensor<8x6xf32> into tensor<2x4x6xf32>
  return %new, %a, %view : tensor<8x6xf32>, tensor<8x6xf32>, tensor<2x4x6xf32>
}
