module {
  func.func @algorithms(%arg0: tensor<16x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
    %new_history, %new_scales, %nonfinite = fp8.update_scales %arg0, %arg1, %arg2 for e4m3 : tensor<16x3xf32>, tensor<3xf32>
    %new_history_0, %new_scales_1, %nonfinite_2 = fp8.update_scales %arg0, %arg1, %arg2 for e5m2 algo<most_recent> scaling<epsilon = 5.000000e-01> : tensor<16x3xf32>, tensor<3xf32>
    return
  }
}

