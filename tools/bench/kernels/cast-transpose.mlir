// f32 to e4m3, the same transposed, and the amax: one pass.
// Arguments: x, scale, codes, transposed, amax.

!x = memref<4096x4096xf32>
!codes = memref<4096x4096xf8E4M3FN>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#one = affine_map<(i, j) -> ()>

func.func @main(%x: !x, %scale: memref<f32>, %codes: !codes, %transposed: !codes, %amax: memref<f32>) {
  fp8.kernel "cast_transpose" ins(%x, %scale : !x, memref<f32>) outs(%codes, %transposed, %amax : !codes, !codes, memref<f32>) {
  ^bb0(%in: tensor<4096x4096xf32>, %s: tensor<f32>, %out: tensor<4096x4096xf8E4M3FN>, %outT: tensor<4096x4096xf8E4M3FN>, %max: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %none = linalg.fill ins(%zero : f32) outs(%max : tensor<f32>) -> tensor<f32>
    %q, %t, %m = linalg.generic {indexing_maps = [#ij, #one, #ij, #ji, #one], iterator_types = ["reduction", "reduction"]}
        ins(%in, %s : tensor<4096x4096xf32>, tensor<f32>)
        outs(%out, %outT, %none : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %factor: f32, %unused: f8E4M3FN, %unusedT: f8E4M3FN, %highest: f32):
      %scaled = arith.mulf %e, %factor : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      %magnitude = math.absf %e : f32
      %next = arith.maximumf %highest, %magnitude : f32
      linalg.yield %code, %code, %next : f8E4M3FN, f8E4M3FN, f32
    } -> (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %q, %t, %m : tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<f32>
  }
  return
}
