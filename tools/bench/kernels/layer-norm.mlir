// Layer norm of each row, forward: mean, then variance, then the row.
// Arguments: x, gamma, beta, eps, y, mean, rstd.

!x = memref<16384x1024xf32>
!columns = memref<1024xf32>
!rows = memref<16384xf32>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#n = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>

func.func @main(%x: !x, %gamma: !columns, %beta: !columns, %eps: memref<f32>, %y: !x, %mean: !rows, %rstd: !rows) {
  fp8.kernel "layer_norm" ins(%x, %gamma, %beta, %eps : !x, !columns, !columns, memref<f32>) outs(%y, %mean, %rstd : !x, !rows, !rows) {
  ^bb0(%in: tensor<16384x1024xf32>, %g: tensor<1024xf32>, %b: tensor<1024xf32>, %tiny: tensor<f32>, %out: tensor<16384x1024xf32>, %outMean: tensor<16384xf32>, %outRstd: tensor<16384xf32>):
    %zero = arith.constant 0.0 : f32
    %count = arith.constant 1024.0 : f32
    %rows = tensor.empty() : tensor<16384xf32>
    %wide = tensor.empty() : tensor<16384x1024xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<16384xf32>) -> tensor<16384xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<16384x1024xf32>) outs(%zeros : tensor<16384xf32>) {
    ^bb0(%e: f32, %total: f32):
      %next = arith.addf %total, %e : f32
      linalg.yield %next : f32
    } -> tensor<16384xf32>
    %average = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%sum : tensor<16384xf32>) outs(%outMean : tensor<16384xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %quotient = arith.divf %e, %count : f32
      linalg.yield %quotient : f32
    } -> tensor<16384xf32>
    %centred = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %average : tensor<16384x1024xf32>, tensor<16384xf32>) outs(%wide : tensor<16384x1024xf32>) {
    ^bb0(%e: f32, %m: f32, %unused: f32):
      %difference = arith.subf %e, %m : f32
      linalg.yield %difference : f32
    } -> tensor<16384x1024xf32>
    %squares = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%centred : tensor<16384x1024xf32>) outs(%zeros : tensor<16384xf32>) {
    ^bb0(%e: f32, %total: f32):
      %square = arith.mulf %e, %e : f32
      %next = arith.addf %total, %square : f32
      linalg.yield %next : f32
    } -> tensor<16384xf32>
    %inverse = linalg.generic {indexing_maps = [#n, #one, #n], iterator_types = ["parallel"]}
        ins(%squares, %tiny : tensor<16384xf32>, tensor<f32>) outs(%outRstd : tensor<16384xf32>) {
    ^bb0(%e: f32, %epsilon: f32, %unused: f32):
      %variance = arith.divf %e, %count : f32
      %positive = arith.addf %variance, %epsilon : f32
      %root = math.rsqrt %positive : f32
      linalg.yield %root : f32
    } -> tensor<16384xf32>
    %result = linalg.generic {indexing_maps = [#ij, #i, #j, #j, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%centred, %inverse, %g, %b : tensor<16384x1024xf32>, tensor<16384xf32>, tensor<1024xf32>, tensor<1024xf32>)
        outs(%out : tensor<16384x1024xf32>) {
    ^bb0(%e: f32, %r: f32, %scale: f32, %shift: f32, %unused: f32):
      %normal = arith.mulf %e, %r : f32
      %scaled = arith.mulf %normal, %scale : f32
      %shifted = arith.addf %scaled, %shift : f32
      linalg.yield %shifted : f32
    } -> tensor<16384x1024xf32>
    fp8.kernel_yield %result, %average, %inverse : tensor<16384x1024xf32>, tensor<16384xf32>, tensor<16384xf32>
  }
  return
}
