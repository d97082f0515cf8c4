// f32 to e4m3 in MX granules: each 32 elements of a row under an e8m0.
// Arguments: x, scale_inv, codes.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>

func.func @main(%x: memref<4096x4096xf32>, %scale_inv: memref<4096x128xf8E8M0FNU>, %codes: memref<4096x4096xf8E4M3FN>) {
  fp8.kernel "quantize_mx" ins(%x : memref<4096x4096xf32>) outs(%scale_inv, %codes : memref<4096x128xf8E8M0FNU>, memref<4096x4096xf8E4M3FN>) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<4096x128xf8E8M0FNU>, %out_0: tensor<4096x4096xf8E4M3FN>):
    %cst = arith.constant 0.000000e+00 : f32
    %3 = tensor.empty() : tensor<4096x128xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<4096x128xf32>) -> tensor<4096x128xf32>
    %cst_1 = arith.constant 0x7FC00000 : f32
    %cst_2 = arith.constant 4.480000e+02 : f32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %c23_i32 = arith.constant 23 : i32
    %c8388607_i32 = arith.constant 8388607 : i32
    %c0_i32 = arith.constant 0 : i32
    %c254_i32 = arith.constant 254 : i32
    %c4194304_i32 = arith.constant 4194304 : i32
    %c2139095040_i32 = arith.constant 2139095040 : i32
    %c255_i32 = arith.constant 255 : i32
    %c2143289344_i32 = arith.constant 2143289344 : i32
    %expanded = tensor.expand_shape %in [[0], [1, 2]] output_shape [4096, 128, 32] : tensor<4096x4096xf32> into tensor<4096x128x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<4096x128x32xf32>) outs(%4 : tensor<4096x128xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %11 = math.absf %in_3 : f32
      %12 = arith.maximumf %out_4, %11 : f32
      linalg.yield %12 : f32
    } -> tensor<4096x128xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<4096x128xf32>) outs(%3 : tensor<4096x128xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %11 = arith.cmpf uno, %in_3, %in_3 : f32
      %12 = arith.select %11, %cst_1, %in_3 : f32
      linalg.yield %12 : f32
    } -> tensor<4096x128xf32>
    %7 = tensor.empty() : tensor<4096x128xf8E8M0FNU>
    %8:2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<4096x128xf32>) outs(%3, %7 : tensor<4096x128xf32>, tensor<4096x128xf8E8M0FNU>) {
    ^bb0(%in_3: f32, %out_4: f32, %out_5: f8E8M0FNU):
      %11 = arith.divf %in_3, %cst_2 : f32
      %12 = arith.bitcast %11 : f32 to i32
      %13 = arith.andi %12, %c2147483647_i32 : i32
      %14 = arith.shrui %13, %c23_i32 : i32
      %15 = arith.andi %13, %c8388607_i32 : i32
      %16 = arith.cmpi ugt, %15, %c0_i32 : i32
      %17 = arith.extui %16 : i1 to i32
      %18 = arith.addi %14, %17 : i32
      %19 = arith.minui %18, %c254_i32 : i32
      %20 = arith.cmpi ugt, %15, %c4194304_i32 : i32
      %21 = arith.extui %20 : i1 to i32
      %22 = arith.cmpi ugt, %14, %c0_i32 : i32
      %23 = arith.select %22, %19, %21 : i32
      %24 = arith.cmpi ugt, %13, %c2139095040_i32 : i32
      %25 = arith.select %24, %c255_i32, %23 : i32
      %26 = arith.subi %c254_i32, %25 : i32
      %27 = arith.shli %26, %c23_i32 : i32
      %28 = arith.cmpi ugt, %26, %c0_i32 : i32
      %29 = arith.select %28, %27, %c4194304_i32 : i32
      %30 = arith.select %24, %c2143289344_i32, %29 : i32
      %31 = arith.bitcast %30 : i32 to f32
      %32 = arith.trunci %25 : i32 to i8
      %33 = arith.bitcast %32 : i8 to f8E8M0FNU
      linalg.yield %31, %33 : f32, f8E8M0FNU
    } -> (tensor<4096x128xf32>, tensor<4096x128xf8E8M0FNU>)
    %9 = tensor.empty() : tensor<4096x128x32xf8E4M3FN>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8#0 : tensor<4096x128x32xf32>, tensor<4096x128xf32>) outs(%9 : tensor<4096x128x32xf8E4M3FN>) {
    ^bb0(%in_3: f32, %in_4: f32, %out_5: f8E4M3FN):
      %11 = arith.mulf %in_3, %in_4 : f32
      %12 = fp8.convert %11 : f32 to f8E4M3FN
      linalg.yield %12 : f8E4M3FN
    } -> tensor<4096x128x32xf8E4M3FN>
    %collapsed = tensor.collapse_shape %10 [[0], [1, 2]] : tensor<4096x128x32xf8E4M3FN> into tensor<4096x4096xf8E4M3FN>
    fp8.kernel_yield %8#1, %collapsed : tensor<4096x128xf8E8M0FNU>, tensor<4096x4096xf8E4M3FN>
  }
  return
}
