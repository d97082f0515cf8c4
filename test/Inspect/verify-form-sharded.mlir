// RUN: fp8-opt %s --fp8-verify-form=form=sharded --verify-diagnostics --split-input-file

#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#shard = #fp8.shard<"dp", rows = 5, unit = 1>

// Rows of a state, their gradient, and an amax over all ranks. Positions of rows
// depend on the rank.
module @positive attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {
  func.func @step(%w: tensor<3x4xf32> {fp8.name = "w", fp8.shard = #shard}, %x: tensor<5x4xf32> {fp8.batch}, %rank: tensor<i32> {fp8.state = #fp8.state<rank>}) -> (tensor<3x4xf32> {fp8.updates = "w", fp8.shard = #shard}, tensor<5x4xf32>) {
    %number = tensor.extract %rank[] : tensor<i32>
    %index = arith.index_cast %number : i32 to index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %position = arith.remui %index, %c2 : index
    %offset = arith.muli %position, %c3 : index
    %left = arith.subi %c5, %offset : index
    %valid = arith.minsi %left, %c3 : index
    %whole = tensor.empty() : tensor<5x4xf32>
    %part = tensor.empty() : tensor<3x4xf32>
    %zero = arith.constant dense<0.0> : tensor<f32>
    %all = fp8.all_gather %w over ["dp"] outs(%whole : tensor<5x4xf32>) : tensor<3x4xf32>
    %y = arith.mulf %all, %x : tensor<5x4xf32>
    %rows = fp8.reduce_scatter sum %y over ["dp"] outs(%part : tensor<3x4xf32>) : tensor<5x4xf32>
    %sum = fp8.all_reduce sum %rows over ["replica"] outs(%part : tensor<3x4xf32>) : tensor<3x4xf32>
    %masked = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<3x4xf32>) outs(%part : tensor<3x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %row = linalg.index 0 : index
      %isValid = arith.cmpi slt, %row, %valid : index
      %other = arith.constant 0.0 : f32
      %0 = arith.select %isValid, %in, %other : f32
      linalg.yield %0 : f32
    } -> tensor<3x4xf32>
    %amax = fp8.amax %masked outs(%zero : tensor<f32>) : tensor<3x4xf32>
    %largest = fp8.all_reduce max %amax over ["dp"] outs(%zero : tensor<f32>) : tensor<f32>
    %new = fp8.update states(%w : tensor<3x4xf32>) inputs(%sum : tensor<3x4xf32>) scalars(%largest : tensor<f32>) valid %valid outs(%w : tensor<3x4xf32>) {
    ^bb0(%p: f32, %g: f32, %s: f32):
      %0 = arith.mulf %g, %s : f32
      %1 = arith.subf %p, %0 : f32
      fp8.yield %1 : f32
    }
    return %new, %y : tensor<3x4xf32>, tensor<5x4xf32>
  }
}

// -----

// expected-error @below {{expected 'fp8.mesh', the ranks that run the program, but the module has none}}
module @negative_no_mesh {
  func.func @step() {
    return
  }
}

// -----

module @negative_local_input attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %x: tensor<4xf32> {fp8.batch}) -> (tensor<4xf32> {fp8.updates = "w"}) {
    // expected-error @below {{expected input #0 of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.update states(%w : tensor<4xf32>) inputs(%x : tensor<4xf32>) outs(%w : tensor<4xf32>) {
    ^bb0(%p: f32, %g: f32):
      %1 = arith.subf %p, %g : f32
      fp8.yield %1 : f32
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The rows of the replicas differ.
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_one_axis attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w", fp8.shard = #shard}, %x: tensor<4xf32> {fp8.batch}) -> (tensor<2xf32> {fp8.updates = "w", fp8.shard = #shard}) {
    %part = tensor.empty() : tensor<2xf32>
    %sum = fp8.reduce_scatter sum %x over ["dp"] outs(%part : tensor<2xf32>) : tensor<4xf32>
    // expected-error @below {{expected input #0 of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.update states(%w : tensor<2xf32>) inputs(%sum : tensor<2xf32>) outs(%w : tensor<2xf32>) {
    ^bb0(%p: f32, %g: f32):
      %1 = arith.subf %p, %g : f32
      fp8.yield %1 : f32
    }
    return %0 : tensor<2xf32>
  }
}

// -----

// The learning rate follows the loss of one rank.
module @negative_local_scalar attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %rate: tensor<f32> {fp8.batch}) -> (tensor<4xf32> {fp8.updates = "w"}) {
    // expected-error @below {{expected scalar #0 of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.update states(%w : tensor<4xf32>) scalars(%rate : tensor<f32>) outs(%w : tensor<4xf32>) {
    ^bb0(%p: f32, %s: f32):
      %1 = arith.subf %p, %s : f32
      fp8.yield %1 : f32
    }
    return %0 : tensor<4xf32>
  }
}

// -----

module @negative_local_skip attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<4xf32> {fp8.name = "w"}, %overflow: i1 {fp8.batch}) -> (tensor<4xf32> {fp8.updates = "w"}) {
    // expected-error @below {{expected skip of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.update states(%w : tensor<4xf32>) skip %overflow outs(%w : tensor<4xf32>) {
    ^bb0(%p: f32):
      fp8.yield %p : f32
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The scale of a parameter is that of all rows, so the amax needs its maximum.
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_partial_scale attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf8E4M3FN> {fp8.name = "w", fp8.shard = #shard}, %s: tensor<f32> {fp8.name = "s"}, %g: tensor<2xf32> {fp8.shard = #shard}) -> (tensor<2xf8E4M3FN> {fp8.updates = "w", fp8.shard = #shard}, tensor<f32> {fp8.updates = "s"}) {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %amax = fp8.amax %g outs(%zero : tensor<f32>) : tensor<2xf32>
    %scale, %inverse = fp8.compute_scale %amax for e4m3 : tensor<f32>
    // expected-error @below {{expected scale #1 of an update to be equal on all ranks, but it is computed from the rows of one rank; a collective has to combine it}}
    %0:2 = fp8.update states(%w : tensor<2xf8E4M3FN>) inputs(%g : tensor<2xf32>) scales(%s, %scale : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%w, %zero : tensor<2xf8E4M3FN>, tensor<f32>) {
    ^bb0(%p: f32, %d: f32):
      %1 = arith.subf %p, %d : f32
      fp8.yield %1 : f32
    }
    return %0#0, %inverse : tensor<2xf8E4M3FN>, tensor<f32>
  }
}

// -----

// So do the amaxes of an update.
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_partial_amax attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf8E4M3FN> {fp8.name = "w", fp8.shard = #shard}, %s: tensor<f32> {fp8.name = "s"}, %a: tensor<f32> {fp8.name = "a"}) -> (tensor<2xf8E4M3FN> {fp8.updates = "w", fp8.shard = #shard}, tensor<f32> {fp8.updates = "a"}) {
    %zero = arith.constant dense<0.0> : tensor<f32>
    // expected-error @below {{expected the new value of 'a' to be equal on all ranks, but it is computed from the rows of one rank; a collective has to combine it}}
    %0:2 = fp8.update states(%w : tensor<2xf8E4M3FN>) scales(%s, %s : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%w, %zero : tensor<2xf8E4M3FN>, tensor<f32>) {
    ^bb0(%p: f32):
      fp8.yield %p : f32
    }
    return %0#0, %0#1 : tensor<2xf8E4M3FN>, tensor<f32>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_mixed_rows attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2x4xf32> {fp8.name = "w", fp8.shard = #shard}, %x: tensor<3x2xf32>, %e: tensor<3x4xf32>) -> tensor<3x4xf32> {
    // expected-error @below {{expected operand #1 of 'linalg.matmul' to hold all rows, but it holds the rows of one rank}}
    // expected-note @below {{fp8.all_gather returns all rows}}
    %0 = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
}

// -----

#i = affine_map<(i) -> (i)>
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_mixed_rows_in_body attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%table: tensor<2xf32> {fp8.name = "table", fp8.shard = #shard}, %ids: tensor<3xindex>, %e: tensor<3xf32>) -> tensor<3xf32> {
    %0 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%ids : tensor<3xindex>) outs(%e : tensor<3xf32>) {
    ^bb0(%id: index, %out: f32):
      // expected-error @below {{expected operand #0 of 'tensor.extract' to hold all rows, but it holds the rows of one rank}}
      // expected-note @below {{fp8.all_gather returns all rows}}
      %row = tensor.extract %table[%id] : tensor<2xf32>
      linalg.yield %row : f32
    } -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

// -----

// A row has another number on another rank.
#i = affine_map<(i) -> (i)>
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_row_numbers attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w", fp8.shard = #shard}, %e: tensor<2xindex>) -> tensor<2xindex> {
    // expected-error @below {{expected operand #0 of 'linalg.generic' to hold all rows, but it holds the rows of one rank}}
    // expected-note @below {{fp8.all_gather returns all rows}}
    %0 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%w : tensor<2xf32>) outs(%e : tensor<2xindex>) {
    ^bb0(%in: f32, %out: index):
      %row = linalg.index 0 : index
      linalg.yield %row : index
    } -> tensor<2xindex>
    return %0 : tensor<2xindex>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_granules attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2x4xf32> {fp8.name = "w", fp8.shard = #shard}, %c: tensor<2x4xf8E4M3FN>, %s: tensor<1x2xf32>) -> tensor<2x4xf8E4M3FN> {
    // expected-error @below {{expected the rows of one rank to hold whole granules of #fp8.granularity<block 4x2>, but got 'tensor<2x4xf32>'}}
    %0:2 = fp8.quantize %w granularity<block 4x2> outs(%c, %s : tensor<2x4xf8E4M3FN>, tensor<1x2xf32>) : tensor<2x4xf32>
    return %0#0 : tensor<2x4xf8E4M3FN>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_local_scale attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2x4xf32> {fp8.name = "w", fp8.shard = #shard}, %c: tensor<2x4xf8E4M3FN>, %s: tensor<f32> {fp8.batch}) -> tensor<2x4xf8E4M3FN> {
    // expected-error @below {{expected the scale of rows to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.quantize %w by %s outs(%c : tensor<2x4xf8E4M3FN>) : tensor<2x4xf32>, tensor<f32>
    return %0 : tensor<2x4xf8E4M3FN>
  }
}

// -----

// A running mean of the data of one rank.
module @negative_running_mean attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%mean: tensor<4xf32> {fp8.name = "mean"}, %x: tensor<4xf32> {fp8.batch}) -> (tensor<4xf32> {fp8.updates = "mean"}) {
    // expected-error @below {{expected the new value of 'mean' to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = arith.addf %mean, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_whole_result attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w", fp8.shard = #shard}) -> (tensor<2xf32> {fp8.updates = "w"}) {
    // expected-error @below {{expected the new value of 'w' to be equal on all ranks, but it holds the rows of one rank}}
    return %w : tensor<2xf32>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_local_rows attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w", fp8.shard = #shard}, %x: tensor<2xf32> {fp8.batch}) -> (tensor<2xf32> {fp8.updates = "w", fp8.shard = #shard}) {
    // expected-error @below {{expected the new value of 'w' to hold the rows of one rank, but it depends on the batch or the number of a rank}}
    %0 = arith.addf %w, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----

#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_partial_state attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w"}, %x: tensor<2xf32> {fp8.batch}) -> (tensor<2xf32> {fp8.updates = "w"}) {
    %0 = arith.addf %w, %x : tensor<2xf32>
    // expected-error @below {{expected state #0 of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %1 = fp8.update states(%0 : tensor<2xf32>) outs(%w : tensor<2xf32>) {
    ^bb0(%p: f32):
      fp8.yield %p : f32
    }
    return %1 : tensor<2xf32>
  }
}

// -----

// A gathered weight is a copy. Its rows would keep their old values.
#shard = #fp8.shard<"dp", rows = 4, unit = 1>
module @negative_gathered_state attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: tensor<2xf32> {fp8.name = "w", fp8.shard = #shard}, %e: tensor<4xf32>) -> (tensor<2xf32> {fp8.updates = "w", fp8.shard = #shard}, tensor<4xf32>) {
    // expected-note @below {{supported is an update of the rows of one rank}}
    %all = fp8.all_gather %w over ["dp"] outs(%e : tensor<4xf32>) : tensor<2xf32>
    // expected-error @below {{expected state #0 of an update to be a state of the step, but it is a copy that ranks have gathered}}
    %0 = fp8.update states(%all : tensor<4xf32>) outs(%all : tensor<4xf32>) {
    ^bb0(%p: f32):
      %1 = arith.addf %p, %p : f32
      fp8.yield %1 : f32
    }
    return %w, %0 : tensor<2xf32>, tensor<4xf32>
  }
}
