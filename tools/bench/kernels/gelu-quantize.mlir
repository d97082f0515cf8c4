// gelu(x), in its exact form, to e4m3 under a scale that is known before, and
// the amax for the next one: one pass.
// Arguments: x, scale, codes, amax.

!x = memref<16777216xf32>
!codes = memref<16777216xf8E4M3FN>
#id = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

func.func @main(%x: !x, %scale: memref<f32>, %codes: !codes, %amax: memref<f32>) {
  fp8.kernel "gelu_quantize" ins(%x, %scale : !x, memref<f32>) outs(%codes, %amax : !codes, memref<f32>) {
  ^bb0(%in: tensor<16777216xf32>, %s: tensor<f32>, %out: tensor<16777216xf8E4M3FN>, %max: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %none = linalg.fill ins(%zero : f32) outs(%max : tensor<f32>) -> tensor<f32>
    %q, %m = linalg.generic {indexing_maps = [#id, #one, #id, #one], iterator_types = ["reduction"]}
        ins(%in, %s : tensor<16777216xf32>, tensor<f32>)
        outs(%out, %none : tensor<16777216xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %factor: f32, %unused: f8E4M3FN, %highest: f32):
      %half = arith.constant 0.5 : f32
      %one = arith.constant 1.0 : f32
      %rootHalf = arith.constant 0x3F3504F3 : f32
      %small = arith.mulf %e, %rootHalf : f32
      %erf = math.erf %small : f32
      %left = arith.mulf %half, %e : f32
      %right = arith.addf %one, %erf : f32
      %gelu = arith.mulf %left, %right : f32
      %scaled = arith.mulf %gelu, %factor : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      %magnitude = math.absf %gelu : f32
      %next = arith.maximumf %highest, %magnitude : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<16777216xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %q, %m : tensor<16777216xf8E4M3FN>, tensor<f32>
  }
  return
}
