// f32 to e4m3, each 128 elements of a row under a scale of their own: one pass.
// Arguments: x, scale_inv, codes.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>

func.func @main(%x: memref<4096x4096xf32>, %scale_inv: memref<4096x32xf32>, %codes: memref<4096x4096xf8E4M3FN>) {
  fp8.kernel "quantize_1x128" ins(%x : memref<4096x4096xf32>) outs(%scale_inv, %codes : memref<4096x32xf32>, memref<4096x4096xf8E4M3FN>) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<4096x32xf32>, %out_0: tensor<4096x4096xf8E4M3FN>):
    %cst = arith.constant 0.000000e+00 : f32
    %3 = tensor.empty() : tensor<4096x32xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4096x32xf32>) -> tensor<4096x32xf32>
    %cst_1 = arith.constant 0x7FC00000 : f32
    %cst_2 = arith.constant 0x7F800000 : f32
    %cst_3 = arith.constant 4.480000e+02 : f32
    %cst_4 = arith.constant 3.40282347E+38 : f32
    %cst_5 = arith.constant 1.000000e+00 : f32
    %expanded = tensor.expand_shape %in [[0, 1], [2, 3]] output_shape [4096, 1, 32, 128] : tensor<4096x4096xf32> into tensor<4096x1x32x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%expanded : tensor<4096x1x32x128xf32>) outs(%4 : tensor<4096x32xf32>) {
    ^bb0(%in_6: f32, %out_7: f32):
      %10 = math.absf %in_6 : f32
      %11 = arith.maximumf %out_7, %10 : f32
      linalg.yield %11 : f32
    } -> tensor<4096x32xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<4096x32xf32>) outs(%3 : tensor<4096x32xf32>) {
    ^bb0(%in_6: f32, %out_7: f32):
      %10 = arith.cmpf uno, %in_6, %in_6 : f32
      %11 = arith.select %10, %cst_1, %in_6 : f32
      linalg.yield %11 : f32
    } -> tensor<4096x32xf32>
    %7:2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4096x32xf32>) outs(%3, %3 : tensor<4096x32xf32>, tensor<4096x32xf32>) {
    ^bb0(%in_6: f32, %out_7: f32, %out_8: f32):
      %10 = arith.cmpf olt, %cst, %in_6 : f32
      %11 = arith.cmpf olt, %in_6, %cst_2 : f32
      %12 = arith.andi %10, %11 : i1
      %13 = arith.divf %cst_3, %in_6 : f32
      %14 = arith.cmpf oeq, %13, %cst_2 : f32
      %15 = arith.select %14, %cst_4, %13 : f32
      %16 = arith.select %12, %15, %cst_5 : f32
      %17 = arith.divf %cst_5, %16 : f32
      linalg.yield %16, %17 : f32, f32
    } -> (tensor<4096x32xf32>, tensor<4096x32xf32>)
    %8 = tensor.empty() : tensor<4096x1x32x128xf8E4M3FN>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %7#0 : tensor<4096x1x32x128xf32>, tensor<4096x32xf32>) outs(%8 : tensor<4096x1x32x128xf8E4M3FN>) {
    ^bb0(%in_6: f32, %in_7: f32, %out_8: f8E4M3FN):
      %10 = arith.mulf %in_6, %in_7 : f32
      %11 = fp8.convert %10 : f32 to f8E4M3FN
      linalg.yield %11 : f8E4M3FN
    } -> tensor<4096x1x32x128xf8E4M3FN>
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2, 3]] : tensor<4096x1x32x128xf8E4M3FN> into tensor<4096x4096xf8E4M3FN>
    fp8.kernel_yield %7#1, %collapsed : tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>
  }
  return
}
