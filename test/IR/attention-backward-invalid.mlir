// RUN: fp8-opt %s --split-input-file --verify-diagnostics
#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
func.func @attention_backward_c1(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected one indexing map per operand, 10, but got 9}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c2(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x6x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected one extent of d2, but it is 6 in the destination of dv and 5 in an earlier operand}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x6x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c3(%q: tensor<2x7x4xf32>, %k: tensor<2x7x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected the map of the k to have, of the last three dimensions, d2 d3, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x7x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c4(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected every row dimension in q or k, but d0 is in neither}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c5(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xbf16>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected q, k, v and grad to have one element type, but got 'f32' and 'bf16'}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xbf16>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c6_o(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected the map of the o to have every row dimension, but d1 is missing in affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, j)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c6_sums(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x5xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected the map of the sums to have, of the last three dimensions, none, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d2)>}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x5xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c6_element(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xbf16>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op operand #4 must be ranked tensor or memref of f32 elements, but got 'tensor<2x7xbf16>'}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xbf16>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
func.func @attention_backward_c7_number(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected 3 inits, but got 2}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk : tensor<2x7x4xf32>, tensor<2x5x4xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c7_dims(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x7x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected the map of the destination of dk to have, of the last three dimensions, d2 d3, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x7x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c7_rows(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected every row dimension in k or dq, and in q or dk, but d1 is not}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c8(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: memref<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected all operands to be tensors like the first one, but #6 is 'memref<2x7x3xf32>'}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, memref<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c9(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected block arguments ('f32', 'index', 'index', 'index'), but got ('f32', 'index', 'index')}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index):
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c10_number(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    // expected-error @below {{'fp8.yield' op expected 2 or 3 values, but got 1}}
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c10_factor(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    // expected-error @below {{'fp8.yield' op expected a factor of the probability that does not depend on the score}}
    fp8.yield %score, %score, %score : f32, f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map7 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map8 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map9 = affine_map<(h, i, j, d, e) -> (h, j, e)>
func.func @attention_backward_c11(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>, %g: tensor<2x7x3xf32>, %dq: tensor<2x7x4xf32>, %dk: tensor<2x5x4xf32>, %dv: tensor<2x5x3xf32>) {
  // expected-error @below {{'fp8.attention_backward' op expected a body of ops of arith and math, and fp8.convert, but found 'tensor.empty'}}
  fp8.attention_backward [#map0, #map1, #map2, #map3, #map4, #map5, #map6, #map7, #map8, #map9] %q, %k, %v, %o max %m sum %l grad %g outs(%dq, %dk, %dv : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    // expected-note @below {{the op is here}}
    %t = tensor.empty() : tensor<4xf32>
    fp8.yield %score, %score : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>, tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7x3xf32>
  return
}
