// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @compute_scale_c1(%a: tensor<f32>, %p: tensor<2xf32>) {
  // expected-error @below {{'fp8.compute_scale' op expected 'previous' to have the type of the amax, 'tensor<f32>', but got 'tensor<2xf32>'}}
  %0, %1 = fp8.compute_scale %a for e4m3 keeping %p : tensor<f32>, tensor<2xf32>
  return
}

// -----

func.func @compute_scale_c2(%a: tensor<f32>) {
  // expected-note @below {{8-bit formats are e4m3, e5m2, ue4m4 and ue5m3}}
  // expected-error @below {{'fp8.compute_scale' op expected an 8-bit format or f16, but got bf16}}
  %0, %1 = fp8.compute_scale %a for bf16 : tensor<f32>
  return
}
