// RUN: fp8-opt %s --fp8-shard=min-elements=16 --remark-format=emitRemark --remarks-filter=fp8-shard -o /dev/null 2>&1 | FileCheck %s
// RUN: fp8-opt %s --fp8-shard="min-elements=16 unit=12 override=tensor=unit:5,r.w=whole,column|wide=whole,few=unit:1" --remark-format=emitRemark --remarks-filter=fp8-shard -o /dev/null 2>&1 | FileCheck %s --check-prefix=OVERRIDE

// Units of rows by the planes of a state and by the readers. Every module has one
// or more parameters, which updates change without a gradient.

module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
// A scale for the whole tensor, and the scales of rows.
// CHECK: 'tensor' is divided; rows per unit: 1; per rank: 3 of 10 on 4 ranks; padding: 2
// CHECK: 'row' is divided; rows per unit: 1; per rank: 3 of 10 on 4 ranks; padding: 2
// CHECK: 'block' is divided; rows per unit: 4; per rank: 4 of 10 on 4 ranks; padding: 6
// A group of 12 elements fills 3 rows of 8 with another group.
// CHECK: 'group' is divided; rows per unit: 3; per rank: 3 of 10 on 4 ranks; padding: 2
// CHECK: 'mx' is divided; rows per unit: 1; per rank: 3 of 10 on 4 ranks; padding: 2
// CHECK: 'column' is divided; rows per unit: 32; per rank: 32 of 96 on 4 ranks; padding: 32
// CHECK: 'wide' stays whole: more padding than rows; rows per unit: 16; per rank: 16 of 10 on 4 ranks; padding: 54
// CHECK: 'few' stays whole: 12 elements are fewer than 16

// OVERRIDE: 'tensor' is divided; rows per unit: 5; per rank: 5 of 10 on 4 ranks; padding: 10
// OVERRIDE: 'row' stays whole: an override says so
// OVERRIDE: 'block' stays whole: more padding than rows; rows per unit: 12;
// OVERRIDE: 'few' is divided; rows per unit: 1; per rank: 1 of 3 on 4 ranks; padding: 1
func.func @step(%tensor: tensor<10x8xf8E4M3FN> {fp8.name = "tensor", fp8.state = #fp8.state<param>}, %s: tensor<f32> {fp8.name = "scale"},
    %row: tensor<10x8xf8E4M3FN> {fp8.name = "row", fp8.state = #fp8.state<param>}, %rs: tensor<10xf32> {fp8.name = "rs"},
    %block: tensor<10x8xf8E4M3FN> {fp8.name = "block", fp8.state = #fp8.state<param>}, %bs: tensor<3x4xf32> {fp8.name = "bs"},
    %group: tensor<10x8xf8E4M3FN> {fp8.name = "group", fp8.state = #fp8.state<param>}, %gs: tensor<7xf32> {fp8.name = "gs"},
    %mx: tensor<10x8xf8E4M3FN> {fp8.name = "mx", fp8.state = #fp8.state<param>}, %ms: tensor<10x1xf8E8M0FNU> {fp8.name = "ms"},
    %column: tensor<96x8xf8E4M3FN> {fp8.name = "column", fp8.state = #fp8.state<param>}, %cs: tensor<3x8xf8E8M0FNU> {fp8.name = "cs"},
    %wide: tensor<10x8xf8E4M3FN> {fp8.name = "wide", fp8.state = #fp8.state<param>}, %ws: tensor<1x8xf32> {fp8.name = "ws"},
    %few: tensor<3x4xf32> {fp8.name = "few", fp8.state = #fp8.state<param>})
    -> (tensor<10x8xf8E4M3FN> {fp8.updates = "tensor"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "row"}, tensor<10xf32> {fp8.updates = "rs"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "block"}, tensor<3x4xf32> {fp8.updates = "bs"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "group"}, tensor<7xf32> {fp8.updates = "gs"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "mx"}, tensor<10x1xf8E8M0FNU> {fp8.updates = "ms"},
        tensor<96x8xf8E4M3FN> {fp8.updates = "column"}, tensor<3x8xf8E8M0FNU> {fp8.updates = "cs"},
        tensor<10x8xf8E4M3FN> {fp8.updates = "wide"}, tensor<1x8xf32> {fp8.updates = "ws"},
        tensor<3x4xf32> {fp8.updates = "few"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0:2 = fp8.update states(%tensor : tensor<10x8xf8E4M3FN>) scales(%s, %s : tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%tensor, %zero : tensor<10x8xf8E4M3FN>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %1:2 = fp8.update states(%row, %rs : tensor<10x8xf8E4M3FN>, tensor<10xf32>) storage [#fp8.storage<format = e4m3, granularity = <row>>] outs(%row, %rs : tensor<10x8xf8E4M3FN>, tensor<10xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %2:2 = fp8.update states(%block, %bs : tensor<10x8xf8E4M3FN>, tensor<3x4xf32>) storage [#fp8.storage<format = e4m3, granularity = <block 4x2>>] outs(%block, %bs : tensor<10x8xf8E4M3FN>, tensor<3x4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %3:2 = fp8.update states(%group, %gs : tensor<10x8xf8E4M3FN>, tensor<7xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 12>>] outs(%group, %gs : tensor<10x8xf8E4M3FN>, tensor<7xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %4:2 = fp8.update states(%mx, %ms : tensor<10x8xf8E4M3FN>, tensor<10x1xf8E8M0FNU>) storage [#fp8.storage<format = e4m3, granularity = <mx>>] outs(%mx, %ms : tensor<10x8xf8E4M3FN>, tensor<10x1xf8E8M0FNU>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %5:2 = fp8.update states(%column, %cs : tensor<96x8xf8E4M3FN>, tensor<3x8xf8E8M0FNU>) storage [#fp8.storage<format = e4m3, granularity = <mx 32x1>>] outs(%column, %cs : tensor<96x8xf8E4M3FN>, tensor<3x8xf8E8M0FNU>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %6:2 = fp8.update states(%wide, %ws : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>) storage [#fp8.storage<format = e4m3, granularity = <block 16x1>>] outs(%wide, %ws : tensor<10x8xf8E4M3FN>, tensor<1x8xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  %7 = fp8.update states(%few : tensor<3x4xf32>) outs(%few : tensor<3x4xf32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0#0, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %5#0, %5#1, %6#0, %6#1, %7 : tensor<10x8xf8E4M3FN>, tensor<10x8xf8E4M3FN>, tensor<10xf32>, tensor<10x8xf8E4M3FN>, tensor<3x4xf32>, tensor<10x8xf8E4M3FN>, tensor<7xf32>, tensor<10x8xf8E4M3FN>, tensor<10x1xf8E8M0FNU>, tensor<96x8xf8E4M3FN>, tensor<3x8xf8E8M0FNU>, tensor<10x8xf8E4M3FN>, tensor<1x8xf32>, tensor<3x4xf32>
}
}
