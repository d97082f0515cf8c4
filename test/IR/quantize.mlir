// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @tensor_scale
func.func @tensor_scale(%x: tensor<4x8xbf16>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %a: tensor<f32>) {
  // CHECK: fp8.quantize %{{.*}} by %{{.*}} outs(%{{.*}} : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
  %0 = fp8.quantize %x by %s outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
  // CHECK: fp8.quantize %{{.*}} by %{{.*}} with_amax outs(%{{.*}}, %{{.*}} : tensor<4x8xf8E4M3FN>, tensor<f32>) {fp8.name = "x"} : tensor<4x8xbf16>, tensor<f32>
  %1:2 = fp8.quantize %x by %s with_amax outs(%c, %a : tensor<4x8xf8E4M3FN>, tensor<f32>) {fp8.name = "x"} : tensor<4x8xbf16>, tensor<f32>
  return
}

// CHECK-LABEL: @own_scales
func.func @own_scales(%x: tensor<4x256xf32>, %c: tensor<4x256xf8E5M2>, %r: tensor<4xf32>, %b: tensor<2x2xf32>, %m: tensor<4x8xf8E8M0FNU>, %g: tensor<11xf32>, %a: tensor<f32>) {
  // CHECK: fp8.quantize %{{.*}} granularity<row> outs
  %0:2 = fp8.quantize %x granularity<row> outs(%c, %r : tensor<4x256xf8E5M2>, tensor<4xf32>) : tensor<4x256xf32>
  // CHECK: fp8.quantize %{{.*}} granularity<block 2x128> scaling<margin = 1, pow2 = true, epsilon = 1.000000e-03> outs
  %1:2 = fp8.quantize %x granularity<block 2x128> scaling<epsilon = 1.0e-3, pow2 = true, margin = 1> outs(%c, %b : tensor<4x256xf8E5M2>, tensor<2x2xf32>) : tensor<4x256xf32>
  // CHECK: fp8.quantize %{{.*}} granularity<mx> with_amax outs
  %2:3 = fp8.quantize %x granularity<mx> with_amax outs(%c, %m, %a : tensor<4x256xf8E5M2>, tensor<4x8xf8E8M0FNU>, tensor<f32>) : tensor<4x256xf32>
  // The last group is shorter.
  // CHECK: fp8.quantize %{{.*}} granularity<group 96> outs
  %3:2 = fp8.quantize %x granularity<group 96> outs(%c, %g : tensor<4x256xf8E5M2>, tensor<11xf32>) : tensor<4x256xf32>
  return
}

// CHECK-LABEL: @stochastic
func.func @stochastic(%x: tensor<4x8xf32>, %s: tensor<f32>, %c: tensor<4x8xf8E4M3FN>, %seed: i32, %step: i32, %row: index) {
  // CHECK: fp8.quantize %{{.*}} by %{{.*}} rounding<stochastic> stream 7 seed %{{.*}} step %{{.*}} outs
  %0 = fp8.quantize %x by %s rounding<stochastic> stream 7 seed %seed step %step outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // CHECK: rounding<stochastic> stream 7 use 17 seed %{{.*}} step %{{.*}} outs
  %u = fp8.quantize %x by %s rounding<stochastic> stream 7 use 17 seed %seed step %step outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // CHECK: rounding<stochastic> stream 7 use 17 + %{{.*}} seed %{{.*}} step %{{.*}} outs
  %of_rank = fp8.quantize %x by %s rounding<stochastic> stream 7 use 17 + %step seed %seed step %step outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  // CHECK: rounding<stochastic_hw> stream 7 seed %{{.*}} step %{{.*}} at [%{{.*}}, 8] of [16, 64] outs
  %1 = fp8.quantize %x by %s rounding<stochastic_hw> stream 7 seed %seed step %step at [%row, 8] of [16, 64] outs(%c : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%x: memref<4x8xf32, strided<[16, 1]>>, %s: memref<f32>, %c: memref<4x8xf8E4M3FN>, %a: memref<f32>) {
  // CHECK: fp8.quantize %{{.*}} by %{{.*}} with_amax outs(%{{.*}}, %{{.*}} : memref<4x8xf8E4M3FN>, memref<f32>) : memref<4x8xf32, strided<[16, 1]>>, memref<f32>
  fp8.quantize %x by %s with_amax outs(%c, %a : memref<4x8xf8E4M3FN>, memref<f32>) : memref<4x8xf32, strided<[16, 1]>>, memref<f32>
  return
}
