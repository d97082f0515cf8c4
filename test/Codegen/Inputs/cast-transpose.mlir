// Codes and transposed codes from one read.

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
#scalar = affine_map<(i, j) -> ()>

func.func @main(%x: tensor<197x192xf32>, %scale: tensor<f32>, %codes: tensor<197x192xf8E4M3FN>, %turned: tensor<192x197xf8E4M3FN>) -> (tensor<197x192xf8E4M3FN>, tensor<192x197xf8E4M3FN>) {
  %r:2 = fp8.kernel "cast_transpose" ins(%x, %scale : tensor<197x192xf32>, tensor<f32>) outs(%codes, %turned : tensor<197x192xf8E4M3FN>, tensor<192x197xf8E4M3FN>) {
  ^bb0(%in: tensor<197x192xf32>, %s: tensor<f32>, %out0: tensor<197x192xf8E4M3FN>, %out1: tensor<192x197xf8E4M3FN>):
    %q = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in, %s : tensor<197x192xf32>, tensor<f32>) outs(%out0 : tensor<197x192xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<197x192xf8E4M3FN>
    %t = linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
        ins(%q : tensor<197x192xf8E4M3FN>) outs(%out1 : tensor<192x197xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %unused: f8E4M3FN):
      linalg.yield %e : f8E4M3FN
    } -> tensor<192x197xf8E4M3FN>
    fp8.kernel_yield %q, %t : tensor<197x192xf8E4M3FN>, tensor<192x197xf8E4M3FN>
  }
  return %r#0, %r#1 : tensor<197x192xf8E4M3FN>, tensor<192x197xf8E4M3FN>
}
