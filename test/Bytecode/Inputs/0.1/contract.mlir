#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @operands(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<16x8xf8E5M2>, %arg2: tensor<16x8xbf16>, %arg3: tensor<f32>, %arg4: tensor<4x16xf32>, %arg5: tensor<4x16xbf16>) {
    %0 = fp8.contract [#map, #map1, #map2] %arg0 by %arg3, %arg1 by %arg3 outs(%arg4 : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
    %1 = fp8.contract [#map, #map1, #map2] %arg0 by %arg3, %arg2 outs(%arg5 : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xbf16>
    return
  }
  func.func @epilogue(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<16x8xf8E5M2>, %arg2: tensor<f32>, %arg3: tensor<16xf32>, %arg4: tensor<4x16xf8E4M3FN>, %arg5: tensor<f32>) {
    %0:2 = fp8.contract [#map, #map1, #map2] %arg0 by %arg2, %arg1 by %arg2 bias %arg3 activation<gelu_tanh> scale %arg2 with_amax outs(%arg4, %arg5 : tensor<4x16xf8E4M3FN>, tensor<f32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xf32> scale tensor<f32>
    return
  }
  func.func @batch(%arg0: tensor<2x4x8xf8E4M3FN>, %arg1: tensor<2x8x16xf8E4M3FN>, %arg2: tensor<f32>, %arg3: tensor<2x4x16xf32>) {
    %0 = fp8.contract [#map3, #map4, #map5] %arg0 by %arg2, %arg1 by %arg2 outs(%arg3 : tensor<2x4x16xf32>) : tensor<2x4x8xf8E4M3FN> by tensor<f32>, tensor<2x8x16xf8E4M3FN> by tensor<f32>
    return
  }
  func.func @buffers(%arg0: memref<4x8xf8E4M3FN>, %arg1: memref<16x8xf8E5M2>, %arg2: memref<f32>, %arg3: memref<4x16xf32>) {
    fp8.contract [#map, #map1, #map2] %arg0 by %arg2, %arg1 by %arg2 outs(%arg3 : memref<4x16xf32>) : memref<4x8xf8E4M3FN> by memref<f32>, memref<16x8xf8E5M2> by memref<f32>
    return
  }
  func.func @granules(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<4xf32>, %arg2: tensor<16x8xf8E5M2>, %arg3: tensor<16x1xf8E8M0FNU>, %arg4: tensor<4x16xf32>) {
    %0 = fp8.contract [#map, #map1, #map2] %arg0 by %arg1 granularity<row>, %arg2 by %arg3 granularity<mx> outs(%arg4 : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<4xf32>, tensor<16x8xf8E5M2> by tensor<16x1xf8E8M0FNU>
    return
  }
}

