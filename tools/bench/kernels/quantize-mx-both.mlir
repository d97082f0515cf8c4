// f32 to e4m3 in MX granules along rows and along columns, from one read.
// Arguments: x, row_codes, row_scales, column_codes, column_scales.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#mapc = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>

!x = memref<4096x4096xf32>
!codes = memref<4096x4096xf8E4M3FN>
!rows = memref<4096x128xf8E8M0FNU>
!columns = memref<128x4096xf8E8M0FNU>

func.func @main(%x: !x, %row_codes: !codes, %row_scales: !rows, %column_codes: !codes, %column_scales: !columns) {
  fp8.kernel "quantize_mx_both" ins(%x : !x) outs(%row_codes, %row_scales, %column_codes, %column_scales : !codes, !rows, !codes, !columns) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<4096x4096xf8E4M3FN>, %out_0: tensor<4096x128xf8E8M0FNU>, %out_1: tensor<4096x4096xf8E4M3FN>, %out_2: tensor<128x4096xf8E8M0FNU>):
    %cst = arith.constant 0.000000e+00 : f32
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
    %row_v3 = tensor.empty() : tensor<4096x128xf32>
    %row_v4 = linalg.fill ins(%cst : f32) outs(%row_v3 : tensor<4096x128xf32>) -> tensor<4096x128xf32>
    %row_expanded = tensor.expand_shape %in [[0], [1, 2]] output_shape [4096, 128, 32] : tensor<4096x4096xf32> into tensor<4096x128x32xf32>
    %row_v5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%row_expanded : tensor<4096x128x32xf32>) outs(%row_v4 : tensor<4096x128xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %row_v11 = math.absf %in_3 : f32
      %row_v12 = arith.maximumf %out_4, %row_v11 : f32
      linalg.yield %row_v12 : f32
    } -> tensor<4096x128xf32>
    %row_v6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%row_v5 : tensor<4096x128xf32>) outs(%row_v3 : tensor<4096x128xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %row_v11 = arith.cmpf uno, %in_3, %in_3 : f32
      %row_v12 = arith.select %row_v11, %cst_1, %in_3 : f32
      linalg.yield %row_v12 : f32
    } -> tensor<4096x128xf32>
    %row_v7 = tensor.empty() : tensor<4096x128xf8E8M0FNU>
    %row_v8:2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%row_v6 : tensor<4096x128xf32>) outs(%row_v3, %row_v7 : tensor<4096x128xf32>, tensor<4096x128xf8E8M0FNU>) {
    ^bb0(%in_3: f32, %out_4: f32, %out_5: f8E8M0FNU):
      %row_v11 = arith.divf %in_3, %cst_2 : f32
      %row_v12 = arith.bitcast %row_v11 : f32 to i32
      %row_v13 = arith.andi %row_v12, %c2147483647_i32 : i32
      %row_v14 = arith.shrui %row_v13, %c23_i32 : i32
      %row_v15 = arith.andi %row_v13, %c8388607_i32 : i32
      %row_v16 = arith.cmpi ugt, %row_v15, %c0_i32 : i32
      %row_v17 = arith.extui %row_v16 : i1 to i32
      %row_v18 = arith.addi %row_v14, %row_v17 : i32
      %row_v19 = arith.minui %row_v18, %c254_i32 : i32
      %row_v20 = arith.cmpi ugt, %row_v15, %c4194304_i32 : i32
      %row_v21 = arith.extui %row_v20 : i1 to i32
      %row_v22 = arith.cmpi ugt, %row_v14, %c0_i32 : i32
      %row_v23 = arith.select %row_v22, %row_v19, %row_v21 : i32
      %row_v24 = arith.cmpi ugt, %row_v13, %c2139095040_i32 : i32
      %row_v25 = arith.select %row_v24, %c255_i32, %row_v23 : i32
      %row_v26 = arith.subi %c254_i32, %row_v25 : i32
      %row_v27 = arith.shli %row_v26, %c23_i32 : i32
      %row_v28 = arith.cmpi ugt, %row_v26, %c0_i32 : i32
      %row_v29 = arith.select %row_v28, %row_v27, %c4194304_i32 : i32
      %row_v30 = arith.select %row_v24, %c2143289344_i32, %row_v29 : i32
      %row_v31 = arith.bitcast %row_v30 : i32 to f32
      %row_v32 = arith.trunci %row_v25 : i32 to i8
      %row_v33 = arith.bitcast %row_v32 : i8 to f8E8M0FNU
      linalg.yield %row_v31, %row_v33 : f32, f8E8M0FNU
    } -> (tensor<4096x128xf32>, tensor<4096x128xf8E8M0FNU>)
    %row_v9 = tensor.empty() : tensor<4096x128x32xf8E4M3FN>
    %row_v10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%row_expanded, %row_v8#0 : tensor<4096x128x32xf32>, tensor<4096x128xf32>) outs(%row_v9 : tensor<4096x128x32xf8E4M3FN>) {
    ^bb0(%in_3: f32, %in_4: f32, %out_5: f8E4M3FN):
      %row_v11 = arith.mulf %in_3, %in_4 : f32
      %row_v12 = fp8.convert %row_v11 : f32 to f8E4M3FN
      linalg.yield %row_v12 : f8E4M3FN
    } -> tensor<4096x128x32xf8E4M3FN>
    %row_collapsed = tensor.collapse_shape %row_v10 [[0], [1, 2]] : tensor<4096x128x32xf8E4M3FN> into tensor<4096x4096xf8E4M3FN>
    %column_v3 = tensor.empty() : tensor<128x4096xf32>
    %column_v4 = linalg.fill ins(%cst : f32) outs(%column_v3 : tensor<128x4096xf32>) -> tensor<128x4096xf32>
    %column_expanded = tensor.expand_shape %in [[0, 1], [2]] output_shape [128, 32, 4096] : tensor<4096x4096xf32> into tensor<128x32x4096xf32>
    %column_v5 = linalg.generic {indexing_maps = [#map, #mapc], iterator_types = ["parallel", "reduction", "parallel"]} ins(%column_expanded : tensor<128x32x4096xf32>) outs(%column_v4 : tensor<128x4096xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %column_v11 = math.absf %in_3 : f32
      %column_v12 = arith.maximumf %out_4, %column_v11 : f32
      linalg.yield %column_v12 : f32
    } -> tensor<128x4096xf32>
    %column_v6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%column_v5 : tensor<128x4096xf32>) outs(%column_v3 : tensor<128x4096xf32>) {
    ^bb0(%in_3: f32, %out_4: f32):
      %column_v11 = arith.cmpf uno, %in_3, %in_3 : f32
      %column_v12 = arith.select %column_v11, %cst_1, %in_3 : f32
      linalg.yield %column_v12 : f32
    } -> tensor<128x4096xf32>
    %column_v7 = tensor.empty() : tensor<128x4096xf8E8M0FNU>
    %column_v8:2 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%column_v6 : tensor<128x4096xf32>) outs(%column_v3, %column_v7 : tensor<128x4096xf32>, tensor<128x4096xf8E8M0FNU>) {
    ^bb0(%in_3: f32, %out_4: f32, %out_5: f8E8M0FNU):
      %column_v11 = arith.divf %in_3, %cst_2 : f32
      %column_v12 = arith.bitcast %column_v11 : f32 to i32
      %column_v13 = arith.andi %column_v12, %c2147483647_i32 : i32
      %column_v14 = arith.shrui %column_v13, %c23_i32 : i32
      %column_v15 = arith.andi %column_v13, %c8388607_i32 : i32
      %column_v16 = arith.cmpi ugt, %column_v15, %c0_i32 : i32
      %column_v17 = arith.extui %column_v16 : i1 to i32
      %column_v18 = arith.addi %column_v14, %column_v17 : i32
      %column_v19 = arith.minui %column_v18, %c254_i32 : i32
      %column_v20 = arith.cmpi ugt, %column_v15, %c4194304_i32 : i32
      %column_v21 = arith.extui %column_v20 : i1 to i32
      %column_v22 = arith.cmpi ugt, %column_v14, %c0_i32 : i32
      %column_v23 = arith.select %column_v22, %column_v19, %column_v21 : i32
      %column_v24 = arith.cmpi ugt, %column_v13, %c2139095040_i32 : i32
      %column_v25 = arith.select %column_v24, %c255_i32, %column_v23 : i32
      %column_v26 = arith.subi %c254_i32, %column_v25 : i32
      %column_v27 = arith.shli %column_v26, %c23_i32 : i32
      %column_v28 = arith.cmpi ugt, %column_v26, %c0_i32 : i32
      %column_v29 = arith.select %column_v28, %column_v27, %c4194304_i32 : i32
      %column_v30 = arith.select %column_v24, %c2143289344_i32, %column_v29 : i32
      %column_v31 = arith.bitcast %column_v30 : i32 to f32
      %column_v32 = arith.trunci %column_v25 : i32 to i8
      %column_v33 = arith.bitcast %column_v32 : i8 to f8E8M0FNU
      linalg.yield %column_v31, %column_v33 : f32, f8E8M0FNU
    } -> (tensor<128x4096xf32>, tensor<128x4096xf8E8M0FNU>)
    %column_v9 = tensor.empty() : tensor<128x32x4096xf8E4M3FN>
    %column_v10 = linalg.generic {indexing_maps = [#map, #mapc, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%column_expanded, %column_v8#0 : tensor<128x32x4096xf32>, tensor<128x4096xf32>) outs(%column_v9 : tensor<128x32x4096xf8E4M3FN>) {
    ^bb0(%in_3: f32, %in_4: f32, %out_5: f8E4M3FN):
      %column_v11 = arith.mulf %in_3, %in_4 : f32
      %column_v12 = fp8.convert %column_v11 : f32 to f8E4M3FN
      linalg.yield %column_v12 : f8E4M3FN
    } -> tensor<128x32x4096xf8E4M3FN>
    %column_collapsed = tensor.collapse_shape %column_v10 [[0, 1], [2]] : tensor<128x32x4096xf8E4M3FN> into tensor<4096x4096xf8E4M3FN>
    fp8.kernel_yield %row_collapsed, %row_v8#1, %column_collapsed, %column_v8#1 : tensor<4096x4096xf8E4M3FN>, tensor<4096x128xf8E8M0FNU>, tensor<4096x4096xf8E4M3FN>, tensor<128x4096xf8E8M0FNU>
  }
  return
}
