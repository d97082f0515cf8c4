module {
  func.func @granularities(%arg0: tensor<4x64xf16>, %arg1: tensor<f32>, %arg2: tensor<4xf32>, %arg3: tensor<4x2xf32>) {
    %0 = fp8.amax %arg0 outs(%arg1 : tensor<f32>) : tensor<4x64xf16>
    %1 = fp8.amax %arg0 granularity<row> outs(%arg2 : tensor<4xf32>) : tensor<4x64xf16>
    %2 = fp8.amax %arg0 granularity<mx> outs(%arg3 : tensor<4x2xf32>) : tensor<4x64xf16>
    return
  }
  func.func @buffers(%arg0: memref<4x8xf32>, %arg1: memref<f32>) {
    fp8.amax %arg0 outs(%arg1 : memref<f32>) : memref<4x8xf32>
    return
  }
}

