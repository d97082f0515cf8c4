#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @sgd(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xbf16>, %arg2: tensor<f32>, %arg3: i1) {
    %0 = fp8.update states(%arg0 : tensor<4x8xf32>) inputs(%arg1 : tensor<8x4xbf16>) scalars(%arg2 : tensor<f32>) skip %arg3 maps [#map, #map1] outs(%arg0 : tensor<4x8xf32>) {
    ^bb0(%state: f32, %in: f32, %scalar: f32):
      %1 = arith.mulf %scalar, %in : f32
      %2 = arith.subf %state, %1 : f32
      fp8.yield %2 : f32
    }
    return
  }
  func.func @stored(%arg0: tensor<4x256xf8E4M3FN>, %arg1: tensor<4x256xi8>, %arg2: tensor<256x4xf8E4M3FN>, %arg3: tensor<4x256xf8E4M3FN>, %arg4: tensor<8xf32>, %arg5: tensor<4x256xbf16>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: i32, %arg9: i32, %arg10: index) {
    %0:9 = fp8.update states(%arg0, %arg1, %arg3, %arg4, %arg5 : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xbf16>) scales(%arg6, %arg6 : tensor<f32>, tensor<f32>) seed %arg8 step %arg9 storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 0, copies = [<format = e4m3, transposed = true>]>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1>] reductions [#fp8.reduction<sum>, #fp8.reduction<max>] at [%arg10, 0] of [64, 256] outs(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg7, %arg7, %arg7 : tensor<4x256xf8E4M3FN>, tensor<4x256xi8>, tensor<256x4xf8E4M3FN>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xbf16>, tensor<f32>, tensor<f32>, tensor<f32>) {
    ^bb0(%state: f32, %state_0: f32, %state_1: f32):
      %1 = math.absf %state : f32
      fp8.yield %state, %state_0, %state_1, %1, %1 : f32, f32, f32, f32, f32
    }
    return
  }
  func.func @probe(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<f32>, %arg2: tensor<f32>) {
    %0 = fp8.update probe states(%arg0 : tensor<4x8xf8E4M3FN>) scales(%arg1 : tensor<f32>) storage [#fp8.storage<format = e4m3>] outs(%arg2 : tensor<f32>) {
    ^bb0(%state: f32):
      fp8.yield %state : f32
    }
    return
  }
  func.func @buffers(%arg0: memref<4x8xf32>, %arg1: memref<8xf32>) {
    fp8.update states(%arg0 : memref<4x8xf32>) inputs(%arg1 : memref<8xf32>) maps [#map, #map2] outs(%arg0 : memref<4x8xf32>) {
    ^bb0(%state: f32, %in: f32):
      %0 = arith.addf %state, %in : f32
      fp8.yield %0 : f32
    }
    return
  }
}

