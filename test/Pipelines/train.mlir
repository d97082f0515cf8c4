// RUN: fp8-opt %s --fp8-train-pipeline -o %t.current
// RUN: FileCheck %s < %t.current
// RUN: fp8-opt %s --fp8-train-pipeline -o %t.again
// RUN: cmp %t.current %t.again
// RUN: fp8-opt %s --fp8-train-pipeline='recipe=delayed history-length=4 amax-algo=most_recent forward-format=e5m2' | FileCheck %s --check-prefix=DELAYED
// RUN: fp8-opt %s --fp8-train-pipeline='recipe=none' | FileCheck %s --check-prefix=NONE
// RUN: fp8-opt %s --fp8-train-pipeline='skip=arg0' | FileCheck %s --check-prefix=SKIP
// RUN: fp8-opt %s --fp8-train-pipeline='entry=train loss=1 scope=all min-elements=1000 margin=1 pow2=true epsilon=0.5 backward-format=e4m3' | FileCheck %s --check-prefix=SKIP
// RUN: fp8-opt %s --fp8-train-pipeline --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// From a step with private functions and a scatter loop to Scaled form.

// CHECK: module attributes {fp8.done = ["fp8-annotate-states", "fp8-raise-scatter", "fp8-raise-updates", "fp8-quantize-contractions"]}
// CHECK-LABEL: func.func @step(
// CHECK-SAME:    fp8.entry = "train"
// CHECK-NOT:   call
// CHECK:       fp8.contract {{.*}} {fp8.class = "fwd"}
// CHECK:       fp8.contract {{.*}} {fp8.class = "dW"}
// CHECK:       fp8.contract {{.*}} {fp8.class = "dX"}
// CHECK:       fp8.scatter_add
// CHECK-NOT:   func.func private

// DELAYED: fp8.update_scales {{.*}} for e5m2 algo<most_recent> : tensor<4x2xf32>
// DELAYED: func.func @step0(

// NONE: fp8.done = ["fp8-annotate-states", "fp8-raise-scatter", "fp8-raise-updates"]
// NONE-NOT: fp8.contract

// SKIP: fp8-quantize-contractions
// SKIP-NOT: fp8.contract

// Locations of contractions are preserved, with the names of results. In private functions they include
// the call.
// LOC: fp8.contract {{.*}} loc(#[[LOC:.*]])
// LOC-DAG: #[[LOC]] = loc(fused<"arg0:y">[#[[PLACE:.*]]])
// LOC-DAG: #[[PLACE]] = loc(callsite(#[[CALLEE:.*]] at #[[CALLER:.*]]))
// LOC-DAG: #[[CALLEE]] = loc("layer")

func.func @train(%w: tensor<8x4xf32>, %table: tensor<16x8xf32>, %ids: tensor<2xi64>) -> (tensor<8x4xf32>, tensor<f32>, tensor<16x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %zero_w = arith.constant dense<0.0> : tensor<8x4xf32>
  %zero_x = arith.constant dense<0.0> : tensor<2x8xf32>
  %zero_t = arith.constant dense<0.0> : tensor<16x8xf32>
  %zero_l = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<2x8xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<2xi64>) outs(%e : tensor<2x8xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %table[%row, %column] : tensor<16x8xf32>
    linalg.yield %v : f32
  } -> tensor<2x8xf32>
  %y = call @layer(%x, %w) : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
  %sq = arith.mulf %y, %y : tensor<2x4xf32>
  %loss = linalg.reduce {arith.addf} ins(%sq : tensor<2x4xf32>) outs(%zero_l : tensor<f32>) dimensions = [0, 1]
  %two = arith.constant dense<2.0> : tensor<2x4xf32>
  %d = arith.mulf %y, %two : tensor<2x4xf32>
  %dw = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%x, %d : tensor<2x8xf32>, tensor<2x4xf32>) outs(%zero_w : tensor<8x4xf32>) -> tensor<8x4xf32>
  %dx = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%d, %w : tensor<2x4xf32>, tensor<8x4xf32>) outs(%zero_x : tensor<2x8xf32>) -> tensor<2x8xf32>
  %dt = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %zero_t) -> (tensor<16x8xf32>) {
    %id = tensor.extract %ids[%i] : tensor<2xi64>
    %at = arith.index_cast %id : i64 to index
    %old = tensor.extract_slice %acc[%at, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %add = tensor.extract_slice %dx[%i, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %old, %add : tensor<1x8xf32>
    %new = tensor.insert_slice %sum into %acc[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
    scf.yield %new : tensor<16x8xf32>
  }
  %w1 = arith.subf %w, %dw : tensor<8x4xf32>
  %t1 = arith.subf %table, %dt : tensor<16x8xf32>
  return %w1, %loss, %t1 : tensor<8x4xf32>, tensor<f32>, tensor<16x8xf32>
}

func.func private @layer(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<2x4xf32>) -> tensor<2x4xf32> loc("layer")
  return %y : tensor<2x4xf32>
}
