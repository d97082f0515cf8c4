#map = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d4)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0)>
module {
  func.func @forward(%arg0: tensor<7x2x4xbf16>, %arg1: tensor<5x4xbf16>, %arg2: tensor<2x3x5xbf16>, %arg3: tensor<5xi1>) -> (tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>) {
    %0 = tensor.empty() : tensor<7x2x3xbf16>
    %1 = tensor.empty() : tensor<7x2xf32>
    %2:3 = fp8.attention [#map, #map1, #map2, #map3, #map4, #map5, #map5] %arg0, %arg1, %arg2 captured(%arg3 : tensor<5xi1>) outs(%0, %1, %1 : tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>) {
    ^bb0(%score: f32, %row: index, %row_0: index, %key: index, %in: i1):
      %cst = arith.constant 5.000000e-01 : f32
      %cst_1 = arith.constant 2.000000e+00 : f32
      %cst_2 = arith.constant 0.000000e+00 : f32
      %3 = arith.mulf %score, %cst : f32
      %4 = arith.select %in, %cst_1, %cst_2 : f32
      fp8.yield %3, %4 : f32, f32
    } : tensor<7x2x4xbf16>, tensor<5x4xbf16>, tensor<2x3x5xbf16>
    return %2#0, %2#1, %2#2 : tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>
  }
  func.func @backward(%arg0: tensor<7x2x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<2x3x5xf32>, %arg3: tensor<7x2x3xf32>, %arg4: tensor<7x2xf32>, %arg5: tensor<7x2xf32>, %arg6: tensor<7x2x3xf32>) -> (tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>) {
    %0 = tensor.empty() : tensor<7x2x4xf32>
    %1 = tensor.empty() : tensor<5x4xf32>
    %2 = tensor.empty() : tensor<2x3x5xf32>
    %3:3 = fp8.attention_backward [#map, #map1, #map2, #map4, #map5, #map5, #map4, #map, #map1, #map2] %arg0, %arg1, %arg2, %arg3 max %arg4 sum %arg5 grad %arg6 outs(%0, %1, %2 : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>) {
    ^bb0(%score: f32, %row: index, %row_0: index, %key: index):
      %cst = arith.constant 5.000000e-01 : f32
      %4 = arith.mulf %score, %cst : f32
      fp8.yield %4, %cst : f32, f32
    } : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>, tensor<7x2x3xf32>, tensor<7x2xf32>, tensor<7x2xf32>, tensor<7x2x3xf32>
    return %3#0, %3#1, %3#2 : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>
  }
}

