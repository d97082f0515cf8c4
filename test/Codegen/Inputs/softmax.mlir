// Row softmax; the exponential is expanded by --fp8-expand-math.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<64x197xf32>, %y: tensor<64x197xf32>) -> (tensor<64x197xf32>) {
  %r = fp8.kernel "softmax" ins(%x : tensor<64x197xf32>) outs(%y : tensor<64x197xf32>) {
  ^bb0(%in: tensor<64x197xf32>, %out: tensor<64x197xf32>):
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %maxInit = linalg.fill ins(%low : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x197xf32>) outs(%maxInit : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<64x197xf32>, tensor<64xf32>) outs(%out : tensor<64x197xf32>) {
    ^bb0(%e: f32, %m: f32, %unused: f32):
      %d = arith.subf %e, %m : f32
      %p = math.exp %d : f32
      linalg.yield %p : f32
    } -> tensor<64x197xf32>
    %sumInit = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%exp : tensor<64x197xf32>) outs(%sumInit : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.addf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %soft = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%exp, %sum : tensor<64x197xf32>, tensor<64xf32>) outs(%out : tensor<64x197xf32>) {
    ^bb0(%e: f32, %s: f32, %unused: f32):
      %p = arith.divf %e, %s : f32
      linalg.yield %p : f32
    } -> tensor<64x197xf32>
    fp8.kernel_yield %soft : tensor<64x197xf32>
  }
  return %r : tensor<64x197xf32>
}
