module {
  func.func @scalars(%arg0: f32, %arg1: bf16, %arg2: f16, %arg3: f8E4M3FN, %arg4: i8) {
    %0 = fp8.convert %arg0 : f32 to f8E4M3FN
    %1 = fp8.convert %arg1 : bf16 to f8E5M2
    %2 = fp8.convert %arg2 format<ue4m4> : f16 to i8
    %3 = fp8.convert %arg3 : f8E4M3FN to f32
    %4 = fp8.convert %arg4 format<ue5m3> : i8 to bf16
    %5 = fp8.convert %arg0 : f32 to bf16
    %6 = fp8.convert %arg2 : f16 to f32
    return
  }
  func.func @shaped(%arg0: tensor<4x?xf32>, %arg1: vector<16xf32>) {
    %0 = fp8.convert %arg0 : tensor<4x?xf32> to tensor<4x?xf8E4M3FN>
    %1 = fp8.convert %arg1 : vector<16xf32> to vector<16xf8E5M2>
    return
  }
  func.func @rounding(%arg0: f32, %arg1: i16, %arg2: vector<16xf32>, %arg3: vector<16xi16>) {
    %0 = fp8.convert %arg0 : f32 to f8E4M3FN
    %1 = fp8.convert %arg0 random %arg1 rounding<stochastic> : f32, i16 to f8E4M3FN
    %2 = fp8.convert %arg2 random %arg3 rounding<stochastic> : vector<16xf32>, vector<16xi16> to vector<16xbf16>
    %3 = fp8.convert %arg0 rounding<stochastic_hw> : f32 to f8E5M2
    return
  }
}

