// RUN: fp8-opt %s --fp8-import-torch --split-input-file --verify-diagnostics

// Twenty rows may all be at one element, in any order of positions.
func.func @negative_positions(%rows: tensor<20xf32>, %ids: tensor<20x1xi64>, %table: tensor<32xf32>) -> tensor<32xf32> {
  // expected-error @below {{unsupported by fp8-import-torch: positions that depend on data, except in additions along the first dimensions}}
  // expected-note @below {{supported are updates that span all dimensions without positions}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<20xf32>, tensor<20x1xi64>) outs(%table : tensor<32xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

func.func @negative_part(%rows: tensor<6x4xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @below {{unsupported by fp8-import-torch: slices that cover a part of a dimension}}
  // expected-note @below {{supported}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x4xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_dynamic(%rows: tensor<?x8xf32>, %ids: tensor<?x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  // expected-error @below {{unsupported by fp8-import-torch: dynamic shapes}}
  // expected-note @below {{supported}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<?x8xf32>, tensor<?x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// -----

func.func @negative_product(%x: tensor<4xf32>, %last: tensor<f32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported by fp8-import-torch: a scan other than a sum}}
  // expected-note @below {{supported are inclusive sums of integers and floats of static shape}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%x, %last : tensor<4xf32>, tensor<f32>) {
  ^bb0(%element: f32, %so_far: f32):
    %next = arith.mulf %element, %so_far : f32
    tm_tensor.yield %next : f32
  } -> tensor<4xf32>, tensor<f32>
  return %0#0 : tensor<4xf32>
}

// -----

// expected-note @below {{the variable is declared here}}
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
func.func private @next() -> tensor<i64> {
  // expected-error @below {{unsupported by fp8-import-torch: a variable that is written, but not only by the step itself}}
  // expected-note @below {{supported are loads and stores in the one block of one public function}}
  %0 = ml_program.global_load @seed : tensor<i64>
  return %0 : tensor<i64>
}
func.func @negative_variable(%x: tensor<i64>) -> tensor<i64> {
  ml_program.global_store @seed = %x : tensor<i64>
  %0 = call @next() : () -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// expected-error @below {{unsupported by fp8-import-torch: a variable that has no value and is never written}}
ml_program.global private mutable @nothing : tensor<2xf32>
func.func @negative_no_value() -> tensor<2xf32> {
  %0 = ml_program.global_load @nothing : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @negative_empty_scan(%x: tensor<0xf32>, %last: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{unsupported by fp8-import-torch: a scan of 0 elements}}
  // expected-note @below {{supported are 1 to 4096 elements, as each sums all before it}}
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<0xf32>) outs(%x, %last : tensor<0xf32>, tensor<f32>) {
  ^bb0(%element: f32, %sum: f32):
    %next = arith.addf %element, %sum : f32
    tm_tensor.yield %next : f32
  } -> tensor<0xf32>, tensor<f32>
  return %0#1 : tensor<f32>
}

// -----

func.func @negative_assert() {
  %false = arith.constant false
  // expected-error @below {{unsupported by fp8-import-torch: an assertion that never holds: ranks differ}}
  cf.assert %false, "ranks differ"
  return
}

// -----

// expected-warning @below {{the initial value of this variable is not one f32 number for all elements, so the host must supply it}}
ml_program.global private mutable @seed(dense<1234567890123> : tensor<i64>) : tensor<i64>
func.func @large_seed(%x: tensor<i64>) -> tensor<i64> {
  %0 = ml_program.global_load @seed : tensor<i64>
  ml_program.global_store @seed = %x : tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Upstream takes a value of another type.
// expected-error @below {{expected a value of the type of the variable, 'tensor<bf16>', but it is of type 'tensor<i64>'}}
ml_program.global private @other(dense<0> : tensor<i64>) : tensor<bf16>
func.func @negative_type() -> tensor<bf16> {
  %0 = ml_program.global_load @other : tensor<bf16>
  return %0 : tensor<bf16>
}
