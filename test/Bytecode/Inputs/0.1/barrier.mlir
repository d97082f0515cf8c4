module {
  func.func @barrier(%arg0: tensor<4x8xf32>, %arg1: tensor<4x16xf32>) -> tensor<4x8xf32> {
    %0 = fp8.barrier %arg0 after %arg1 : tensor<4x8xf32>, tensor<4x16xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func @cse(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %0 = math.exp %arg0 : tensor<8xf32>
    %1 = fp8.barrier %arg0 after %arg1 : tensor<8xf32>, tensor<4xf32>
    %2 = math.exp %1 : tensor<8xf32>
    %3 = fp8.barrier %arg0 after %arg1 : tensor<8xf32>, tensor<4xf32>
    %4 = math.exp %3 : tensor<8xf32>
    %5 = fp8.barrier %arg0 after %arg2 : tensor<8xf32>, tensor<4xf32>
    %6 = math.exp %5 : tensor<8xf32>
    %7 = fp8.barrier %0 after %arg2 : tensor<8xf32>, tensor<4xf32>
    return %0, %2, %4, %6 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func @buffers(%arg0: tensor<8xf8E4M3FN>, %arg1: tensor<f32>, %arg2: tensor<4xf32>) -> tensor<8xf32> {
    %0 = fp8.barrier %arg0 after %arg2 : tensor<8xf8E4M3FN>, tensor<4xf32>
    %1 = tensor.empty() : tensor<8xf32>
    %2 = fp8.dequantize %0 by %arg1 outs(%1 : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
    return %2 : tensor<8xf32>
  }
}

