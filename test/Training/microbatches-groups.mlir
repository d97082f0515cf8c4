// RUN: fp8-opt %s --fp8-microbatches="number=4 groups=2" | FileCheck %s
// RUN: fp8-opt %s --fp8-microbatches="number=8 groups=2,2" | FileCheck %s --check-prefix=NESTED
// RUN: fp8-opt %s --fp8-microbatches="number=4 groups=1" -o %t.one.mlir && fp8-opt %s --fp8-microbatches=number=4 | diff %t.one.mlir -
// RUN: fp8-opt %s --fp8-microbatches="number=4 groups=4" | diff %t.one.mlir -
// RUN: not fp8-opt %s --fp8-microbatches="number=4 groups=3" 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: microbatches-groups.mlir:{{[1-9][0-9]*}}:1: error: expected groups= to divide the number of micro-batches into equal groups, but 4 is not divisible by 3
// RUN: not fp8-opt %s --fp8-microbatches="number=4 groups=2,4" 2>&1 | FileCheck %s --check-prefix=REST
// REST: error: expected groups= to divide the number of micro-batches into equal groups, but 2 is not divisible by 4
// RUN: not fp8-opt %s --fp8-microbatches="number=4 groups=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: expected groups= to divide the number of micro-batches into equal groups, but 4 is not divisible by 0

// Sums of sums: (g0 + g1) + (g2 + g3). The factor is applied once.
// CHECK-LABEL: func.func @step(
// CHECK-DAG: %[[X0:.*]] = tensor.extract_slice %{{.*}}[0, 0]
// CHECK-DAG: %[[G0:.*]] = arith.negf %[[X0]] :
// CHECK-DAG: %[[X1:.*]] = tensor.extract_slice %{{.*}}[1, 0]
// CHECK-DAG: %[[G1:.*]] = arith.negf %[[X1]] :
// CHECK-DAG: %[[X2:.*]] = tensor.extract_slice %{{.*}}[2, 0]
// CHECK-DAG: %[[G2:.*]] = arith.negf %[[X2]] :
// CHECK-DAG: %[[X3:.*]] = tensor.extract_slice %{{.*}}[3, 0]
// CHECK-DAG: %[[G3:.*]] = arith.negf %[[X3]] :
// CHECK-DAG: %[[A:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<4xf32>
// CHECK-DAG: %[[B:.*]] = arith.addf %[[G2]], %[[G3]] : tensor<4xf32>
// CHECK-DAG: %[[C:.*]] = arith.addf %[[A]], %[[B]] : tensor<4xf32>
// CHECK-DAG: %[[QUARTER:.*]] = arith.constant dense<2.500000e-01> : tensor<4xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[C]], %[[QUARTER]] : tensor<4xf32>
// CHECK: fp8.update states(%{{.*}}) inputs(%[[MEAN]] :

// ((g0 + g1) + (g2 + g3)) + ((g4 + g5) + (g6 + g7)).
// NESTED-LABEL: func.func @step(
// NESTED-DAG: %[[X0:.*]] = tensor.extract_slice %{{.*}}[0, 0]
// NESTED-DAG: %[[G0:.*]] = arith.negf %[[X0]] :
// NESTED-DAG: %[[X1:.*]] = tensor.extract_slice %{{.*}}[1, 0]
// NESTED-DAG: %[[G1:.*]] = arith.negf %[[X1]] :
// NESTED-DAG: %[[X6:.*]] = tensor.extract_slice %{{.*}}[6, 0]
// NESTED-DAG: %[[G6:.*]] = arith.negf %[[X6]] :
// NESTED-DAG: %[[X7:.*]] = tensor.extract_slice %{{.*}}[7, 0]
// NESTED-DAG: %[[G7:.*]] = arith.negf %[[X7]] :
// NESTED-DAG: %[[A:.*]] = arith.addf %[[G0]], %[[G1]] : tensor<4xf32>
// NESTED-DAG: %[[D:.*]] = arith.addf %[[G6]], %[[G7]] : tensor<4xf32>
// NESTED-DAG: %[[AB:.*]] = arith.addf %[[A]], %{{.*}} : tensor<4xf32>
// NESTED-DAG: %[[CD:.*]] = arith.addf %{{.*}}, %[[D]] : tensor<4xf32>
// NESTED-DAG: %[[ALL:.*]] = arith.addf %[[AB]], %[[CD]] : tensor<4xf32>
// NESTED: arith.mulf %[[ALL]], %{{.*}} : tensor<4xf32>
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<4xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<4xf32> {fp8.name = "w", fp8.updates = "w"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %y = arith.mulf %x, %w : tensor<4xf32>
  %loss = linalg.reduce {arith.addf} ins(%y : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %g = arith.negf %x : tensor<4xf32>
  %new = fp8.update states(%w : tensor<4xf32>) inputs(%g : tensor<4xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%p: f32, %d: f32):
    %0 = arith.addf %p, %d : f32
    fp8.yield %0 : f32
  }
  return %loss, %new : tensor<f32>, tensor<4xf32>
}
