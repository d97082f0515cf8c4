// RUN: fp8-opt %s --split-input-file --verify-diagnostics
func.func @update_scales_c1_rows(%h: tensor<0x3xf32>, %a: tensor<3xf32>) {
  // expected-error @below {{'fp8.update_scales' op expected a history of at least one row and of one column per amax, but got 'tensor<0x3xf32>' and 'tensor<3xf32>'}}
  %0:3 = fp8.update_scales %h, %a, %a for e4m3 : tensor<0x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @update_scales_c1_columns(%h: tensor<16x3xf32>, %a: tensor<4xf32>) {
  // expected-error @below {{'fp8.update_scales' op expected a history of at least one row and of one column per amax, but got 'tensor<16x3xf32>' and 'tensor<4xf32>'}}
  %0:3 = fp8.update_scales %h, %a, %a for e4m3 : tensor<16x3xf32>, tensor<4xf32>
  return
}

// -----

func.func @update_scales_c2(%h: tensor<16x3xf32>, %a: tensor<3xf32>) {
  // expected-note @below {{8-bit formats are e4m3, e5m2, ue4m4 and ue5m3}}
  // expected-error @below {{'fp8.update_scales' op expected an 8-bit format, but got f16}}
  %0:3 = fp8.update_scales %h, %a, %a for f16 : tensor<16x3xf32>, tensor<3xf32>
  return
}
