// max |x|: what current scaling reads the tensor a second time for.
// Arguments: x, amax.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>

func.func @main(%x: memref<4096x4096xf32>, %amax: memref<f32>) {
  fp8.kernel "amax" ins(%x : memref<4096x4096xf32>) outs(%amax : memref<f32>) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<f32>):
    %cst = arith.constant 0.000000e+00 : f32
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %cst_0 = arith.constant 0x7FC00000 : f32
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%in : tensor<4096x4096xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in_1: f32, %out_2: f32):
      %6 = math.absf %in_1 : f32
      %7 = arith.maximumf %out_2, %6 : f32
      linalg.yield %7 : f32
    } -> tensor<f32>
    %5 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%4 : tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in_1: f32, %out_2: f32):
      %6 = arith.cmpf uno, %in_1, %in_1 : f32
      %7 = arith.select %6, %cst_0, %in_1 : f32
      linalg.yield %7 : f32
    } -> tensor<f32>
    fp8.kernel_yield %5 : tensor<f32>
  }
  return
}
