// Kernels on buffers, for the tests of PTX. Where there are rows they are
// aligned; 4097 elements leave a tail.

#n = affine_map<(i) -> (i)>
#n0 = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#ij0 = affine_map<(i, j) -> ()>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// e4m3 codes by a tensor scale, and the amax, from one read.
func.func @launch_quantize(%x: memref<4097xf32>, %scale: memref<f32>, %codes: memref<4097xf8E4M3FN>, %amax: memref<f32>) {
  fp8.kernel "quantize" ins(%x, %scale : memref<4097xf32>, memref<f32>) outs(%codes, %amax : memref<4097xf8E4M3FN>, memref<f32>) {
  ^bb0(%in: tensor<4097xf32>, %s: tensor<f32>, %out0: tensor<4097xf8E4M3FN>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %q = linalg.generic {indexing_maps = [#n, #n0, #n], iterator_types = ["parallel"]}
        ins(%in, %s : tensor<4097xf32>, tensor<f32>) outs(%out0 : tensor<4097xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4097xf8E4M3FN>
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %m = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins(%in : tensor<4097xf32>) outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    fp8.kernel_yield %q, %m : tensor<4097xf8E4M3FN>, tensor<f32>
  }
  return
}

// Codes and transposed codes from one read.
func.func @launch_cast_transpose(%x: memref<192x256xf32>, %scale: memref<f32>, %codes: memref<192x256xf8E4M3FN>, %turned: memref<256x192xf8E4M3FN>) {
  fp8.kernel "cast_transpose" ins(%x, %scale : memref<192x256xf32>, memref<f32>) outs(%codes, %turned : memref<192x256xf8E4M3FN>, memref<256x192xf8E4M3FN>) {
  ^bb0(%in: tensor<192x256xf32>, %s: tensor<f32>, %out0: tensor<192x256xf8E4M3FN>, %out1: tensor<256x192xf8E4M3FN>):
    %q = linalg.generic {indexing_maps = [#ij, #ij0, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %s : tensor<192x256xf32>, tensor<f32>) outs(%out0 : tensor<192x256xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<192x256xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%q : tensor<192x256xf8E4M3FN>) outs(%out1 : tensor<256x192xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<256x192xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<192x256xf8E4M3FN>, tensor<256x192xf8E4M3FN>
  }
  return
}

// Row softmax; the exponential is expanded by --fp8-expand-math.
func.func @launch_softmax(%x: memref<64x256xf32>, %y: memref<64x256xf32>) {
  fp8.kernel "softmax" ins(%x : memref<64x256xf32>) outs(%y : memref<64x256xf32>) {
  ^bb0(%in: tensor<64x256xf32>, %out: tensor<64x256xf32>):
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %maxInit = linalg.fill ins(%low : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x256xf32>) outs(%maxInit : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %exp = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<64x256xf32>, tensor<64xf32>) outs(%out : tensor<64x256xf32>) {
    ^bb0(%e: f32, %m: f32, %unused: f32):
      %d = arith.subf %e, %m : f32
      %p = math.exp %d : f32
      linalg.yield %p : f32
    } -> tensor<64x256xf32>
    %sumInit = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%exp : tensor<64x256xf32>) outs(%sumInit : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %soft = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%exp, %sum : tensor<64x256xf32>, tensor<64xf32>) outs(%out : tensor<64x256xf32>) {
    ^bb0(%e: f32, %s: f32, %unused: f32):
      %p = arith.divf %e, %s : f32
      linalg.yield %p : f32
    } -> tensor<64x256xf32>
    fp8.kernel_yield %soft : tensor<64x256xf32>
  }
  return
}

// Layer norm of rows.
func.func @launch_layer_norm(%x: memref<64x256xf32>, %w: memref<256xf32>, %y: memref<64x256xf32>) {
  fp8.kernel "layer_norm" ins(%x, %w : memref<64x256xf32>, memref<256xf32>) outs(%y : memref<64x256xf32>) {
  ^bb0(%in: tensor<64x256xf32>, %gain: tensor<256xf32>, %out: tensor<64x256xf32>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %wide = tensor.empty() : tensor<64x256xf32>
    %centered = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<64x256xf32>, tensor<64xf32>) outs(%wide : tensor<64x256xf32>) {
    ^bb0(%e: f32, %s: f32, %unused: f32):
      %n = arith.constant 256.0 : f32
      %mean = arith.divf %s, %n : f32
      %d = arith.subf %e, %mean : f32
      linalg.yield %d : f32
    } -> tensor<64x256xf32>
    %squares = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%centered : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %square = arith.mulf %e, %e : f32
      %next = arith.addf %acc, %square : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %normal = linalg.generic {indexing_maps = [#ij, #i, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%centered, %squares, %gain : tensor<64x256xf32>, tensor<64xf32>, tensor<256xf32>) outs(%out : tensor<64x256xf32>) {
    ^bb0(%e: f32, %s: f32, %g: f32, %unused: f32):
      %n = arith.constant 256.0 : f32
      %eps = arith.constant 1.0e-5 : f32
      %variance = arith.divf %s, %n : f32
      %safe = arith.addf %variance, %eps : f32
      %root = math.sqrt %safe : f32
      %ratio = arith.divf %e, %root : f32
      %scaled = arith.mulf %ratio, %g : f32
      linalg.yield %scaled : f32
    } -> tensor<64x256xf32>
    fp8.kernel_yield %normal : tensor<64x256xf32>
  }
  return
}

// AdamW, states in place of f32.
func.func @launch_adamw(%w: memref<4097xf32>, %g: memref<4097xf32>, %m: memref<4097xf32>, %v: memref<4097xf32>, %lr: memref<f32>, %c1: memref<f32>, %c2: memref<f32>, %w1: memref<4097xf32>, %m1: memref<4097xf32>, %v1: memref<4097xf32>) {
  fp8.kernel "adamw" ins(%w, %g, %m, %v, %lr, %c1, %c2 : memref<4097xf32>, memref<4097xf32>, memref<4097xf32>, memref<4097xf32>, memref<f32>, memref<f32>, memref<f32>) outs(%w1, %m1, %v1 : memref<4097xf32>, memref<4097xf32>, memref<4097xf32>) {
  ^bb0(%t_w: tensor<4097xf32>, %t_g: tensor<4097xf32>, %t_m: tensor<4097xf32>, %t_v: tensor<4097xf32>, %t_lr: tensor<f32>, %t_c1: tensor<f32>, %t_c2: tensor<f32>, %t_w1: tensor<4097xf32>, %t_m1: tensor<4097xf32>, %t_v1: tensor<4097xf32>):
    %n:3 = linalg.generic {indexing_maps = [#n, #n, #n, #n, #n0, #n0, #n0, #n, #n, #n], iterator_types = ["parallel"]}
        ins(%t_w, %t_g, %t_m, %t_v, %t_lr, %t_c1, %t_c2 : tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%t_w1, %t_m1, %t_v1 : tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>) {
    ^bb0(%w_: f32, %g_: f32, %m_: f32, %v_: f32, %lr_: f32, %c1_: f32, %c2_: f32, %u0: f32, %u1: f32, %u2: f32):
      %b1 = arith.constant 0.9 : f32
      %a1 = arith.constant 0.1 : f32
      %b2 = arith.constant 0.999 : f32
      %a2 = arith.constant 0.001 : f32
      %eps = arith.constant 1.0e-8 : f32
      %wd = arith.constant 0.01 : f32
      %mb = arith.mulf %b1, %m_ : f32
      %ga = arith.mulf %a1, %g_ : f32
      %mn = arith.addf %mb, %ga : f32
      %vb = arith.mulf %b2, %v_ : f32
      %gg = arith.mulf %g_, %g_ : f32
      %gb = arith.mulf %a2, %gg : f32
      %vn = arith.addf %vb, %gb : f32
      %mh = arith.divf %mn, %c1_ : f32
      %vh = arith.divf %vn, %c2_ : f32
      %root = math.sqrt %vh : f32
      %den = arith.addf %root, %eps : f32
      %u = arith.divf %mh, %den : f32
      %decay = arith.mulf %wd, %w_ : f32
      %full = arith.addf %u, %decay : f32
      %delta = arith.mulf %lr_, %full : f32
      %pn = arith.subf %w_, %delta : f32
      linalg.yield %pn, %mn, %vn : f32, f32, f32
    } -> (tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>)
    fp8.kernel_yield %n#0, %n#1, %n#2 : tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>
  }
  return
}

// AdamW, states in place; e4m3 weights with a tensor scale and their amax.
func.func @launch_adamw_e4m3(%w: memref<4097xf8E4M3FN>, %g: memref<4097xf32>, %m: memref<4097xf32>, %v: memref<4097xf32>, %lr: memref<f32>, %c1: memref<f32>, %c2: memref<f32>, %si: memref<f32>, %s: memref<f32>, %w1: memref<4097xf8E4M3FN>, %m1: memref<4097xf32>, %v1: memref<4097xf32>, %amax: memref<f32>) {
  fp8.kernel "adamw_e4m3" ins(%w, %g, %m, %v, %lr, %c1, %c2, %si, %s : memref<4097xf8E4M3FN>, memref<4097xf32>, memref<4097xf32>, memref<4097xf32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>, memref<f32>) outs(%w1, %m1, %v1, %amax : memref<4097xf8E4M3FN>, memref<4097xf32>, memref<4097xf32>, memref<f32>) {
  ^bb0(%t_w: tensor<4097xf8E4M3FN>, %t_g: tensor<4097xf32>, %t_m: tensor<4097xf32>, %t_v: tensor<4097xf32>, %t_lr: tensor<f32>, %t_c1: tensor<f32>, %t_c2: tensor<f32>, %t_si: tensor<f32>, %t_s: tensor<f32>, %t_w1: tensor<4097xf8E4M3FN>, %t_m1: tensor<4097xf32>, %t_v1: tensor<4097xf32>, %t_amax: tensor<f32>):
    %wide = tensor.empty() : tensor<4097xf32>
    %zero = arith.constant 0.0 : f32
    %n:4 = linalg.generic {indexing_maps = [#n, #n, #n, #n, #n0, #n0, #n0, #n0, #n0, #n, #n, #n, #n], iterator_types = ["parallel"]}
        ins(%t_w, %t_g, %t_m, %t_v, %t_lr, %t_c1, %t_c2, %t_si, %t_s : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%t_w1, %t_m1, %t_v1, %wide : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>) {
    ^bb0(%w_: f8E4M3FN, %g_: f32, %m_: f32, %v_: f32, %lr_: f32, %c1_: f32, %c2_: f32, %si_: f32, %s_: f32, %u0: f8E4M3FN, %u1: f32, %u2: f32, %u3: f32):
      %b1 = arith.constant 0.9 : f32
      %a1 = arith.constant 0.1 : f32
      %b2 = arith.constant 0.999 : f32
      %a2 = arith.constant 0.001 : f32
      %eps = arith.constant 1.0e-8 : f32
      %wd = arith.constant 0.01 : f32
      %code = fp8.convert %w_ : f8E4M3FN to f32
      %p = arith.mulf %code, %si_ : f32
      %mb = arith.mulf %b1, %m_ : f32
      %ga = arith.mulf %a1, %g_ : f32
      %mn = arith.addf %mb, %ga : f32
      %vb = arith.mulf %b2, %v_ : f32
      %gg = arith.mulf %g_, %g_ : f32
      %gb = arith.mulf %a2, %gg : f32
      %vn = arith.addf %vb, %gb : f32
      %mh = arith.divf %mn, %c1_ : f32
      %vh = arith.divf %vn, %c2_ : f32
      %root = math.sqrt %vh : f32
      %den = arith.addf %root, %eps : f32
      %u = arith.divf %mh, %den : f32
      %decay = arith.mulf %wd, %p : f32
      %full = arith.addf %u, %decay : f32
      %delta = arith.mulf %lr_, %full : f32
      %pn = arith.subf %p, %delta : f32
      %sc = arith.mulf %pn, %s_ : f32
      %q = fp8.convert %sc : f32 to f8E4M3FN
      linalg.yield %q, %mn, %vn, %pn : f8E4M3FN, f32, f32, f32
    } -> (tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>)
    %init = linalg.fill ins(%zero : f32) outs(%t_amax : tensor<f32>) -> tensor<f32>
    %a = linalg.generic {indexing_maps = [#n, #n0], iterator_types = ["reduction"]}
        ins(%n#3 : tensor<4097xf32>) outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    fp8.kernel_yield %n#0, %n#1, %n#2, %a : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>
  }
  return
}

// Rows of a table.
func.func @launch_gather(%ids: memref<128xi32>, %table: memref<1000x256xf32>, %y: memref<128x256xf32>) {
  fp8.kernel "gather" ins(%ids, %table : memref<128xi32>, memref<1000x256xf32>) outs(%y : memref<128x256xf32>) {
  ^bb0(%at: tensor<128xi32>, %from: tensor<1000x256xf32>, %out: tensor<128x256xf32>):
    %r = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%at : tensor<128xi32>) outs(%out : tensor<128x256xf32>) {
    ^bb0(%i: i32, %unused: f32):
      %row = arith.index_cast %i : i32 to index
      %col = linalg.index 1 : index
      %e = tensor.extract %from[%row, %col] : tensor<1000x256xf32>
      linalg.yield %e : f32
    } -> tensor<128x256xf32>
    fp8.kernel_yield %r : tensor<128x256xf32>
  }
  return
}

// Rows added to a table, in place.
func.func @launch_scatter_add(%u: memref<128x256xf32>, %ids: memref<128x1xi32>, %table: memref<1000x256xf32>) {
  fp8.kernel "scatter_add" ins(%u, %ids : memref<128x256xf32>, memref<128x1xi32>) outs(%table : memref<1000x256xf32>) {
  ^bb0(%in: tensor<128x256xf32>, %at: tensor<128x1xi32>, %out: tensor<1000x256xf32>):
    %r = fp8.scatter_add %in at %at outs(%out : tensor<1000x256xf32>) : tensor<128x256xf32>, tensor<128x1xi32>
    fp8.kernel_yield %r : tensor<1000x256xf32>
  }
  return
}

// Eight bf16 are 128 bits; the scale is one f32 for all of them.
func.func @launch_cast_bf16(%x: memref<4096xbf16>, %scale: memref<f32>, %codes: memref<4096xf8E4M3FN>) {
  fp8.kernel "cast_bf16" ins(%x, %scale : memref<4096xbf16>, memref<f32>) outs(%codes : memref<4096xf8E4M3FN>) {
  ^bb0(%in: tensor<4096xbf16>, %s: tensor<f32>, %out: tensor<4096xf8E4M3FN>):
    %q = linalg.generic {indexing_maps = [#n, #n0, #n], iterator_types = ["parallel"]}
        ins(%in, %s : tensor<4096xbf16>, tensor<f32>) outs(%out : tensor<4096xf8E4M3FN>) {
    ^bb0(%e: bf16, %f: f32, %unused: f8E4M3FN):
      %wide = arith.extf %e : bf16 to f32
      %scaled = arith.mulf %wide, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4096xf8E4M3FN>
    fp8.kernel_yield %q : tensor<4096xf8E4M3FN>
  }
  return
}

// Sums over rows, the last of which are less than a block.
func.func @launch_column_sum(%x: memref<6304x768xbf16>, %sum: memref<768xf32>) {
  fp8.kernel "column_sum" ins(%x : memref<6304x768xbf16>) outs(%sum : memref<768xf32>) {
  ^bb0(%in: tensor<6304x768xbf16>, %out: tensor<768xf32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<768xf32>) -> tensor<768xf32>
    %r = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
        ins(%in : tensor<6304x768xbf16>) outs(%init : tensor<768xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %wide = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %wide : f32
      linalg.yield %next : f32
    } -> tensor<768xf32>
    fp8.kernel_yield %r : tensor<768xf32>
  }
  return
}
