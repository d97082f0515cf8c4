// RUN: fp8-opt %s --fp8-shard=min-elements=0 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --fp8-shard=min-elements=0 --fp8-verify-form=form=sharded -o /dev/null

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// Ranks of two axes. Rows are cut along the last one, and sums along it come
// first.
module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {

// CHECK-LABEL: @step
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<6x8xf32> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 12, unit = 2>
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<6x8xf8E4M3FN> {fp8.name = "average", fp8.shard = #fp8.shard<"dp", rows = 12, unit = 2>
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<3xf32> {fp8.name = "average.scale_inv", fp8.shard = #fp8.shard<"dp", rows = 6, unit = 1>
// The position along "dp" is the number of the rank modulo 2.
// CHECK: %[[NUMBER:.*]] = arith.index_cast
// CHECK: arith.remui %[[NUMBER]], %c2
// CHECK: %[[FRONT:.*]] = linalg.transpose ins(%{{.*}} : tensor<8x12xf32>)
// CHECK: %[[ROWS:.*]] = fp8.reduce_scatter sum %[[FRONT]] over ["dp"] outs(%{{.*}} : tensor<6x8xf32>) : tensor<12x8xf32>
// CHECK: %[[SUM:.*]] = fp8.all_reduce sum %[[ROWS]] over ["replica"]
// CHECK: %[[MEAN:.*]] = arith.mulf %[[SUM]], %{{.*}} : tensor<6x8xf32>
// CHECK: %[[NEW:.*]] = fp8.update states(%[[W]] : tensor<6x8xf32>) inputs(%[[MEAN]] : tensor<6x8xf32>) maps
// The average of the parameter is in its group: it reads the new rows.
// CHECK: fp8.update states(%[[A]], %[[S]] : tensor<6x8xf8E4M3FN>, tensor<3xf32>) inputs(%[[NEW]] : tensor<6x8xf32>)
// Two updates read this sum, and one of them stays whole.
// CHECK: %[[SHARED:.*]] = fp8.all_reduce sum %{{.*}} over ["replica", "dp"] outs(%{{.*}} : tensor<4x3x2xf32>)
// CHECK: tensor.extract_slice %[[SHARED]][{{.*}}, 0, 0] [2, 3, 2] [1, 1, 1] : tensor<4x3x2xf32> to tensor<2x3x2xf32>
func.func @step(%w: tensor<12x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %average: tensor<12x8xf8E4M3FN> {fp8.name = "average", fp8.state = #fp8.state<moment>}, %s: tensor<6xf32> {fp8.name = "average.scale_inv", fp8.state = #fp8.state<scale>}, %b: tensor<4x3x2xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %c: tensor<f32> {fp8.name = "c", fp8.state = #fp8.state<param>}, %x: tensor<8x12xf32> {fp8.name = "x", fp8.batch}, %y: tensor<4x3x2xf32> {fp8.name = "y", fp8.batch})
    -> (tensor<12x8xf32> {fp8.updates = "w"}, tensor<12x8xf8E4M3FN> {fp8.updates = "average"}, tensor<6xf32> {fp8.updates = "average.scale_inv"}, tensor<4x3x2xf32> {fp8.updates = "b"}, tensor<f32> {fp8.updates = "c"}) {
  %empty = tensor.empty() : tensor<8x12xf32>
  %quarter = arith.constant dense<0.25> : tensor<8x12xf32>
  %sum = fp8.all_reduce sum %x over ["replica", "dp"] outs(%empty : tensor<8x12xf32>) : tensor<8x12xf32>
  %mean = arith.mulf %sum, %quarter : tensor<8x12xf32>
  %new = fp8.update states(%w : tensor<12x8xf32>) inputs(%mean : tensor<8x12xf32>) maps [#id, #swap] outs(%w : tensor<12x8xf32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.subf %p, %g : f32
    fp8.yield %0 : f32
  }
  %a:2 = fp8.update states(%average, %s : tensor<12x8xf8E4M3FN>, tensor<6xf32>) inputs(%new : tensor<12x8xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 16>>] outs(%average, %s : tensor<12x8xf8E4M3FN>, tensor<6xf32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.addf %p, %g : f32
    fp8.yield %0 : f32
  }
  %emptyb = tensor.empty() : tensor<4x3x2xf32>
  %sumb = fp8.all_reduce sum %y over ["replica", "dp"] outs(%emptyb : tensor<4x3x2xf32>) : tensor<4x3x2xf32>
  %newb = fp8.update states(%b : tensor<4x3x2xf32>) inputs(%sumb : tensor<4x3x2xf32>) outs(%b : tensor<4x3x2xf32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.subf %p, %g : f32
    fp8.yield %0 : f32
  }
  %zero = arith.constant 0 : index
  %element = tensor.extract %sumb[%zero, %zero, %zero] : tensor<4x3x2xf32>
  %scalar = tensor.from_elements %element : tensor<f32>
  %newc = fp8.update states(%c : tensor<f32>) inputs(%scalar : tensor<f32>) outs(%c : tensor<f32>) {
  ^bb0(%p: f32, %g: f32):
    %0 = arith.subf %p, %g : f32
    fp8.yield %0 : f32
  }
  return %new, %a#0, %a#1, %newb, %newc : tensor<12x8xf32>, tensor<12x8xf8E4M3FN>, tensor<6xf32>, tensor<4x3x2xf32>, tensor<f32>
}

// The same cuts, by the names of arguments.
// CHECK-LABEL: @step0
// CHECK-SAME: tensor<6x8xf32> {fp8.name = "w", fp8.shard = #fp8.shard<"dp", rows = 12, unit = 2>
// CHECK-SAME: tensor<6x8xf8E4M3FN> {fp8.name = "average", fp8.shard
// CHECK-SAME: %[[RANK:[a-z0-9]+]]: tensor<i32> {fp8.name = "fp8.rank", fp8.state = #fp8.state<rank>}) ->
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<6x8xf32>, tensor<6x8xf8E4M3FN>, tensor<3xf32>, tensor<2x3x2xf32>, tensor<f32>
func.func @step0(%w: tensor<12x8xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %average: tensor<12x8xf8E4M3FN> {fp8.name = "average", fp8.state = #fp8.state<moment>}, %s: tensor<6xf32> {fp8.name = "average.scale_inv", fp8.state = #fp8.state<scale>}, %b: tensor<4x3x2xf32> {fp8.name = "b", fp8.state = #fp8.state<param>}, %c: tensor<f32> {fp8.name = "c", fp8.state = #fp8.state<param>}, %x: tensor<8x12xf32> {fp8.name = "x", fp8.batch}, %y: tensor<4x3x2xf32> {fp8.name = "y", fp8.batch})
    -> (tensor<12x8xf32> {fp8.updates = "w"}, tensor<12x8xf8E4M3FN> {fp8.updates = "average"}, tensor<6xf32> {fp8.updates = "average.scale_inv"}, tensor<4x3x2xf32> {fp8.updates = "b"}, tensor<f32> {fp8.updates = "c"}) {
  return %w, %average, %s, %b, %c : tensor<12x8xf32>, tensor<12x8xf8E4M3FN>, tensor<6xf32>, tensor<4x3x2xf32>, tensor<f32>
}

}
