// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse --fp8-verify-form=form=sharded -o /dev/null
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin --load-pass-plugin=%fp8_plugin %s --pass-pipeline='builtin.module(fp8-shard{min-elements=0},canonicalize,cse)' | FileCheck %s
// RUN: fp8-opt %s --fp8-shard="policy=zero1 min-elements=0" --canonicalize --cse | FileCheck %s --check-prefix=ZERO1
// RUN: fp8-opt %s --fp8-shard="policy=ddp min-elements=0" | FileCheck %s --check-prefix=DDP
// RUN: fp8-opt %s --fp8-shard | FileCheck %s --check-prefix=SMALL
// RUN: sed 's/10x8/12x8/g' %s | fp8-opt --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s --check-prefix=EVEN --implicit-check-not=valid --implicit-check-not=cmpi

// A parameter with a moment: 10 rows on 4 ranks. The forward pass reads all rows
// of the parameter, and the update needs the rows of this rank.

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// CHECK: module attributes {fp8.done = ["fp8-shard"], fp8.mesh = #fp8.mesh<"dp" = 4>}
// DDP: module attributes {fp8.done = ["fp8-shard"], fp8.mesh = #fp8.mesh<"dp" = 4>}
module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {

// CHECK-LABEL: @step
// CHECK-SAME: (%[[W:[a-z0-9]+]]: tensor<3x8xf32> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>, fp8.state = #fp8.state<param>}
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<3x8xf32> {fp8.name = "m", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>, fp8.state = #fp8.state<moment>}
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<10x8xf32> {fp8.batch, fp8.name = "x"}
// CHECK-SAME: %[[RANK:[a-z0-9]+]]: tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>})
// CHECK-SAME: -> (tensor<f32> {fp8.loss}
// CHECK-SAME: tensor<3x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>, fp8.updates = "w"}
// CHECK-SAME: tensor<3x8xf32> {fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>, fp8.updates = "m"})

// The last rank has one row and two rows of padding.
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[RANK]][]
// CHECK: %[[K:.*]] = arith.index_cast %[[NUMBER]] : i32 to index
// CHECK: %[[OFFSET:.*]] = arith.muli %[[K]], %[[C3]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[C10]], %[[OFFSET]]
// CHECK: %[[POSITIVE:.*]] = arith.maxsi %[[LEFT]], %[[C0]]
// CHECK: %[[VALID:.*]] = arith.minsi %[[POSITIVE]], %[[C3]]

// CHECK: %[[WHOLE:.*]] = fp8.all_gather %[[W]] over ["dp"] outs(%{{.*}} : tensor<10x8xf32>) : tensor<3x8xf32>
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[WHOLE]] : tensor<10x8xf32>

// The factor multiplies the rows of this rank alone.
// CHECK: %[[SUM:.*]] = fp8.reduce_scatter sum %[[PRODUCT]] over ["dp"] outs(%{{.*}} : tensor<3x8xf32>) : tensor<10x8xf32>
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]], %{{.*}} : tensor<3x8xf32>
// CHECK: %[[NEW:.*]]:2 = fp8.update states(%[[W]], %[[M]] : tensor<3x8xf32>, tensor<3x8xf32>) inputs(%[[MEAN]] : tensor<3x8xf32>)
// CHECK-SAME: valid %[[VALID]] outs(%[[W]], %[[M]] : tensor<3x8xf32>, tensor<3x8xf32>)
// CHECK: return %{{.*}}, %[[NEW]]#0, %[[NEW]]#1 : tensor<f32>, tensor<3x8xf32>, tensor<3x8xf32>

// Under zero1, ranks hold whole parameters, which they gather after the update.
// ZERO1-LABEL: @step
// ZERO1-SAME: (%[[W:[a-z0-9]+]]: tensor<10x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}
// ZERO1-SAME: %[[M:[a-z0-9]+]]: tensor<3x8xf32> {fp8.name = "m", fp8.shard = #fp8.shard<"dp", rows = 10, unit = 1>
// ZERO1: %[[PADDED:.*]] = tensor.insert_slice %[[W]] into %{{.*}}[0, 0] [10, 8] [1, 1] : tensor<10x8xf32> into tensor<12x8xf32>
// ZERO1: %[[ROWS:.*]] = tensor.extract_slice %[[PADDED]][%{{.*}}, 0] [3, 8] [1, 1] : tensor<12x8xf32> to tensor<3x8xf32>
// ZERO1: arith.mulf %{{.*}}, %[[W]] : tensor<10x8xf32>
// ZERO1: %[[NEW:.*]]:2 = fp8.update states(%[[ROWS]], %[[M]] : tensor<3x8xf32>, tensor<3x8xf32>)
// ZERO1: %[[WHOLE:.*]] = fp8.all_gather %[[NEW]]#0 over ["dp"] outs(%{{.*}} : tensor<10x8xf32>) : tensor<3x8xf32>
// ZERO1: return %{{.*}}, %[[WHOLE]], %[[NEW]]#1 : tensor<f32>, tensor<10x8xf32>, tensor<3x8xf32>

// Rows that divide evenly have no padding, and no op asks which rows exist.
// EVEN-LABEL: @step
// EVEN-SAME: rows = 12, unit = 1
// EVEN: fp8.update states(%{{.*}}, %{{.*}} : tensor<3x8xf32>, tensor<3x8xf32>) inputs(%{{.*}} : tensor<3x8xf32>) scalars(%{{.*}} : tensor<f32>) outs(

// DDP-LABEL: @step
// DDP-NOT: fp8.shard
// DDP: fp8.all_reduce sum %{{.*}} : tensor<10x8xf32>
// DDP-NOT: fp8.rank
// SMALL-LABEL: @step
// SMALL-NOT: fp8.shard
// SMALL: fp8.all_reduce sum %{{.*}} : tensor<10x8xf32>
func.func @step(%w: tensor<10x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<10x8xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %x: tensor<10x8xf32> {fp8.name = "x", fp8.batch}, %lr: tensor<f32> {fp8.name = "lr"})
    -> (tensor<f32> {fp8.loss}, tensor<10x8xf32> {fp8.updates = "w"}, tensor<10x8xf32> {fp8.updates = "m"}) {
  %empty = tensor.empty() : tensor<10x8xf32>
  %quarter = arith.constant dense<0.25> : tensor<10x8xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %product = arith.mulf %x, %w : tensor<10x8xf32>
  %loss = linalg.reduce { arith.addf } ins(%product : tensor<10x8xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %sum = fp8.all_reduce sum %product over ["dp"] outs(%empty : tensor<10x8xf32>) : tensor<10x8xf32>
  %mean = arith.mulf %sum, %quarter : tensor<10x8xf32>
  %new:2 = fp8.update states(%w, %m : tensor<10x8xf32>, tensor<10x8xf32>) inputs(%mean : tensor<10x8xf32>) scalars(%lr : tensor<f32>) outs(%w, %m : tensor<10x8xf32>, tensor<10x8xf32>) {
  ^bb0(%p: f32, %v: f32, %g: f32, %rate: f32):
    %0 = arith.addf %v, %g : f32
    %1 = arith.mulf %0, %rate : f32
    %2 = arith.subf %p, %1 : f32
    fp8.yield %2, %0 : f32, f32
  }
  return %loss, %new#0, %new#1 : tensor<f32>, tensor<10x8xf32>, tensor<10x8xf32>
}

// Initial values are computed whole: hosts cut them.
// CHECK-LABEL: @init
// CHECK: return %{{.*}} : tensor<10x8xf32>
func.func @init() -> (tensor<10x8xf32> {fp8.name = "w"}) {
  %0 = arith.constant dense<1.0> : tensor<10x8xf32>
  return %0 : tensor<10x8xf32>
}

}
