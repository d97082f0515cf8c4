module {
  func.func @rows(%arg0: tensor<128x64xf32>, %arg1: tensor<128x1xi64>, %arg2: tensor<96x64xf32>) {
    %0 = fp8.scatter_add %arg0 at %arg1 outs(%arg2 : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
    return
  }
  func.func @elements(%arg0: tensor<5xbf16>, %arg1: tensor<5x2xi32>, %arg2: tensor<96x64xbf16>) {
    %0 = fp8.scatter_add %arg0 at %arg1 outs(%arg2 : tensor<96x64xbf16>) : tensor<5xbf16>, tensor<5x2xi32>
    return
  }
  func.func @buffers(%arg0: memref<8x4xf32>, %arg1: memref<8x1xindex>, %arg2: memref<6x4xf32>) {
    fp8.scatter_add %arg0 at %arg1 outs(%arg2 : memref<6x4xf32>) : memref<8x4xf32>, memref<8x1xindex>
    return
  }
}

