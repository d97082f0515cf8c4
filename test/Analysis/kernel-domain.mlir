// RUN: fp8-opt %s --fp8-print-kernel-domain --split-input-file --verify-diagnostics

#row = affine_map<(i, j) -> (i, j)>
#perRow = affine_map<(i, j) -> (i)>
#transposed = affine_map<(i, j) -> (j, i)>

// Square, so extents alone could not tell the two dimensions apart.
func.func @softmax_head(%x: tensor<5x5xf32>, %m: tensor<5xf32>, %y: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>) {
  // expected-remark @below {{domain [5, 5]}}
  %r:2 = fp8.kernel ins(%x : tensor<5x5xf32>) outs(%m, %y : tensor<5xf32>, tensor<5x5xf32>) {
  ^bb0(%in: tensor<5x5xf32>, %out0: tensor<5xf32>, %out1: tensor<5x5xf32>):
    %low = arith.constant 0xFF800000 : f32
    // expected-remark @below {{elementwise over [0]}}
    %init = linalg.fill ins(%low : f32) outs(%out0 : tensor<5xf32>) -> tensor<5xf32>
    // expected-remark @below {{reduction of [1] over [0, 1]}}
    %max = linalg.generic {indexing_maps = [#row, #perRow], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<5x5xf32>) outs(%init : tensor<5xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<5xf32>
    // expected-remark @below {{elementwise over [0, 1]}}
    %sub = linalg.generic {indexing_maps = [#row, #perRow, #row], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<5x5xf32>, tensor<5xf32>) outs(%out1 : tensor<5x5xf32>) {
    ^bb0(%e: f32, %top: f32, %unused: f32):
      %d = arith.subf %e, %top : f32
      linalg.yield %d : f32
    } -> tensor<5x5xf32>
    fp8.kernel_yield %max, %sub : tensor<5xf32>, tensor<5x5xf32>
  }
  return %r#0, %r#1 : tensor<5xf32>, tensor<5x5xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

func.func @transpose(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>, %z: tensor<6x4xf32>) {
  // expected-remark @below {{domain [4, 6]}}
  %r:2 = fp8.kernel ins(%x : tensor<4x6xf32>) outs(%y, %z : tensor<4x6xf32>, tensor<6x4xf32>) {
  ^bb0(%in: tensor<4x6xf32>, %out0: tensor<4x6xf32>, %out1: tensor<6x4xf32>):
    // expected-remark @below {{elementwise over [0, 1]}}
    %neg = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x6xf32>) outs(%out0 : tensor<4x6xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<4x6xf32>
    // expected-remark @below {{elementwise over [1, 0]}}
    %t = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
        ins(%neg : tensor<4x6xf32>) outs(%out1 : tensor<6x4xf32>) {
    ^bb0(%e: f32, %unused: f32):
      linalg.yield %e : f32
    } -> tensor<6x4xf32>
    fp8.kernel_yield %neg, %t : tensor<4x6xf32>, tensor<6x4xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

func.func @negative_plus_transposed(%x: tensor<4x4xf32>) {
  %r = fp8.kernel ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%in: tensor<4x4xf32>, %out: tensor<4x4xf32>):
    // expected-error @below {{unsupported by the emitter: loops 0 and 1 iterate over the same dimension of the kernel}}
    // expected-note @below {{a kernel reads and writes each tensor along one assignment of its dimensions}}
    %sum = linalg.generic {indexing_maps = [#id, #transposed, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in, %in : tensor<4x4xf32>, tensor<4x4xf32>) outs(%out : tensor<4x4xf32>) {
    ^bb0(%a: f32, %b: f32, %unused: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4x4xf32>
    fp8.kernel_yield %sum : tensor<4x4xf32>
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

func.func @negative_shifted(%x: tensor<4xf32>, %w: tensor<5xf32>) {
  %r = fp8.kernel ins(%w : tensor<5xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%in: tensor<5xf32>, %out: tensor<4xf32>):
    // expected-error @below {{unsupported by the emitter: the indexing map affine_map<(d0) -> (d0 + 1)>}}
    // expected-note @below {{maps are projected permutations, 0 in a dimension of extent 1, or a loop divided by a constant}}
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i + 1)>, #id], iterator_types = ["parallel"]}
        ins(%in : tensor<5xf32>) outs(%out : tensor<4xf32>) {
    ^bb0(%a: f32, %unused: f32):
      linalg.yield %a : f32
    } -> tensor<4xf32>
    fp8.kernel_yield %sum : tensor<4xf32>
  }
  return
}

// -----

// Rows of the table, elements of a slice, slices: three dimensions.
func.func @scatter(%table: tensor<96x64xf32>, %rows: tensor<128x64xf32>, %ids: tensor<128x1xi64>) {
  // expected-remark @below {{domain [96, 64, 128]}}
  %r = fp8.kernel ins(%rows, %ids : tensor<128x64xf32>, tensor<128x1xi64>) outs(%table : tensor<96x64xf32>) {
  ^bb0(%in0: tensor<128x64xf32>, %in1: tensor<128x1xi64>, %out: tensor<96x64xf32>):
    %zero = arith.constant 0.0 : f32
    // expected-remark @below {{elementwise over [0, 1]}}
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<96x64xf32>) -> tensor<96x64xf32>
    // expected-remark @below {{scatter over [2, 1]}}
    %sum = fp8.scatter_add %in0 at %in1 outs(%init : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
    fp8.kernel_yield %sum : tensor<96x64xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// Both ops have the same destination, which neither reads: one walks the rows
// of %x, the other the columns.
func.func @shared_empty(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %z: tensor<4x4xf32>) {
  // expected-remark @below {{domain [4, 4]}}
  %r:2 = fp8.kernel ins(%x : tensor<4x4xf32>) outs(%y, %z : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%in: tensor<4x4xf32>, %out0: tensor<4x4xf32>, %out1: tensor<4x4xf32>):
    %e = tensor.empty() : tensor<4x4xf32>
    // expected-remark @below {{elementwise over [0, 1]}}
    %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%v: f32, %unused: f32):
      linalg.yield %v : f32
    } -> tensor<4x4xf32>
    // expected-remark @below {{elementwise over [1, 0]}}
    %b = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%v: f32, %unused: f32):
      linalg.yield %v : f32
    } -> tensor<4x4xf32>
    fp8.kernel_yield %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#granule = affine_map<(i, o, j) -> (i, o)>
#split = affine_map<(i, o, j) -> (i, o, j)>
#column = affine_map<(o, i, j) -> (o, j)>
#rows = affine_map<(o, i, j) -> (o, i, j)>

// Two views split both dimensions.
func.func @views(%x: tensor<64x128xf32>, %m: tensor<64x4xf32>, %n: tensor<4x128xf32>) {
  // expected-remark @below {{domain [64, 4, 32]}}
  %r = fp8.kernel ins(%x : tensor<64x128xf32>) outs(%m : tensor<64x4xf32>) {
  ^bb0(%in: tensor<64x128xf32>, %out0: tensor<64x4xf32>):
    %view = tensor.expand_shape %in [[0], [1, 2]] output_shape [64, 4, 32] : tensor<64x128xf32> into tensor<64x4x32xf32>
    // expected-remark @below {{reduction of [2] over [0, 1, 2]}}
    %max = linalg.generic {indexing_maps = [#split, #granule], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%view : tensor<64x4x32xf32>) outs(%out0 : tensor<64x4xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64x4xf32>
    fp8.kernel_yield %max : tensor<64x4xf32>
  }
  // expected-remark @below {{domain [4, 16, 4, 32]}}
  %s:2 = fp8.kernel ins(%x : tensor<64x128xf32>) outs(%m, %n : tensor<64x4xf32>, tensor<4x128xf32>) {
  ^bb0(%in: tensor<64x128xf32>, %out0: tensor<64x4xf32>, %out1: tensor<4x128xf32>):
    %view = tensor.expand_shape %in [[0], [1, 2]] output_shape [64, 4, 32] : tensor<64x128xf32> into tensor<64x4x32xf32>
    // expected-remark @below {{reduction of [3] over [0, 1, 2, 3]}}
    %max = linalg.generic {indexing_maps = [#split, #granule], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%view : tensor<64x4x32xf32>) outs(%out0 : tensor<64x4xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64x4xf32>
    %blocks = tensor.expand_shape %in [[0, 1], [2]] output_shape [4, 16, 128] : tensor<64x128xf32> into tensor<4x16x128xf32>
    // expected-remark @below {{reduction of [1] over [0, 1, 2, 3]}}
    %low = linalg.generic {indexing_maps = [#rows, #column], iterator_types = ["parallel", "reduction", "parallel"]}
        ins(%blocks : tensor<4x16x128xf32>) outs(%out1 : tensor<4x128xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<4x128xf32>
    fp8.kernel_yield %max, %low : tensor<64x4xf32>, tensor<4x128xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#divided = affine_map<(i, j) -> (i, j floordiv 32)>

// The last granule of a row is shorter.
func.func @tails(%x: tensor<8x100xf32>, %m: tensor<8x4xf32>) {
  // expected-remark @below {{domain [8, 4, 32], 2 ends with 100 along 1}}
  %r = fp8.kernel ins(%x : tensor<8x100xf32>) outs(%m : tensor<8x4xf32>) {
  ^bb0(%in: tensor<8x100xf32>, %out0: tensor<8x4xf32>):
    // expected-remark @below {{reduction of [2] over [0, 1, 2]}}
    %max = linalg.generic {indexing_maps = [#id, #divided], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8x100xf32>) outs(%out0 : tensor<8x4xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<8x4xf32>
    fp8.kernel_yield %max : tensor<8x4xf32>
  }
  return
}

// -----

// 100 is split after every 25 and after every 20.
func.func @negative_splits_do_not_nest(%x: tensor<100xf32>, %m: tensor<4x25xf32>, %n: tensor<5x20xf32>) {
  %r:2 = fp8.kernel ins(%x : tensor<100xf32>) outs(%m, %n : tensor<4x25xf32>, tensor<5x20xf32>) {
  ^bb0(%in: tensor<100xf32>, %out0: tensor<4x25xf32>, %out1: tensor<5x20xf32>):
    %a = tensor.expand_shape %in [[0, 1]] output_shape [4, 25] : tensor<100xf32> into tensor<4x25xf32>
    // expected-error @below {{unsupported by the emitter: a reshape of 'tensor<100xf32>' to 'tensor<5x20xf32>'}}
    // expected-note @below {{all splits of one dimension nest}}
    %b = tensor.expand_shape %in [[0, 1]] output_shape [5, 20] : tensor<100xf32> into tensor<5x20xf32>
    fp8.kernel_yield %a, %b : tensor<4x25xf32>, tensor<5x20xf32>
  }
  return
}
