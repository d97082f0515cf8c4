module {
  func.func @tensor_scale(%arg0: tensor<4x8xbf16>, %arg1: tensor<f32>, %arg2: tensor<4x8xf8E4M3FN>, %arg3: tensor<f32>) {
    %0 = fp8.quantize %arg0 by %arg1 outs(%arg2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xbf16>, tensor<f32>
    %1:2 = fp8.quantize %arg0 by %arg1 with_amax outs(%arg2, %arg3 : tensor<4x8xf8E4M3FN>, tensor<f32>) {fp8.name = "x"} : tensor<4x8xbf16>, tensor<f32>
    return
  }
  func.func @own_scales(%arg0: tensor<4x256xf32>, %arg1: tensor<4x256xf8E5M2>, %arg2: tensor<4xf32>, %arg3: tensor<2x2xf32>, %arg4: tensor<4x8xf8E8M0FNU>, %arg5: tensor<11xf32>, %arg6: tensor<f32>) {
    %0:2 = fp8.quantize %arg0 granularity<row> outs(%arg1, %arg2 : tensor<4x256xf8E5M2>, tensor<4xf32>) : tensor<4x256xf32>
    %1:2 = fp8.quantize %arg0 granularity<block 2x128> scaling<margin = 1, pow2 = true, epsilon = 1.000000e-03> outs(%arg1, %arg3 : tensor<4x256xf8E5M2>, tensor<2x2xf32>) : tensor<4x256xf32>
    %2:3 = fp8.quantize %arg0 granularity<mx> with_amax outs(%arg1, %arg4, %arg6 : tensor<4x256xf8E5M2>, tensor<4x8xf8E8M0FNU>, tensor<f32>) : tensor<4x256xf32>
    %3:2 = fp8.quantize %arg0 granularity<group 96> outs(%arg1, %arg5 : tensor<4x256xf8E5M2>, tensor<11xf32>) : tensor<4x256xf32>
    return
  }
  func.func @stochastic(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xf8E4M3FN>, %arg3: i32, %arg4: i32, %arg5: index) {
    %0 = fp8.quantize %arg0 by %arg1 rounding<stochastic> stream 7 seed %arg3 step %arg4 outs(%arg2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
    %1 = fp8.quantize %arg0 by %arg1 rounding<stochastic> stream 7 use 17 seed %arg3 step %arg4 outs(%arg2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
    %2 = fp8.quantize %arg0 by %arg1 rounding<stochastic_hw> stream 7 seed %arg3 step %arg4 at [%arg5, 8] of [16, 64] outs(%arg2 : tensor<4x8xf8E4M3FN>) : tensor<4x8xf32>, tensor<f32>
    return
  }
  func.func @buffers(%arg0: memref<4x8xf32, strided<[16, 1]>>, %arg1: memref<f32>, %arg2: memref<4x8xf8E4M3FN>, %arg3: memref<f32>) {
    fp8.quantize %arg0 by %arg1 with_amax outs(%arg2, %arg3 : memref<4x8xf8E4M3FN>, memref<f32>) : memref<4x8xf32, strided<[16, 1]>>, memref<f32>
    return
  }
}

