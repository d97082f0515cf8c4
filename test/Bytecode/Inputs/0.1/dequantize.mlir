module {
  func.func @granularities(%arg0: tensor<4x64xf8E4M3FN>, %arg1: tensor<f32>, %arg2: tensor<4xf32>, %arg3: tensor<4x2xf8E8M0FNU>, %arg4: tensor<4x64xbf16>) {
    %0 = fp8.dequantize %arg0 by %arg1 outs(%arg4 : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<f32>
    %1 = fp8.dequantize %arg0 by %arg2 granularity<row> outs(%arg4 : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4xf32>
    %2 = fp8.dequantize %arg0 by %arg3 granularity<mx> outs(%arg4 : tensor<4x64xbf16>) : tensor<4x64xf8E4M3FN>, tensor<4x2xf8E8M0FNU>
    return
  }
  func.func @dynamic(%arg0: tensor<?x64xf8E4M3FN>, %arg1: tensor<?x2xf32>, %arg2: tensor<?x64xf32>) {
    %0 = fp8.dequantize %arg0 by %arg1 granularity<block 4x32> outs(%arg2 : tensor<?x64xf32>) : tensor<?x64xf8E4M3FN>, tensor<?x2xf32>
    return
  }
  func.func @buffers(%arg0: memref<4x8xf8E5M2>, %arg1: memref<f32>, %arg2: memref<4x8xf16>) {
    fp8.dequantize %arg0 by %arg1 outs(%arg2 : memref<4x8xf16>) : memref<4x8xf8E5M2>, memref<f32>
    return
  }
}

