// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --fp8-shard=min-elements=0 --fp8-verify-form=form=sharded -o /dev/null
// RUN: sed 's/300x64/384x64/g' %s | fp8-opt --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s --check-prefix=EVEN --implicit-check-not=valid --implicit-check-not=cmpi
// RUN: sed 's/reduction<max>/reduction<sum>/' %s | fp8-opt --fp8-shard=min-elements=0 | FileCheck %s --check-prefix=PAIR

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// The norm of a gradient of 300 rows of 64: blocks of 4096 elements are 64 rows,
// and each of 2 ranks holds 3 blocks. The last block has padding.
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {

// An update with two sums gets the terms of both.
// PAIR: fp8.update states(%arg0, %{{.*}}, %{{.*}} : {{.*}}) valid %{{.*}} outs(%arg0, %{{.*}}, %{{.*}} : tensor<192x64xf32>, tensor<192x64xf32>, tensor<192x64xf32>)
// PAIR: fp8.yield %[[N:.*]], %{{.*}}, %[[N]] : f32, f32, f32

// 384 rows divide evenly: no term is masked.
// EVEN-LABEL: @step
// EVEN-SAME: rows = 384, unit = 64
// EVEN: fp8.reduce_scatter sum
// EVEN: fp8.update

// CHECK-LABEL: @step
// CHECK-SAME: fp8.shard = #fp8.shard<"dp", rows = 300, unit = 64>
// CHECK: %[[NEUTRAL:.*]] = arith.constant dense<-0.000000e+00> : tensor<3xf32>
// CHECK: %[[SUM:.*]] = fp8.reduce_scatter sum %{{.*}} over ["dp"] outs(%{{.*}} : tensor<192x64xf32>) : tensor<300x64xf32>

// CHECK: %[[TERMS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[SUM]] : tensor<192x64xf32>)
// CHECK: arith.mulf
// CHECK: %[[MASKED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[TERMS]] : tensor<192x64xf32>)
// CHECK: linalg.index 0
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[MINUSZERO:.*]] : f32
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[MASKED]] {{\[\[}}0, 1]] : tensor<192x64xf32> into tensor<12288xf32>
// CHECK: %[[BLOCKS:.*]] = tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [3, 4096] : tensor<12288xf32> into tensor<3x4096xf32>
// CHECK: %[[SUMS:.*]] = linalg.reduce {{.*}}ins(%[[BLOCKS]] : tensor<3x4096xf32>) outs(%[[NEUTRAL]] : tensor<3xf32>) dimensions = [1]
// 19200 elements are 5 blocks, combined as 8.
// CHECK: %[[ALL:.*]] = fp8.all_gather %[[SUMS]] over ["dp"] outs(%{{.*}} : tensor<5xf32>) : tensor<3xf32>
// CHECK: %[[EIGHT:.*]] = tensor.insert_slice %[[ALL]] into %{{.*}}[0] [5] [1] : tensor<5xf32> into tensor<8xf32>
// CHECK: %[[A4:.*]] = tensor.extract_slice %[[EIGHT]][0] [4] [1]
// CHECK: %[[B4:.*]] = tensor.extract_slice %[[EIGHT]][4] [4] [1]
// CHECK: %[[S4:.*]] = arith.addf %[[A4]], %[[B4]] : tensor<4xf32>
// CHECK: %[[A2:.*]] = tensor.extract_slice %[[S4]][0] [2] [1]
// CHECK: %[[B2:.*]] = tensor.extract_slice %[[S4]][2] [2] [1]
// CHECK: %[[S2:.*]] = arith.addf %[[A2]], %[[B2]] : tensor<2xf32>
// CHECK: %[[A1:.*]] = tensor.extract_slice %[[S2]][0] [1] [1]
// CHECK: %[[B1:.*]] = tensor.extract_slice %[[S2]][1] [1] [1]
// CHECK: %[[S1:.*]] = arith.addf %[[A1]], %[[B1]] : tensor<1xf32>
// CHECK: %[[TREE:.*]] = tensor.collapse_shape %[[S1]] [] : tensor<1xf32> into tensor<f32>
// CHECK: %[[NORM:.*]] = arith.addf %[[TREE]], %{{.*}} : tensor<f32>

// A maximum needs no order. It starts with the sum.
// CHECK: %[[PART:.*]] = linalg.reduce { arith.maximumf } ins(%{{.*}} : tensor<192x64xf32>) outs(%[[NORM]] : tensor<f32>) dimensions = [0, 1]
// CHECK: %[[MAX:.*]] = fp8.all_reduce max %[[PART]] over ["dp"]

// An update that sums gets its terms as a state, which begins with zeros.
// CHECK: %[[NEW:.*]]:3 = fp8.update states(%{{.*}}, %{{.*}} : tensor<192x64xf32>, tensor<192x64xf32>) inputs(%[[SUM]] : tensor<192x64xf32>) scalars(%[[MAX]] : tensor<f32>) reductions [#fp8.reduction<max>] valid %{{.*}} outs(
// CHECK: ^bb0(%[[P:.*]]: f32, %{{.*}}: f32, %[[G:.*]]: f32, %[[S:.*]]: f32):
// CHECK: fp8.yield %[[N:.*]], %[[G]], %[[N]] : f32, f32, f32
// CHECK: linalg.generic {{.*}} ins(%[[NEW]]#1 : tensor<192x64xf32>)
// CHECK: fp8.all_gather %{{.*}} over ["dp"] outs(%{{.*}} : tensor<5xf32>) : tensor<3xf32>
// CHECK: fp8.all_reduce max %[[NEW]]#2 over ["dp"]
func.func @step(%w: tensor<300x64xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %x: tensor<300x64xf32> {fp8.name = "x", fp8.batch})
    -> (tensor<300x64xf32> {fp8.updates = "w"}, tensor<f32> {fp8.name = "total"}, tensor<f32> {fp8.name = "largest"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %empty = tensor.empty() : tensor<300x64xf32>
  %sum = fp8.all_reduce sum %x over ["dp"] outs(%empty : tensor<300x64xf32>) : tensor<300x64xf32>
  %norm = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%sum : tensor<300x64xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %max = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%sum : tensor<300x64xf32>) outs(%norm : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    %1 = arith.maximumf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %new:3 = fp8.update states(%w : tensor<300x64xf32>) inputs(%sum : tensor<300x64xf32>) scalars(%max : tensor<f32>) reductions [#fp8.reduction<sum>, #fp8.reduction<max>] outs(%w, %zero, %zero : tensor<300x64xf32>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32, %g: f32, %s: f32):
    %0 = arith.divf %g, %s : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1, %g, %1 : f32, f32, f32
  }
  return %new#0, %new#1, %new#2 : tensor<300x64xf32>, tensor<f32>, tensor<f32>
}

}
