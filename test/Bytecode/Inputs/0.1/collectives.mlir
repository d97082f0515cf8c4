module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
  func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) -> (tensor<4x8xf32>, tensor<f32>) {
    %0 = fp8.all_reduce sum %arg0 over ["replica", "dp"] outs(%arg1 : tensor<4x8xf32>) : tensor<4x8xf32>
    %1 = fp8.all_reduce max %arg2 over ["replica"] outs(%arg2 : tensor<f32>) : tensor<f32>
    return %0, %1 : tensor<4x8xf32>, tensor<f32>
  }
  func.func @gather(%arg0: tensor<3x8xf8E4M3FN>, %arg1: tensor<10x8xf8E4M3FN>) -> tensor<10x8xf8E4M3FN> {
    %0 = fp8.all_gather %arg0 over ["dp"] outs(%arg1 : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
    return %0 : tensor<10x8xf8E4M3FN>
  }
  func.func @scatter(%arg0: tensor<10x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<5xf32>, %arg3: tensor<1xf32>) -> (tensor<3x8xf32>, tensor<1xf32>) {
    %0 = fp8.reduce_scatter sum %arg0 over ["dp"] outs(%arg1 : tensor<3x8xf32>) : tensor<10x8xf32>
    %1 = fp8.reduce_scatter max %arg2 over ["replica", "dp"] outs(%arg3 : tensor<1xf32>) : tensor<5xf32>
    return %0, %1 : tensor<3x8xf32>, tensor<1xf32>
  }
  func.func @exchange(%arg0: tensor<3x5xi16>, %arg1: tensor<2x2x5xi16>) -> tensor<2x2x5xi16> {
    %0 = fp8.all_to_all %arg0 over ["replica"] outs(%arg1 : tensor<2x2x5xi16>) : tensor<3x5xi16>
    return %0 : tensor<2x2x5xi16>
  }
  func.func @tensors(%arg0: tensor<3x8xi8>, %arg1: tensor<2xf32>, %arg2: tensor<10x8xi8>, %arg3: tensor<7xf32>) -> (tensor<10x8xi8>, tensor<7xf32>, tensor<1xf32>, tensor<3x2x8xi8>) {
    %0:2 = fp8.all_gather %arg0, %arg1 over ["dp"] outs(%arg2, %arg3 : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
    %1 = tensor.empty() : tensor<1xf32>
    %2:2 = fp8.reduce_scatter sum %0#1, %0#1 over ["replica", "dp"] outs(%1, %1 : tensor<1xf32>, tensor<1xf32>) : tensor<7xf32>, tensor<7xf32>
    %3:2 = fp8.all_reduce max %2#0, %2#1 over ["dp"] outs(%1, %1 : tensor<1xf32>, tensor<1xf32>) : tensor<1xf32>, tensor<1xf32>
    %4 = tensor.empty() : tensor<2x2x8xi8>
    %5:2 = fp8.all_to_all %arg0, %arg0 over ["replica"] outs(%4, %4 : tensor<2x2x8xi8>, tensor<2x2x8xi8>) : tensor<3x8xi8>, tensor<3x8xi8>
    %6 = tensor.empty() : tensor<3x2x8xi8>
    %inserted_slice = tensor.insert_slice %5#1 into %6[0, 0, 0] [2, 2, 8] [1, 1, 1] : tensor<2x2x8xi8> into tensor<3x2x8xi8>
    return %0#0, %0#1, %3#1, %inserted_slice : tensor<10x8xi8>, tensor<7xf32>, tensor<1xf32>, tensor<3x2x8xi8>
  }
  func.func @buffers(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
    fp8.all_reduce sum %arg0 over ["dp"] outs(%arg1 : memref<4xf32>) : memref<4xf32>
    return
  }
  func.func @unused(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) {
    %0 = fp8.all_reduce sum %arg0 over ["dp"] outs(%arg1 : tensor<4xf32>) : tensor<4xf32>
    return
  }
}

