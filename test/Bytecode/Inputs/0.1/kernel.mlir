#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @tensors(%arg0: tensor<8xf32>, %arg1: tensor<8xf8E4M3FN>, %arg2: tensor<f32>) -> (tensor<8xf8E4M3FN>, tensor<f32>) {
    %0:2 = fp8.kernel "cast" schedule<flat> ins(%arg0 : tensor<8xf32>) outs(%arg1, %arg2 : tensor<8xf8E4M3FN>, tensor<f32>) {
    ^bb0(%in: tensor<8xf32>, %out: tensor<8xf8E4M3FN>, %out_0: tensor<f32>):
      %1:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%in : tensor<8xf32>) outs(%out, %out_0 : tensor<8xf8E4M3FN>, tensor<f32>) {
      ^bb0(%in_1: f32, %out_2: f8E4M3FN, %out_3: f32):
        %2 = fp8.convert %in_1 : f32 to f8E4M3FN
        %3 = math.absf %in_1 : f32
        %4 = arith.maximumf %out_3, %3 : f32
        linalg.yield %2, %4 : f8E4M3FN, f32
      } -> (tensor<8xf8E4M3FN>, tensor<f32>)
      fp8.kernel_yield %1#0, %1#1 : tensor<8xf8E4M3FN>, tensor<f32>
    }
    return %0#0, %0#1 : tensor<8xf8E4M3FN>, tensor<f32>
  }
  func.func @memrefs(%arg0: memref<8xf32, strided<[2], offset: ?>>, %arg1: memref<8xf32>) {
    fp8.kernel ins(%arg0 : memref<8xf32, strided<[2], offset: ?>>) outs(%arg1 : memref<8xf32>) {
    ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
      fp8.kernel_yield %in : tensor<8xf32>
    }
    return
  }
  func.func @no_inputs(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = fp8.kernel outs(%arg0 : tensor<8xf32>) {
    ^bb0(%out: tensor<8xf32>):
      fp8.kernel_yield %out : tensor<8xf32>
    }
    return %0 : tensor<8xf32>
  }
}

