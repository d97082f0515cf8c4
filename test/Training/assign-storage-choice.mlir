// RUN: fp8-opt %s --fp8-assign-storage=preset=fp8-split8 --remarks-filter='fp8.*' --remark-policy=all --remark-format=emitRemark -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: fp8-opt %s --fp8-assign-storage="preset=fp32 override=table=bf16-residual,w=fp8-split16" | FileCheck %s --check-prefix=NAMED
// RUN: fp8-opt %s --fp8-assign-storage="preset=fp8-split8 override=.*=fp32" | FileCheck %s --check-prefix=NONE

// A weight that a contraction reads is stored. A bias and an embedding that is
// only gathered stay f32, and so do their moments; by name they are stored, too.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// CHECK-SAME: tensor<16xf32> {fp8.name = "b"
// CHECK-SAME: tensor<4x8xf32> {fp8.name = "table"
// CHECK-SAME: tensor<8x16xf8E4M3FN> {fp8.name = "m_w"
// CHECK-SAME: tensor<16xf32> {fp8.name = "m_b"
// CHECK-SAME: tensor<8x16xf32> {fp8.name = "average"
// CHECK-SAME: tensor<8x16xf32> {fp8.name = "sum"
// The counter of the step is there already: an integer of 64 bits.
// CHECK-SAME: %[[STEP:[^:]*]]: tensor<i64> {fp8.name = "count", fp8.state = #fp8.state<step>}
// CHECK-NOT: fp8.name = "fp8.step"
// CHECK: %[[COUNT:.*]] = tensor.extract %[[STEP]][] : tensor<i64>
// CHECK: %[[SHORT:.*]] = arith.trunci %[[COUNT]] : i64 to i32
// CHECK: fp8.update states({{.*}} step %[[SHORT]] storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1>, #fp8.storage<format = f32>, #fp8.storage<format = f32>]

// REMARK-DAG: 'average' stays f32: 'w' does not depend on it
// REMARK-DAG: 'sum' stays f32: it does not decay by a factor between 0 and 1
// REMARK-DAG: 'm_w' is stored as #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1>
// REMARK-DAG: 'w' is stored as #fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 0>, its scale is bounded
// REMARK-DAG: 'loose' stays f32: the step does not return its update as it is

// NAMED-LABEL: func.func @step(
// NAMED-SAME: tensor<8x16xf8E4M3FN> {fp8.name = "w"
// NAMED-SAME: tensor<16xf32> {fp8.name = "b"
// NAMED-SAME: tensor<4x8xbf16> {fp8.name = "table"
// NAMED-SAME: tensor<8x16xi16> {fp8.name = "w.residual"
// NAMED-SAME: tensor<4x8xbf16> {fp8.name = "table.residual"

// NONE-LABEL: func.func @step(
// NONE-SAME: tensor<8x16xf32> {fp8.name = "w"
// NONE-NOT: func.func @pack
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @step(%w: tensor<8x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %b: tensor<16xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %table: tensor<4x8xf32> {fp8.name = "table", fp8.state = #fp8.state<param>}, %m: tensor<8x16xf32> {fp8.name = "m_w", fp8.state = #fp8.state<moment>}, %mb: tensor<16xf32> {fp8.name = "m_b", fp8.state = #fp8.state<moment>}, %average: tensor<8x16xf32> {fp8.name = "average", fp8.state = #fp8.state<moment>}, %sum: tensor<8x16xf32> {fp8.name = "sum", fp8.state = #fp8.state<moment>}, %loose: tensor<16xf32> {fp8.name = "loose", fp8.state = #fp8.state<param>}, %count: tensor<i64> {fp8.name = "count", fp8.state = #fp8.state<step>}, %ids: tensor<2xi64>, %g: tensor<8x16xf32>, %gb: tensor<16xf32>, %gt: tensor<4x8xf32>, %beta: tensor<f32>) -> (tensor<8x16xf32> {fp8.updates = "w"}, tensor<16xf32> {fp8.updates = "b"}, tensor<4x8xf32> {fp8.updates = "table"}, tensor<8x16xf32> {fp8.updates = "m_w"}, tensor<16xf32> {fp8.updates = "m_b"}, tensor<8x16xf32> {fp8.updates = "average"}, tensor<8x16xf32> {fp8.updates = "sum"}, tensor<16xf32> {fp8.updates = "loose"}, tensor<i64> {fp8.updates = "count"}, tensor<2x16xf32>) {
  %one = arith.constant dense<1> : tensor<i64>
  %next = arith.addi %count, %one : tensor<i64>
  %empty = tensor.empty() : tensor<2x8xf32>
  %x = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<2xi64>) outs(%empty : tensor<2x8xf32>) {
  ^bb0(%i: i64, %out: f32):
    %at = arith.index_cast %i : i64 to index
    %j = linalg.index 1 : index
    %value = tensor.extract %table[%at, %j] : tensor<4x8xf32>
    linalg.yield %value : f32
  } -> tensor<2x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x8xf32>, tensor<8x16xf32>) outs(%zeros : tensor<2x16xf32>) -> tensor<2x16xf32>
  %sums = linalg.broadcast ins(%b : tensor<16xf32>) outs(%zeros : tensor<2x16xf32>) dimensions = [0]
  %biased = arith.addf %y, %sums : tensor<2x16xf32>
  %n:4 = fp8.update states(%w, %m, %average, %sum : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) inputs(%g : tensor<8x16xf32>) scalars(%beta : tensor<f32>) outs(%w, %m, %average, %sum : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  ^bb0(%p: f32, %a: f32, %e: f32, %s: f32, %d: f32, %scalar: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %scalar, %a : f32
    %m1 = arith.addf %0, %d : f32
    %s1 = arith.addf %s, %d : f32
    %1 = arith.subf %p, %m1 : f32
    %new = arith.subf %1, %s1 : f32
    %2 = arith.mulf %half, %e : f32
    %3 = arith.mulf %half, %new : f32
    %e1 = arith.addf %2, %3 : f32
    fp8.yield %new, %m1, %e1, %s1 : f32, f32, f32, f32
  }
  %nb:2 = fp8.update states(%b, %mb : tensor<16xf32>, tensor<16xf32>) inputs(%gb : tensor<16xf32>) outs(%b, %mb : tensor<16xf32>, tensor<16xf32>) {
  ^bb0(%p: f32, %a: f32, %d: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %half, %a : f32
    %m1 = arith.addf %0, %d : f32
    %new = arith.subf %p, %m1 : f32
    fp8.yield %new, %m1 : f32, f32
  }
  %nt = fp8.update states(%table : tensor<4x8xf32>) inputs(%gt : tensor<4x8xf32>) outs(%table : tensor<4x8xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %nl = fp8.update states(%loose : tensor<16xf32>) inputs(%gb : tensor<16xf32>) outs(%loose : tensor<16xf32>) {
  ^bb0(%p: f32, %d: f32):
    %new = arith.subf %p, %d : f32
    fp8.yield %new : f32
  }
  %changed = arith.negf %nl : tensor<16xf32>
  return %n#0, %nb#0, %nt, %n#1, %nb#1, %n#2, %n#3, %changed, %next, %biased : tensor<8x16xf32>, tensor<16xf32>, tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<i64>, tensor<2x16xf32>
}
