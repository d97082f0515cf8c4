// RUN: fp8-opt %s --fp8-decompose --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-LABEL: @tensor
// CHECK-SAME: (%[[X:.*]]: tensor<4x64xf32>, %[[S:.*]]: tensor<f32>, %[[C:.*]]: tensor<4x64xf8E4M3FN>, %[[A:.*]]: tensor<f32>)
func.func @tensor(%x: tensor<4x64xf32>, %s: tensor<f32>, %c: tensor<4x64xf8E4M3FN>, %a: tensor<f32>) -> (tensor<4x64xf8E4M3FN>, tensor<f32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$SCALAR]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[S]] :{{.*}}) outs(%[[C]] :
  // CHECK: %[[Y:.*]] = arith.mulf
  // CHECK: fp8.convert %[[Y]] : f32 to f8E4M3FN
  // The amax starts from its init; NaN wins in maximumf.
  // CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$SCALAR]]], iterator_types = ["reduction", "reduction"]} ins(%[[X]] :{{.*}}) outs(%[[A]] :
  // CHECK: math.absf
  // CHECK: arith.maximumf
  // Every NaN comes back as one.
  // CHECK: arith.cmpf uno
  // CHECK: arith.select
  %codes, %amax = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<4x64xf8E4M3FN>, tensor<f32>) : tensor<4x64xf32>, tensor<f32>
  return %codes, %amax : tensor<4x64xf8E4M3FN>, tensor<f32>
}

// -----

// CHECK-DAG: #[[$SCALE:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: @mx
func.func @mx(%x: tensor<4x64xbf16>, %c: tensor<4x64xf8E4M3FN>, %i: tensor<4x2xf8E8M0FNU>) -> (tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>) {
  // Granules that divide the shape are a dimension.
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [4, 2, 32]
  // CHECK: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: arith.maximumf
  // CHECK: arith.bitcast %{{.*}} : i8 to f8E8M0FNU
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$SCALE]], #{{.*}}]
  // CHECK: fp8.convert %{{.*}} : f32 to f8E4M3FN
  // CHECK: tensor.collapse_shape
  %codes, %inv = fp8.quantize %x granularity<mx> outs(%c, %i : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>) : tensor<4x64xbf16>
  return %codes, %inv : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>
}

// -----

// CHECK-DAG: #[[$SCALE:.*]] = affine_map<(d0, d1) -> (d0 floordiv 2, d1 floordiv 32)>
// CHECK-LABEL: @block_with_tail
func.func @block_with_tail(%x: tensor<5x197xf32>, %c: tensor<5x197xf8E5M2>, %i: tensor<3x7xf32>) -> (tensor<5x197xf8E5M2>, tensor<3x7xf32>) {
  // CHECK-NOT: tensor.expand_shape
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$SCALE]]], iterator_types = ["reduction", "reduction"]}
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$SCALE]], #{{.*}}], iterator_types = ["parallel", "parallel"]}
  %codes, %inv = fp8.quantize %x granularity<block 2x32> outs(%c, %i : tensor<5x197xf8E5M2>, tensor<3x7xf32>) : tensor<5x197xf32>
  return %codes, %inv : tensor<5x197xf8E5M2>, tensor<3x7xf32>
}

// -----

// CHECK-LABEL: @group
func.func @group(%x: tensor<6x64xf32>, %c: tensor<6x64xf8E4M3FN>, %i: tensor<3xf32>) -> (tensor<6x64xf8E4M3FN>, tensor<3xf32>) {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<6x64xf32> into tensor<384xf32>
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 128]
  %codes, %inv = fp8.quantize %x granularity<group 128> outs(%c, %i : tensor<6x64xf8E4M3FN>, tensor<3xf32>) : tensor<6x64xf32>
  return %codes, %inv : tensor<6x64xf8E4M3FN>, tensor<3xf32>
}

// -----

// A group knows its place in the flat tensor: rows and columns, into which it
// could be divided, would have to be multiplied together again, and neighbours
// would no longer be seen as such.

// CHECK-LABEL: @stochastic_group
func.func @stochastic_group(%x: tensor<6x64xf32>, %seed: i32, %step: i32, %c: tensor<6x64xf8E4M3FN>, %i: tensor<3xf32>) -> (tensor<6x64xf8E4M3FN>, tensor<3xf32>) {
  // CHECK: linalg.index 0
  // CHECK: %[[COLUMN:.*]] = linalg.index 1
  // CHECK: %[[FIRST:.*]] = arith.muli
  // CHECK: %[[FLAT:.*]] = arith.addi %[[FIRST]], %[[COLUMN]] : index
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[FLAT]]
  // CHECK: fp8.draw %[[INDEX]]
  %codes, %inv = fp8.quantize %x granularity<group 128> rounding<stochastic> stream 7 seed %seed step %step outs(%c, %i : tensor<6x64xf8E4M3FN>, tensor<3xf32>) : tensor<6x64xf32>
  return %codes, %inv : tensor<6x64xf8E4M3FN>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @micro_batch
func.func @micro_batch(%x: tensor<4x8xf32>, %s: tensor<f32>, %seed: i32, %step: i32, %c: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 7 use 18 : i64, i32, i32 to i16
  %codes = fp8.quantize %x by %s rounding<stochastic> stream 7 use 18 seed %seed step %step outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// CHECK-LABEL: @stochastic
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: i32, %[[STEP:[a-z0-9]*]]: i32
func.func @stochastic(%x: tensor<4x8xf32>, %s: tensor<f32>, %seed: i32, %step: i32, %c: tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E4M3FN> {
  // The draw belongs to the place in the whole tensor, of 16 columns.
  // CHECK: linalg.index 0
  // CHECK: linalg.index 1
  // CHECK: %[[R:.*]] = fp8.draw %{{.*}} seed %[[SEED]] step %[[STEP]] stream 7 use 0 : i64, i32, i32 to i16
  // CHECK: fp8.convert %{{.*}} random %[[R]] rounding<stochastic> : f32, i16 to f8E4M3FN
  %codes = fp8.quantize %x by %s rounding<stochastic> stream 7 seed %seed step %step at [2, 8] of [8, 16] outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return %codes : tensor<4x8xf8E4M3FN>
}

// -----

// Groups divide the flat tensor.
// CHECK-DAG: #[[$SCALE:.*]] = affine_map<(d0) -> (d0 floordiv 128)>
// CHECK-LABEL: @dequantize
func.func @dequantize(%c: tensor<5x197xf8E5M2>, %s: tensor<8xf32>, %o: tensor<5x197xbf16>) -> tensor<5x197xbf16> {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<5x197xf8E5M2> into tensor<985xf8E5M2>
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$SCALE]], #{{.*}}]
  // CHECK: %[[WIDE:.*]] = fp8.convert %{{.*}} : f8E5M2 to f32
  // CHECK: %[[Y:.*]] = arith.mulf %[[WIDE]], %{{.*}} : f32
  // CHECK: fp8.convert %[[Y]] : f32 to bf16
  %r = fp8.dequantize %c by %s granularity<group 128> outs(%o : tensor<5x197xbf16>) : tensor<5x197xf8E5M2>, tensor<8xf32>
  return %r : tensor<5x197xbf16>
}

// -----

// CHECK-LABEL: @amax_row
func.func @amax_row(%x: tensor<4x7xf16>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: iterator_types = ["parallel", "reduction"]
  // CHECK: fp8.convert %{{.*}} : f16 to f32
  // CHECK: arith.maximumf
  %a = fp8.amax %x granularity<row> outs(%i : tensor<4xf32>) : tensor<4x7xf16>
  return %a : tensor<4xf32>
}
