// RUN: fp8-opt %s --split-input-file --verify-diagnostics
#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c1_number(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected one indexing map per operand, 6, but got 5}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c1_rank(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the k to be a projected permutation of 5 dimensions to the rank of 'tensor<2x5x4xf32>', but got affine_map<(d0, d1, d2, d3, d4) -> (d2, d3)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h + i, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c1_permutation(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the q to be a projected permutation of 5 dimensions to the rank of 'tensor<2x7x4xf32>', but got affine_map<(d0, d1, d2, d3, d4) -> (d0 + d1, d1, d3)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c2_extent(%q: tensor<2x7x4xf32>, %k: tensor<2x5x6xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected one extent of d3, but it is 6 in the k and 4 in an earlier operand}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x6xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, z, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, z, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, z, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, z, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, z, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, z, i, j, d, e) -> (h, i)>
func.func @attention_c2_unused(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected every dimension in a map, but d1 is in none}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %z: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c3_q(%q: tensor<2x5x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the q to have, of the last three dimensions, d3, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c3_k(%q: tensor<2x7x4xf32>, %k: tensor<2x7x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the k to have, of the last three dimensions, d2 d3, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x7x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c3_v(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x4xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the v to have, of the last three dimensions, d2 d4, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x4xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (j, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c3_captured(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %c0: tensor<5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the captured tensor #0 to have neither d3 nor d4, but got affine_map<(d0, d1, d2, d3, d4) -> (d2, d4)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5, #map6] %q, %k, %v captured(%c0 : tensor<5x3xf32>) outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index, %b: f32):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c4(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected every row dimension in q or k, but d0 is in neither}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c5(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xbf16>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected q, k and v to have one element type, but got 'f32' and 'bf16'}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xbf16>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c6_number(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected 3 inits, but got 2}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4] %q, %k, %v outs(%o, %m : tensor<2x7x3xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c6_rows(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the destination of o to have every row dimension, but d0 is missing in affine_map<(d0, d1, d2, d3, d4) -> (d1, d4)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c6_maxima(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the destination of the maxima to have every row dimension, but d1 is missing in affine_map<(d0, d1, d2, d3, d4) -> (d0)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i, j)>
func.func @attention_c6_keys(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7x5xf32>) {
  // expected-error @below {{'fp8.attention' op expected the map of the destination of the sums to have, of the last three dimensions, none, but got affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7x5xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c6_element(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xbf16>) {
  // expected-error @below {{'fp8.attention' op expected maxima and sums of f32, but got 'tensor<2x7xbf16>'}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xbf16>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c7(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: memref<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected all operands to be tensors like the first one, but #2 is 'memref<2x5x3xf32>'}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, memref<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c8(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected block arguments ('f32', 'index', 'index', 'index'), but got ('f32', 'index', 'index')}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (j)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
#map6 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c8_captured(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %c0: tensor<5xi1>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected block arguments ('f32', 'index', 'index', 'index', 'i1'), but got ('f32', 'index', 'index', 'index', 'f32')}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5, #map6] %q, %k, %v captured(%c0 : tensor<5xi1>) outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index, %b: f32):
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c9_number(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    // expected-error @below {{'fp8.yield' op expected 1 or 2 values, but got 3}}
    fp8.yield %score, %score, %score : f32, f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c9_factor(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    %a = math.absf %score : f32
    // expected-error @below {{'fp8.yield' op expected a factor of the probability that does not depend on the score}}
    fp8.yield %score, %a : f32, f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

#map0 = affine_map<(h, i, j, d, e) -> (h, i, d)>
#map1 = affine_map<(h, i, j, d, e) -> (h, j, d)>
#map2 = affine_map<(h, i, j, d, e) -> (h, j, e)>
#map3 = affine_map<(h, i, j, d, e) -> (h, i, e)>
#map4 = affine_map<(h, i, j, d, e) -> (h, i)>
#map5 = affine_map<(h, i, j, d, e) -> (h, i)>
func.func @attention_c10(%q: tensor<2x7x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x3xf32>, %o: tensor<2x7x3xf32>, %m: tensor<2x7xf32>, %l: tensor<2x7xf32>) {
  // expected-error @below {{'fp8.attention' op expected a body of ops of arith and math, and fp8.convert, but found 'tensor.empty'}}
  fp8.attention [#map0, #map1, #map2, #map3, #map4, #map5] %q, %k, %v outs(%o, %m, %l : tensor<2x7x3xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  ^bb0(%score: f32, %h: index, %i: index, %j: index):
    // expected-note @below {{the op is here}}
    %t = tensor.empty() : tensor<4xf32>
    fp8.yield %score : f32
  } : tensor<2x7x4xf32>, tensor<2x5x4xf32>, tensor<2x5x3xf32>
  return
}

// -----

func.func @attention_c1_dimensions(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.attention' op expected at least three dimensions of the indexing maps, but got 2}}
  fp8.attention [affine_map<(d, e) -> (d)>, affine_map<(d, e) -> (d)>, affine_map<(d, e) -> (e)>, affine_map<(d, e) -> (e)>, affine_map<(d, e) -> (e)>, affine_map<(d, e) -> (e)>] %x, %x, %x outs(%x, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%score: f32):
    fp8.yield %score : f32
  } : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}
