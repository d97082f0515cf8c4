// Softmax of each row.
// Arguments: x, y.

!x = memref<16384x1024xf32>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @main(%x: !x, %y: !x) {
  fp8.kernel "softmax" ins(%x : !x) outs(%y : !x) {
  ^bb0(%in: tensor<16384x1024xf32>, %out: tensor<16384x1024xf32>):
    %lowest = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<16384xf32>
    %wide = tensor.empty() : tensor<16384x1024xf32>
    %lows = linalg.fill ins(%lowest : f32) outs(%rows : tensor<16384xf32>) -> tensor<16384xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<16384xf32>) -> tensor<16384xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<16384x1024xf32>) outs(%lows : tensor<16384xf32>) {
    ^bb0(%e: f32, %highest: f32):
      %next = arith.maximumf %highest, %e : f32
      linalg.yield %next : f32
    } -> tensor<16384xf32>
    %powers = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<16384x1024xf32>, tensor<16384xf32>) outs(%wide : tensor<16384x1024xf32>) {
    ^bb0(%e: f32, %highest: f32, %unused: f32):
      %below = arith.subf %e, %highest : f32
      %power = math.exp %below : f32
      linalg.yield %power : f32
    } -> tensor<16384x1024xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%powers : tensor<16384x1024xf32>) outs(%zeros : tensor<16384xf32>) {
    ^bb0(%e: f32, %total: f32):
      %next = arith.addf %total, %e : f32
      linalg.yield %next : f32
    } -> tensor<16384xf32>
    %result = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%powers, %sum : tensor<16384x1024xf32>, tensor<16384xf32>) outs(%out : tensor<16384x1024xf32>) {
    ^bb0(%e: f32, %total: f32, %unused: f32):
      %share = arith.divf %e, %total : f32
      linalg.yield %share : f32
    } -> tensor<16384x1024xf32>
    fp8.kernel_yield %result : tensor<16384x1024xf32>
  }
  return
}
