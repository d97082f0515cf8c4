// RUN: fp8-opt %s --fp8-microbatches=ranks=2 --split-input-file --verify-diagnostics

// negative_local_state: the gradient of one rank.
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
// expected-error @below {{expected all ranks to compute the same state 'w', but it depends on the batch or the number of a rank}}
// expected-note @below {{supported are states computed from the results of collectives over #fp8.mesh<"dp" = 2>}}
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.batch, fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}, tensor<4xf32> {fp8.name = "sum"}) {
  %e = tensor.empty() : tensor<4xf32>
  %sum = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<4xf32>) : tensor<4xf32>
  %new = arith.subf %w, %x : tensor<4xf32>
  return %new, %sum : tensor<4xf32>, tensor<4xf32>
}
}

// -----

// negative_one_axis: a sum over some ranks.
module attributes {fp8.mesh = #fp8.mesh<"replica" = 1, "dp" = 2>} {
// expected-error @below {{expected all ranks to compute the same state 'w', but it depends on the batch or the number of a rank}}
// expected-note @below {{supported are states computed from the results of collectives over}}
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.batch, fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %sum = fp8.all_reduce sum %x over ["replica"] outs(%e : tensor<4xf32>) : tensor<4xf32>
  %new = arith.subf %w, %sum : tensor<4xf32>
  return %new : tensor<4xf32>
}
}

// -----

// negative_global_batch: the batch of all devices, which a partitioner would
// divide.
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, mhlo.sharding = "{devices=[2]0,1}"},
                // expected-error @below {{expected the batch of one rank, but 'x' is the batch of all devices: 'mhlo.sharding' is "{devices=[2]0,1}"}}
                // expected-note @below {{supported are a step captured with the batch of one rank and without shardings, and jax.shard_map}}
                %x: tensor<4xf32> {fp8.name = "x", mhlo.sharding = "{devices=[2]0,1}"})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%x : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %f: f32):
    %0 = arith.subf %p, %f : f32
    fp8.yield %0 : f32
  }
  return %new : tensor<4xf32>
}

// -----

// negative_global_value: a value inside of the step is divided.
module attributes {mhlo.sharding = "{devices=[2]0,1}"} {
// expected-error @below {{expected the step of one rank, but it is the step of all devices: a value in it has the sharding "{devices=[2]0,1}"}}
// expected-note @below {{supported are a step captured with the batch of one rank and without shardings, and jax.shard_map}}
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%x : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %f: f32):
    %0 = arith.subf %p, %f : f32
    fp8.yield %0 : f32
  }
  return %new : tensor<4xf32>
}
}
