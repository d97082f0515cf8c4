// e4m3 codes by a tensor scale, and the amax, from one read.

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @main(%x: tensor<4097xf32>, %scale: tensor<f32>, %codes: tensor<4097xf8E4M3FN>, %amax: tensor<f32>) -> (tensor<4097xf8E4M3FN>, tensor<f32>) {
  %r:2 = fp8.kernel "quantize" ins(%x, %scale : tensor<4097xf32>, tensor<f32>) outs(%codes, %amax : tensor<4097xf8E4M3FN>, tensor<f32>) {
  ^bb0(%in: tensor<4097xf32>, %s: tensor<f32>, %out0: tensor<4097xf8E4M3FN>, %out1: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %q = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel"]}
        ins(%in, %s : tensor<4097xf32>, tensor<f32>) outs(%out0 : tensor<4097xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4097xf8E4M3FN>
    %init = linalg.fill ins(%zero : f32) outs(%out1 : tensor<f32>) -> tensor<f32>
    %m = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
        ins(%in : tensor<4097xf32>) outs(%init : tensor<f32>) {
    ^bb0(%e: f32, %max: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    fp8.kernel_yield %q, %m : tensor<4097xf8E4M3FN>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<4097xf8E4M3FN>, tensor<f32>
}
