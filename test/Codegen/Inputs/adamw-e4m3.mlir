// AdamW, states in place; e4m3 weights with a tensor scale and their amax.

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @main(%w: tensor<4097xf8E4M3FN>, %g: tensor<4097xf32>, %m: tensor<4097xf32>, %v: tensor<4097xf32>, %lr: tensor<f32>, %c1: tensor<f32>, %c2: tensor<f32>, %si: tensor<f32>, %s: tensor<f32>, %w1: tensor<4097xf8E4M3FN>, %m1: tensor<4097xf32>, %v1: tensor<4097xf32>, %amax: tensor<f32>) -> (tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>) {
  %r:4 = fp8.kernel "adamw_e4m3" ins(%w, %g, %m, %v, %lr, %c1, %c2, %si, %s : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%w1, %m1, %v1, %amax : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>) {
  ^bb0(%t_w: tensor<4097xf8E4M3FN>, %t_g: tensor<4097xf32>, %t_m: tensor<4097xf32>, %t_v: tensor<4097xf32>, %t_lr: tensor<f32>, %t_c1: tensor<f32>, %t_c2: tensor<f32>, %t_si: tensor<f32>, %t_s: tensor<f32>, %t_w1: tensor<4097xf8E4M3FN>, %t_m1: tensor<4097xf32>, %t_v1: tensor<4097xf32>, %t_amax: tensor<f32>):
    %wide = tensor.empty() : tensor<4097xf32>
    %zero = arith.constant 0.0 : f32
    %n:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #scalar, #scalar, #scalar, #scalar, #scalar, #id, #id, #id, #id], iterator_types = ["parallel"]}
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
    %a = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
        ins(%n#3 : tensor<4097xf32>) outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    fp8.kernel_yield %n#0, %n#1, %n#2, %a : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<4097xf8E4M3FN>, tensor<4097xf32>, tensor<4097xf32>, tensor<f32>
}
