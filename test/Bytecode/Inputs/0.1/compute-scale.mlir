module {
  func.func @formats(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<3xf32>) {
    %scale, %scale_inv = fp8.compute_scale %arg0 for e4m3 : tensor<f32>
    %scale_0, %scale_inv_1 = fp8.compute_scale %arg2 for e5m2 scaling<margin = 2> : tensor<3xf32>
    %scale_2, %scale_inv_3 = fp8.compute_scale %arg0 for ue4m4 scaling<pow2 = true> keeping %arg1 : tensor<f32>, tensor<f32>
    %scale_4, %scale_inv_5 = fp8.compute_scale %arg0 for ue5m3 : tensor<f32>
    return
  }
}

