// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @values
func.func @values(%seed: i32, %f32: tensor<8x4xf32>, %bf16: tensor<8x4xbf16>, %a: tensor<f32>) {
  // CHECK: fp8.init zeros outs(%{{.*}} : tensor<8x4xf32>)
  %0 = fp8.init zeros outs(%f32 : tensor<8x4xf32>)
  // CHECK: fp8.init ones outs(%{{.*}} : tensor<8x4xbf16>)
  %1 = fp8.init ones outs(%bf16 : tensor<8x4xbf16>)
  // CHECK: fp8.init constant parameters [5.000000e-01] with_amax outs(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<f32>)
  %2:2 = fp8.init constant parameters [0.5] with_amax outs(%f32, %a : tensor<8x4xf32>, tensor<f32>)
  // CHECK: fp8.init uniform parameters [-1.000000e+00, 2.000000e+00] stream 1 seed %{{.*}} outs
  %3 = fp8.init uniform parameters [-1.0, 2.0] stream 1 seed %seed outs(%f32 : tensor<8x4xf32>)
  // CHECK: fp8.init normal parameters [0.000000e+00, 2.000000e-02] stream 2 seed %{{.*}} outs
  %4 = fp8.init normal parameters [0.0, 0.02] stream 2 seed %seed outs(%f32 : tensor<8x4xf32>) {fp8.name = "w"}
  // CHECK: fp8.init truncated_normal parameters [0.000000e+00, 1.000000e+00, 3.000000e+00] stream 3 seed
  %5 = fp8.init truncated_normal parameters [0.0, 1.0, 3.0] stream 3 seed %seed outs(%f32 : tensor<8x4xf32>)
  // Each parameter has all digits that it needs.
  // CHECK: fp8.init constant parameters [0.123456791] outs
  %a0 = fp8.init constant parameters [0.123456789] outs(%f32 : tensor<8x4xf32>)
  // CHECK: fp8.init normal gain 1.41421354 fan<in> axes [0, 1] stream 4 seed
  %6 = fp8.init normal gain 1.41421354 fan<in> axes [0, 1] stream 4 seed %seed outs(%f32 : tensor<8x4xf32>)
  return
}

// CHECK-LABEL: @codes
func.func @codes(%seed: i32, %row: index, %c: tensor<64x32xf8E4M3FN>, %d: tensor<64x32xf8E5M2>, %s: tensor<f32>, %m: tensor<64x1xf8E8M0FNU>, %b: tensor<4x1xf32>, %g: tensor<16xf32>, %a: tensor<f32>, %w: tensor<64x32xf32>, %h: tensor<64x32xbf16>) {
  // CHECK: fp8.init normal gain 1.000000e+00 fan<average> axes [0, 1] scaling<margin = 1> stream 3 seed %{{.*}} with_amax with_wide outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x32xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<64x32xf32>)
  %0:4 = fp8.init normal gain 1.0 fan<average> axes [0, 1] scaling<margin = 1> stream 3 seed %seed with_amax with_wide outs(%c, %s, %a, %w : tensor<64x32xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<64x32xf32>)
  // CHECK: fp8.init uniform gain 1.000000e+00 fan<out> axes [1, 0] granularity<mx> stream 3 seed %{{.*}} at [%{{.*}}, 32] of [128, 64] outs
  %1:2 = fp8.init uniform gain 1.0 fan<out> axes [1, 0] granularity<mx> stream 3 seed %seed at [%row, 32] of [128, 64] outs(%c, %m : tensor<64x32xf8E4M3FN>, tensor<64x1xf8E8M0FNU>)
  // CHECK: granularity<block 16x32> stream 3 seed %{{.*}} at [64, 0] of [128, 64] with_wide outs
  %2:3 = fp8.init normal parameters [0.0, 1.0] granularity<block 16x32> stream 3 seed %seed at [64, 0] of [128, 64] with_wide outs(%d, %b, %h : tensor<64x32xf8E5M2>, tensor<4x1xf32>, tensor<64x32xbf16>)
  // CHECK: granularity<group 128> stream 3 seed %{{.*}} at [64, 0] of [128, 32] outs
  %3:2 = fp8.init normal parameters [0.0, 1.0] granularity<group 128> stream 3 seed %seed at [64, 0] of [128, 32] outs(%c, %g : tensor<64x32xf8E4M3FN>, tensor<16xf32>)
  return
}

// CHECK-LABEL: @buffers
func.func @buffers(%seed: i32, %c: memref<4x8xf8E4M3FN>, %s: memref<f32>) {
  // CHECK: fp8.init normal parameters [0.000000e+00, 1.000000e+00] stream 0 seed %{{.*}} outs(%{{.*}}, %{{.*}} : memref<4x8xf8E4M3FN>, memref<f32>)
  fp8.init normal parameters [0.0, 1.0] stream 0 seed %seed outs(%c, %s : memref<4x8xf8E4M3FN>, memref<f32>)
  return
}
