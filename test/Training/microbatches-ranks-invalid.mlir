// RUN: fp8-opt %s --fp8-microbatches=ranks=2 --split-input-file --verify-diagnostics
// RUN: not fp8-opt %s --fp8-microbatches=ranks=-1 --split-input-file 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: microbatches-ranks-invalid.mlir:{{[1-9][0-9]*}}:{{.*}} error: expected a positive number of ranks, but got -1
// RUN: not fp8-opt %s --fp8-microbatches=ranks=65537 --split-input-file 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: unsupported number of ranks 65537; supported are up to 65536

#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// negative_carried: the running mean of a batch norm. A rank does not know the
// batches before its own.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                // expected-error @below {{unsupported state 'running' of a step of several ranks: each batch passes it to the next, as a running statistic}}
                // expected-note @below {{supported are states computed from the mean gradients of all ranks, and other states on one rank}}
                %running: tensor<4xf32> {fp8.name = "running"},
                %x: tensor<8x4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "running", fp8.updates = "running"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %sums = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %0 = arith.addf %sum, %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %loss = linalg.generic {indexing_maps = [#ij, #j, #j, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %w, %sums : tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %mean: f32, %sum: f32):
    %0 = arith.subf %a, %mean : f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %g = linalg.generic {indexing_maps = [#ij, #j, #j], iterator_types = ["reduction", "parallel"]} ins(%x, %sums : tensor<8x4xf32>, tensor<4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%a: f32, %mean: f32, %sum: f32):
    %0 = arith.subf %a, %mean : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %next = fp8.update states(%running : tensor<4xf32>) inputs(%sums : tensor<4xf32>) outs(%running : tensor<4xf32>) {
  ^bb0(%r: f32, %s: f32):
    %decay = arith.constant 0.9 : f32
    %share = arith.constant 0.0125 : f32
    %0 = arith.mulf %r, %decay : f32
    %1 = arith.mulf %s, %share : f32
    %2 = arith.addf %0, %1 : f32
    fp8.yield %2 : f32
  }
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.subf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new, %next : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// negative_mesh: another number of ranks.
// expected-error @below {{expected ranks= to be the number of ranks of #fp8.mesh<"dp" = 4>, which is 'fp8.mesh' of the module, but got 2}}
module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  func.func @step(%w: tensor<4xf32>) -> tensor<4xf32> {
    return %w : tensor<4xf32>
  }
}
