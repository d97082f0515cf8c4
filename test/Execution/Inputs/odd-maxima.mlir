// Three equal kernels: a transposed cast to bf16, its maximum, and the maximum in f32.
#ij = affine_map<(i, j) -> (i, j)>
#s = affine_map<(i, j) -> ()>
#ji = affine_map<(i, j) -> (j, i)>
func.func @step(%w0: tensor<33x1024xf32> {fp8.name = "w0"}, %w1: tensor<33x1024xf32> {fp8.name = "w1"}, %w2: tensor<33x1024xf32> {fp8.name = "w2"}) -> (tensor<1024x33xf32> {fp8.name = "out"}) {
  %zb = arith.constant 0.0 : bf16
  %z = arith.constant 0.0 : f32
  %eb = tensor.empty() : tensor<1024x33xbf16>
  %e = tensor.empty() : tensor<1024x33xf32>
  %sb = tensor.empty() : tensor<bf16>
  %sf = tensor.empty() : tensor<f32>
  %ib = linalg.fill ins(%zb : bf16) outs(%sb : tensor<bf16>) -> tensor<bf16>
  %if = linalg.fill ins(%z : f32) outs(%sf : tensor<f32>) -> tensor<f32>
  %c0 = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%w0 : tensor<33x1024xf32>) outs(%eb : tensor<1024x33xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<1024x33xbf16>
  %m0 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%c0 : tensor<1024x33xbf16>) outs(%ib : tensor<bf16>) {
  ^bb0(%p: bf16, %acc: bf16):
    %0 = math.absf %p : bf16
    %1 = arith.maximumf %acc, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<bf16>
  %n0 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%w0 : tensor<33x1024xf32>) outs(%if : tensor<f32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = math.absf %p : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %c1 = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%w1 : tensor<33x1024xf32>) outs(%eb : tensor<1024x33xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<1024x33xbf16>
  %m1 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%c1 : tensor<1024x33xbf16>) outs(%ib : tensor<bf16>) {
  ^bb0(%p: bf16, %acc: bf16):
    %0 = math.absf %p : bf16
    %1 = arith.maximumf %acc, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<bf16>
  %n1 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%w1 : tensor<33x1024xf32>) outs(%if : tensor<f32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = math.absf %p : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %c2 = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%w2 : tensor<33x1024xf32>) outs(%eb : tensor<1024x33xbf16>) {
  ^bb0(%p: f32, %o: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<1024x33xbf16>
  %m2 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%c2 : tensor<1024x33xbf16>) outs(%ib : tensor<bf16>) {
  ^bb0(%p: bf16, %acc: bf16):
    %0 = math.absf %p : bf16
    %1 = arith.maximumf %acc, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<bf16>
  %n2 = linalg.generic {indexing_maps = [#ij, #s], iterator_types = ["reduction", "reduction"]} ins(%w2 : tensor<33x1024xf32>) outs(%if : tensor<f32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = math.absf %p : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %zeros = linalg.fill ins(%z : f32) outs(%e : tensor<1024x33xf32>) -> tensor<1024x33xf32>
  %out = linalg.generic {indexing_maps = [#ij, #ij, #ij, #s, #s, #s, #s, #s, #s, #ij], iterator_types = ["parallel", "parallel"]} ins(%c0, %c1, %c2, %m0, %m1, %m2, %n0, %n1, %n2 : tensor<1024x33xbf16>, tensor<1024x33xbf16>, tensor<1024x33xbf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<f32>, tensor<f32>, tensor<f32>) outs(%e : tensor<1024x33xf32>) {
  ^bb0(%a0: bf16, %a1: bf16, %a2: bf16, %b0: bf16, %b1: bf16, %b2: bf16, %d0: f32, %d1: f32, %d2: f32, %o: f32):
    %x0 = arith.extf %a0 : bf16 to f32
    %y0 = arith.extf %b0 : bf16 to f32
    %u0 = arith.mulf %x0, %y0 : f32
    %v0 = arith.mulf %u0, %d0 : f32
    %t0 = arith.addf %z, %v0 : f32
    %x1 = arith.extf %a1 : bf16 to f32
    %y1 = arith.extf %b1 : bf16 to f32
    %u1 = arith.mulf %x1, %y1 : f32
    %v1 = arith.mulf %u1, %d1 : f32
    %t1 = arith.addf %t0, %v1 : f32
    %x2 = arith.extf %a2 : bf16 to f32
    %y2 = arith.extf %b2 : bf16 to f32
    %u2 = arith.mulf %x2, %y2 : f32
    %v2 = arith.mulf %u2, %d2 : f32
    %t2 = arith.addf %t1, %v2 : f32
    linalg.yield %t2 : f32
  } -> tensor<1024x33xf32>
  return %out : tensor<1024x33xf32>
}
