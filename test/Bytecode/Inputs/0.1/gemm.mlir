#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @codes(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<f32>, %arg2: tensor<16x8xf8E5M2>, %arg3: tensor<4x16xbf16>) -> tensor<4x16xbf16> {
    %0 = fp8.gemm [#map, #map1, #map2] %arg0 by %arg1, %arg2 by %arg1 outs(%arg3 : tensor<4x16xbf16>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
    return %0 : tensor<4x16xbf16>
  }
  func.func @blocks(%arg0: tensor<16x300xf8E4M3FN>, %arg1: tensor<3x16xf32>, %arg2: tensor<32x300xf8E4M3FN>, %arg3: tensor<1x4xf32>, %arg4: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %0 = fp8.gemm [#map, #map1, #map2] %arg0 by %arg1, %arg2 by %arg3 blocks<vec128>, <square128> accumulate outs(%arg4 : tensor<16x32xf32>) : tensor<16x300xf8E4M3FN> by tensor<3x16xf32>, tensor<32x300xf8E4M3FN> by tensor<1x4xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func @planned(%arg0: memref<16x64xf8E4M3FN>, %arg1: memref<1x1x32x4x4xf8E8M0FNU>, %arg2: memref<16x16xf32>) {
    fp8.gemm [#map, #map1, #map2] %arg0 by %arg1, %arg0 by %arg1 blocks<mx32>, <mx32> on<1 event 0> outs(%arg2 : memref<16x16xf32>) : memref<16x64xf8E4M3FN> by memref<1x1x32x4x4xf8E8M0FNU>, memref<16x64xf8E4M3FN> by memref<1x1x32x4x4xf8E8M0FNU>
    return
  }
  func.func @epilogue(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<f32>, %arg2: tensor<16x8xf8E5M2>, %arg3: tensor<16xbf16>, %arg4: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = fp8.gemm [#map, #map1, #map2] %arg0 by %arg1, %arg2 by %arg1 bias %arg3 activation<relu> accumulate outs(%arg4 : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32> bias tensor<16xbf16>
    return %0 : tensor<4x16xf32>
  }
  func.func @bias(%arg0: memref<4x8xf32>, %arg1: memref<16x8xf32>, %arg2: memref<16xf32>, %arg3: memref<4x16xf32>) {
    fp8.gemm [#map, #map1, #map2] %arg0, %arg1 bias %arg2 outs(%arg3 : memref<4x16xf32>) : memref<4x8xf32>, memref<16x8xf32> bias memref<16xf32>
    return
  }
}

