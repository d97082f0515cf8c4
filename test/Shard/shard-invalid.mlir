// RUN: split-file %s %t
// RUN: fp8-opt %t/step.mlir --fp8-shard=policy=zero3 --verify-diagnostics --split-input-file
// RUN: not fp8-opt %t/one.mlir --fp8-shard=override=w=unit 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-SYNTAX
// RUN: not fp8-opt %t/one.mlir --fp8-shard=override=w=unit:0 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-UNIT
// RUN: not fp8-opt %t/one.mlir --fp8-shard=override==whole 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-EMPTY
// RUN: not fp8-opt %t/one.mlir --fp8-shard='override=(=whole' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-PATTERN
// RUN: not fp8-opt %t/one.mlir --fp8-shard='override=x=whole' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-UNUSED
// RUN: not fp8-opt %t/one.mlir --fp8-shard='override=w=unit:3' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-OVERRIDE-GRANULES
// RUN: not fp8-opt %t/one.mlir --fp8-shard='unit=1' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-UNIT-GRANULES
// RUN: not fp8-opt %t/one.mlir --fp8-shard='unit=some' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-UNIT
// RUN: not fp8-opt %t/one.mlir --fp8-shard='min-elements=-1' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-MIN-ELEMENTS
// RUN: not fp8-opt %t/one.mlir --fp8-shard='policy=zero2' 2>&1 | FileCheck %s --check-prefix=NEGATIVE-POLICY

// NEGATIVE-OVERRIDE-SYNTAX: one.mlir:2:3: error: expected a shard override of the form PATTERN=whole or PATTERN=unit:N, but got 'w=unit'
// NEGATIVE-OVERRIDE-UNIT: one.mlir:2:3: error: expected a shard override of the form PATTERN=whole or PATTERN=unit:N, but got 'w=unit:0'
// NEGATIVE-OVERRIDE-EMPTY: one.mlir:2:3: error: expected a shard override of the form PATTERN=whole or PATTERN=unit:N, but got '=whole'
// NEGATIVE-OVERRIDE-PATTERN: one.mlir:2:3: error: expected shard overrides to be regular expressions, but '(' is not one: parentheses not balanced
// NEGATIVE-OVERRIDE-UNUSED: one.mlir:2:3: error: expected shard overrides to match the name of a parameter that an update changes, but 'x' matches none
// NEGATIVE-OVERRIDE-GRANULES: one.mlir:3:12: error: expected the unit of 'w' to be a multiple of 2 rows, which hold whole granules and sum blocks, but got 3
// NEGATIVE-UNIT-GRANULES: one.mlir:3:12: error: expected the unit of 'w' to be a multiple of 2 rows, which hold whole granules and sum blocks, but got 1
// NEGATIVE-UNIT: one.mlir:2:3: error: expected the unit of shards to be auto or a positive number of rows, but got 'some'
// NEGATIVE-MIN-ELEMENTS: one.mlir:2:3: error: expected min-elements of shards to be 0 or more, but got -1
// NEGATIVE-POLICY: unsupported 'zero2'; supported are ddp, zero1, zero3

//--- one.mlir
module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  func.func @step(%w: tensor<10x8xf8E4M3FN> {fp8.name = "w"}, %s: tensor<5xf32> {fp8.name = "s"}) -> (tensor<10x8xf8E4M3FN> {fp8.updates = "w"}, tensor<5xf32> {fp8.updates = "s"}) {
    %0:2 = fp8.update states(%w, %s : tensor<10x8xf8E4M3FN>, tensor<5xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 16>>] outs(%w, %s : tensor<10x8xf8E4M3FN>, tensor<5xf32>) {
    ^bb0(%p: f32):
      fp8.yield %p : f32
    }
    return %0#0, %0#1 : tensor<10x8xf8E4M3FN>, tensor<5xf32>
  }
}

//--- step.mlir
module @negative_no_mesh {
  // expected-error @below {{expected 'fp8.mesh' of the module, whose ranks divide the states, but there is none; --fp8-microbatches sets it}}
  func.func @step(%w: tensor<10x8xf32> {fp8.name = "w"}) -> (tensor<10x8xf32> {fp8.updates = "w"}) {
    return %w : tensor<10x8xf32>
  }
}

// -----

// expected-error @below {{expected a function @step with a body, but the module has none}}
// expected-note @below {{run --fp8-annotate-states, which renames the step function to @step}}
module @negative_no_step attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
}

// -----

module @negative_local_gradient attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
  func.func @step(%w: tensor<10x8xf32> {fp8.name = "w"}, %x: tensor<10x8xf32> {fp8.batch}) -> (tensor<10x8xf32> {fp8.updates = "w"}) {
    // expected-error @below {{expected input #0 of an update to be equal on all ranks, but it depends on the batch or the number of a rank}}
    %0 = fp8.update states(%w : tensor<10x8xf32>) inputs(%x : tensor<10x8xf32>) outs(%w : tensor<10x8xf32>) {
    ^bb0(%p: f32, %g: f32):
      %1 = arith.subf %p, %g : f32
      fp8.yield %1 : f32
    }
    return %0 : tensor<10x8xf32>
  }
}

// -----

module @negative_variant_without_state attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  // expected-note @below {{@step is here}}
  func.func @step(%w: tensor<10x8xf32> {fp8.name = "w"}, %v: tensor<4xf32> {fp8.name = "v"}) -> (tensor<10x8xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "v"}) {
    return %w, %v : tensor<10x8xf32>, tensor<4xf32>
  }
  // expected-error @below {{expected @step0 to return the same states as @step, but only one of them returns 'v'}}
  func.func @step0(%w: tensor<10x8xf32> {fp8.name = "w"}, %v: tensor<4xf32> {fp8.name = "v"}) -> (tensor<10x8xf32> {fp8.updates = "w"}) {
    return %w : tensor<10x8xf32>
  }
}

// -----

module @negative_variant_with_argument attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  // expected-note @below {{@step is here}}
  func.func @step(%w: tensor<10x8xf32> {fp8.name = "w"}) -> (tensor<10x8xf32> {fp8.updates = "w"}) {
    return %w : tensor<10x8xf32>
  }
  // expected-error @below {{expected the arguments of @step0 to be of the types of the arguments of @step}}
  func.func @step0(%w: tensor<10x8xf32> {fp8.name = "w"}, %v: tensor<4xf32> {fp8.name = "v"}) -> (tensor<10x8xf32> {fp8.updates = "w"}, tensor<4xf32> {fp8.updates = "v"}) {
    return %w, %v : tensor<10x8xf32>, tensor<4xf32>
  }
}
