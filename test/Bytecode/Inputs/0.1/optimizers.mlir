module {
  func.func @sgd(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:2 = fp8.sgd states(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg2 : tensor<4x8xf32>) lr %arg3 momentum 9.000000e-01 nesterov weight_decay 1.000000e-02 outs(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>)
    %1 = fp8.sgd states(%0#0 : tensor<4x8xf32>) gradient(%arg2 : tensor<4x8xf32>) lr %arg3 outs(%0#0 : tensor<4x8xf32>)
    %2:2 = fp8.sgd states(%1, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg2 : tensor<4x8xf32>) lr %arg3 momentum 9.000000e-01 dampening 1.000000e-01 outs(%1, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>)
    return %2#0, %2#1 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func @adam(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xbf16>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:3 = fp8.adam states(%arg0, %arg1, %arg2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg3 : tensor<4x8xbf16>) lr %arg4 bias_corrections %arg5, %arg6 order<optax> beta2 0.94999999999999996 outs(%arg0, %arg1, %arg2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func @adamw(%arg0: tensor<4x256xf8E4M3FN>, %arg1: tensor<8xf32>, %arg2: tensor<4x256xi8>, %arg3: tensor<4x256xf8E4M3FN>, %arg4: tensor<8xf32>, %arg5: tensor<4x256xi8>, %arg6: tensor<8xf32>, %arg7: tensor<4x256xf32>, %arg8: tensor<f32>, %arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: i32, %arg12: i32) -> tensor<4x256xf8E4M3FN> {
    %0:7 = fp8.adamw states(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>) gradient(%arg7 : tensor<4x256xf32>) lr %arg8 bias_corrections %arg9, %arg10 weight_decay 1.000000e-01 seed %arg11 step %arg12 storage [#fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 1>] outs(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<4x256xf8E4M3FN>, tensor<8xf32>, tensor<4x256xi8>, tensor<8xf32>)
    return %0#0 : tensor<4x256xf8E4M3FN>
  }
  func.func @all(%arg0: tensor<4x8xf8E4M3FN>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: i1, %arg9: index) -> (tensor<4x8xf8E4M3FN>, tensor<f32>) {
    %0 = fp8.adamw probe states(%arg0, %arg1, %arg2 : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg3 : tensor<4x8xf32>) lr %arg4 scales(%arg5) storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] outs(%arg7 : tensor<f32>)
    %1:4 = fp8.adamw states(%arg0, %arg1, %arg2 : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg3 : tensor<4x8xf32>) lr %arg4 order<apex> beta1 8.000000e-01 beta2 9.000000e-01 eps 9.9999999999999995E-7 scales(%arg5, %arg6) skip %arg8 storage [#fp8.storage<format = e4m3>, #fp8.storage<format = f32>, #fp8.storage<format = f32>] at [%arg9, 0] of [64, 8] outs(%arg0, %arg1, %arg2, %0 : tensor<4x8xf8E4M3FN>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>)
    return %1#0, %1#3 : tensor<4x8xf8E4M3FN>, tensor<f32>
  }
  func.func @lion(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xbf16>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xbf16>) {
    %0:2 = fp8.lion states(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xbf16>) gradient(%arg2 : tensor<4x8xf32>) lr %arg3 weight_decay 1.000000e-01 outs(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xbf16>)
    return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xbf16>
  }
  func.func @adagrad(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:2 = fp8.adagrad states(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg2 : tensor<4x8xf32>) lr %arg3 outs(%arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>)
    return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func @rmsprop(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<4x8xf32>, %arg5: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:4 = fp8.rmsprop states(%arg0, %arg1, %arg2, %arg3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg4 : tensor<4x8xf32>) lr %arg5 centered momentum 9.000000e-01 outs(%arg0, %arg1, %arg2, %arg3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func @lamb(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:3 = fp8.lamb states(%arg0, %arg1, %arg2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) gradient(%arg3 : tensor<4x8xf32>) lr %arg4 bias_corrections %arg5, %arg6 weight_decay 1.000000e-02 outs(%arg0, %arg1, %arg2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
    return %0#0, %0#1, %0#2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
}

