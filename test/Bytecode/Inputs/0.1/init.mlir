module {
  func.func @values(%arg0: i32, %arg1: tensor<8x4xf32>, %arg2: tensor<8x4xbf16>, %arg3: tensor<f32>) {
    %0 = fp8.init zeros outs(%arg1 : tensor<8x4xf32>)
    %1 = fp8.init ones outs(%arg2 : tensor<8x4xbf16>)
    %2:2 = fp8.init constant parameters [5.000000e-01] with_amax outs(%arg1, %arg3 : tensor<8x4xf32>, tensor<f32>)
    %3 = fp8.init uniform parameters [-1.000000e+00, 2.000000e+00] stream 1 seed %arg0 outs(%arg1 : tensor<8x4xf32>)
    %4 = fp8.init normal parameters [0.000000e+00, 2.000000e-02] stream 2 seed %arg0 outs(%arg1 : tensor<8x4xf32>) {fp8.name = "w"}
    %5 = fp8.init truncated_normal parameters [0.000000e+00, 1.000000e+00, 3.000000e+00] stream 3 seed %arg0 outs(%arg1 : tensor<8x4xf32>)
    %6 = fp8.init normal gain 1.41421354 fan<in> axes [0, 1] stream 4 seed %arg0 outs(%arg1 : tensor<8x4xf32>)
    return
  }
  func.func @codes(%arg0: i32, %arg1: index, %arg2: tensor<64x32xf8E4M3FN>, %arg3: tensor<64x32xf8E5M2>, %arg4: tensor<f32>, %arg5: tensor<64x1xf8E8M0FNU>, %arg6: tensor<4x1xf32>, %arg7: tensor<16xf32>, %arg8: tensor<f32>, %arg9: tensor<64x32xf32>, %arg10: tensor<64x32xbf16>) {
    %0:4 = fp8.init normal gain 1.000000e+00 fan<average> axes [0, 1] scaling<margin = 1> stream 3 seed %arg0 with_amax with_wide outs(%arg2, %arg4, %arg8, %arg9 : tensor<64x32xf8E4M3FN>, tensor<f32>, tensor<f32>, tensor<64x32xf32>)
    %1:2 = fp8.init uniform gain 1.000000e+00 fan<out> axes [1, 0] granularity<mx> stream 3 seed %arg0 at [%arg1, 32] of [128, 64] outs(%arg2, %arg5 : tensor<64x32xf8E4M3FN>, tensor<64x1xf8E8M0FNU>)
    %2:3 = fp8.init normal parameters [0.000000e+00, 1.000000e+00] granularity<block 16x32> stream 3 seed %arg0 at [64, 0] of [128, 64] with_wide outs(%arg3, %arg6, %arg10 : tensor<64x32xf8E5M2>, tensor<4x1xf32>, tensor<64x32xbf16>)
    %3:2 = fp8.init normal parameters [0.000000e+00, 1.000000e+00] granularity<group 128> stream 3 seed %arg0 at [64, 0] of [128, 32] outs(%arg2, %arg7 : tensor<64x32xf8E4M3FN>, tensor<16xf32>)
    return
  }
  func.func @buffers(%arg0: i32, %arg1: memref<4x8xf8E4M3FN>, %arg2: memref<f32>) {
    fp8.init normal parameters [0.000000e+00, 1.000000e+00] stream 0 seed %arg0 outs(%arg1, %arg2 : memref<4x8xf8E4M3FN>, memref<f32>)
    return
  }
}

