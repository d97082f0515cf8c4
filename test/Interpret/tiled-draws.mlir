// Random bits depend on the position of an element in the whole tensor: tiles
// that upstream creates have the codes of the whole, also within a larger tensor.
//
// RUN: fp8-eval %s > %t.whole
// RUN: FileCheck %s < %t.whole
// RUN: fp8-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile.mlir --transform-interpreter --lower-affine --canonicalize > %t.tiles
// RUN: FileCheck %s --check-prefix=TILED < %t.tiles
// RUN: fp8-eval %t.tiles | diff %t.whole -
// So do the lowering by upstream MLIR, of the whole and of its tiles, and
// fused kernels.
// RUN: fp8-opt %s --fp8-decompose | fp8-eval | diff %t.whole -
// RUN: fp8-opt %t.tiles --fp8-decompose | fp8-eval | diff %t.whole -

#ij = affine_map<(i, j) -> (i, j)>

// Numbers from -5 to 5, none of which is a code.
func.func private @data() -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x32xf32>
  %x = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x32xf32>) {
  ^bb0(%unused: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.constant 32 : index
    %row = arith.muli %i, %c : index
    %n = arith.addi %row, %j : index
    %k = arith.index_cast %n : index to i32
    %f = arith.sitofp %k : i32 to f32
    %step = arith.constant 0.0391 : f32
    %low = arith.constant -5.01 : f32
    %0 = arith.mulf %f, %step : f32
    %1 = arith.addf %0, %low : f32
    linalg.yield %1 : f32
  } -> tensor<8x32xf32>
  return %x : tensor<8x32xf32>
}

// CHECK-LABEL: @tensor
// CHECK: result 0: tensor<8x32xf8E4M3FN>
// TILED-LABEL: @tensor
// TILED: scf.for
// TILED: scf.for
// TILED: fp8.quantize {{.*}} at [%{{.*}}, %{{.*}}] of [8, 32] {{.*}} : tensor<4x8xf32>
func.func @tensor() -> tensor<8x32xf8E4M3FN> {
  %x = func.call @data() : () -> tensor<8x32xf32>
  %s = arith.constant dense<3.7> : tensor<f32>
  %seed = arith.constant 5 : i32
  %step = arith.constant -9 : i32
  %e = tensor.empty() : tensor<8x32xf8E4M3FN>
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 3 seed %seed step %step outs(%e : tensor<8x32xf8E4M3FN>) : tensor<8x32xf32>, tensor<f32>
  return %0 : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @placed
// TILED-LABEL: @placed
// TILED: fp8.quantize {{.*}} of [100, 70] {{.*}} : tensor<4x8xf32>
func.func @placed() -> tensor<8x32xf8E5M2> {
  %x = func.call @data() : () -> tensor<8x32xf32>
  %s = arith.constant dense<3.7> : tensor<f32>
  %seed = arith.constant 5 : i32
  %step = arith.constant 1 : i32
  %e = tensor.empty() : tensor<8x32xf8E5M2>
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 4 seed %seed step %step at [91, 37] of [100, 70] outs(%e : tensor<8x32xf8E5M2>) : tensor<8x32xf32>, tensor<f32>
  return %0 : tensor<8x32xf8E5M2>
}

// CHECK-LABEL: @block
// TILED-LABEL: @block
// TILED: fp8.quantize {{.*}} granularity<block 2x8> {{.*}} : tensor<4x8xf32>
func.func @block() -> (tensor<8x32xf8E4M3FN>, tensor<4x4xf32>) {
  %x = func.call @data() : () -> tensor<8x32xf32>
  %seed = arith.constant 5 : i32
  %step = arith.constant 1 : i32
  %e = tensor.empty() : tensor<8x32xf8E4M3FN>
  %s = tensor.empty() : tensor<4x4xf32>
  %0:2 = fp8.quantize %x granularity<block 2x8> rounding<stochastic> stream 4 seed %seed step %step outs(%e, %s : tensor<8x32xf8E4M3FN>, tensor<4x4xf32>) : tensor<8x32xf32>
  return %0#0, %0#1 : tensor<8x32xf8E4M3FN>, tensor<4x4xf32>
}
