// gelu(x) in its exact form to e4m3, a scale per 128 elements of a row: one pass.
// Arguments: x, scale_inv, codes.

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d2)>

func.func @main(%x: memref<4096x4096xf32>, %scale_inv: memref<4096x32xf32>, %codes: memref<4096x4096xf8E4M3FN>) {
  fp8.kernel "gelu_quantize_1x128" ins(%x : memref<4096x4096xf32>) outs(%scale_inv, %codes : memref<4096x32xf32>, memref<4096x4096xf8E4M3FN>) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<4096x32xf32>, %out_0: tensor<4096x4096xf8E4M3FN>):
    %cst = arith.constant 0.707106769 : f32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 4.000000e+00 : f32
    %cst_3 = arith.constant -5.02880596E-7 : f32
    %cst_4 = arith.constant -1.45774511E-5 : f32
    %cst_5 = arith.constant 3.98301519E-4 : f32
    %cst_6 = arith.constant -0.00405883929 : f32
    %cst_7 = arith.constant 0.024906246 : f32
    %cst_8 = arith.constant -0.10802611 : f32
    %cst_9 = arith.constant -0.633532345 : f32
    %cst_10 = arith.constant -1.129439 : f32
    %cst_11 = arith.constant 1.61326898E-4 : f32
    %cst_12 = arith.constant 1.44269502 : f32
    %cst_13 = arith.constant 0x4B400000 : f32
    %c1262485504_i32 = arith.constant 1262485504 : i32
    %cst_14 = arith.constant 0.693147182 : f32
    %cst_15 = arith.constant -1.90465421E-9 : f32
    %cst_16 = arith.constant 0.00139505183 : f32
    %cst_17 = arith.constant 8.368890e-03 : f32
    %cst_18 = arith.constant 0.041666206 : f32
    %cst_19 = arith.constant 0.166665182 : f32
    %cst_20 = arith.constant 5.000000e-01 : f32
    %cst_21 = arith.constant 1.000000e+00 : f32
    %c1_i32 = arith.constant 1 : i32
    %c127_i32 = arith.constant 127 : i32
    %c23_i32 = arith.constant 23 : i32
    %cst_22 = arith.constant 9.218750e-01 : f32
    %cst_23 = arith.constant 8.370100e-05 : f32
    %cst_24 = arith.constant -8.14270403E-4 : f32
    %cst_25 = arith.constant 0.00520103239 : f32
    %cst_26 = arith.constant -0.0268593989 : f32
    %cst_27 = arith.constant 0.112836957 : f32
    %cst_28 = arith.constant -0.376126349 : f32
    %cst_29 = arith.constant 0.128379166 : f32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %cst_30 = arith.constant 0x7FC00000 : f32
    %3 = tensor.empty() : tensor<4096x32xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<4096x32xf32>) -> tensor<4096x32xf32>
    %cst_31 = arith.constant 0x7F800000 : f32
    %cst_32 = arith.constant 4.480000e+02 : f32
    %cst_33 = arith.constant 3.40282347E+38 : f32
    %5 = tensor.empty() : tensor<4096x4096xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in_34: f32, %out_35: f32):
      %12 = arith.mulf %in_34, %cst : f32
      %13 = arith.bitcast %12 : f32 to i32
      %14 = arith.andi %13, %c2147483647_i32 : i32
      %15 = arith.bitcast %14 : i32 to f32
      %16 = arith.cmpf olt, %15, %cst_1 : f32
      %17 = arith.select %16, %cst_1, %15 : f32
      %18 = arith.cmpf ogt, %17, %cst_2 : f32
      %19 = arith.select %18, %cst_2, %17 : f32
      %20 = math.fma %cst_3, %19, %cst_4 : f32
      %21 = math.fma %20, %19, %cst_5 : f32
      %22 = math.fma %21, %19, %cst_6 : f32
      %23 = math.fma %22, %19, %cst_7 : f32
      %24 = math.fma %23, %19, %cst_8 : f32
      %25 = math.fma %24, %19, %cst_9 : f32
      %26 = math.fma %25, %19, %cst_10 : f32
      %27 = math.fma %26, %19, %cst_11 : f32
      %28 = arith.mulf %27, %cst_12 : f32
      %29 = arith.addf %28, %cst_13 : f32
      %30 = arith.subf %29, %cst_13 : f32
      %31 = arith.bitcast %29 : f32 to i32
      %32 = arith.subi %31, %c1262485504_i32 : i32
      %33 = arith.negf %30 : f32
      %34 = math.fma %33, %cst_14, %27 : f32
      %35 = arith.mulf %33, %cst_15 : f32
      %36 = math.fma %cst_16, %34, %cst_17 : f32
      %37 = math.fma %36, %34, %cst_18 : f32
      %38 = math.fma %37, %34, %cst_19 : f32
      %39 = math.fma %38, %34, %cst_20 : f32
      %40 = math.fma %35, %34, %35 : f32
      %41 = arith.mulf %34, %34 : f32
      %42 = math.fma %41, %39, %40 : f32
      %43 = arith.addf %34, %42 : f32
      %44 = arith.addf %43, %cst_21 : f32
      %45 = arith.shrsi %32, %c1_i32 : i32
      %46 = arith.addi %45, %c127_i32 : i32
      %47 = arith.shli %46, %c23_i32 : i32
      %48 = arith.bitcast %47 : i32 to f32
      %49 = arith.mulf %44, %48 : f32
      %50 = arith.subi %32, %45 : i32
      %51 = arith.addi %50, %c127_i32 : i32
      %52 = arith.shli %51, %c23_i32 : i32
      %53 = arith.bitcast %52 : i32 to f32
      %54 = arith.mulf %49, %53 : f32
      %55 = arith.subf %cst_21, %54 : f32
      %56 = arith.cmpf olt, %15, %cst_22 : f32
      %57 = arith.mulf %12, %12 : f32
      %58 = math.fma %cst_23, %57, %cst_24 : f32
      %59 = math.fma %58, %57, %cst_25 : f32
      %60 = math.fma %59, %57, %cst_26 : f32
      %61 = math.fma %60, %57, %cst_27 : f32
      %62 = math.fma %61, %57, %cst_28 : f32
      %63 = math.fma %62, %57, %cst_29 : f32
      %64 = math.fma %12, %63, %12 : f32
      %65 = arith.andi %13, %c-2147483648_i32 : i32
      %66 = arith.bitcast %55 : f32 to i32
      %67 = arith.ori %66, %65 : i32
      %68 = arith.bitcast %67 : i32 to f32
      %69 = arith.select %56, %64, %68 : f32
      %70 = arith.cmpf uno, %69, %69 : f32
      %71 = arith.select %70, %cst_30, %69 : f32
      %72 = arith.mulf %in_34, %cst_20 : f32
      %73 = arith.addf %71, %cst_21 : f32
      %74 = arith.mulf %72, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<4096x4096xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [4096, 1, 32, 128] : tensor<4096x4096xf32> into tensor<4096x1x32x128xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%expanded : tensor<4096x1x32x128xf32>) outs(%4 : tensor<4096x32xf32>) {
    ^bb0(%in_34: f32, %out_35: f32):
      %12 = math.absf %in_34 : f32
      %13 = arith.maximumf %out_35, %12 : f32
      linalg.yield %13 : f32
    } -> tensor<4096x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4096x32xf32>) outs(%3 : tensor<4096x32xf32>) {
    ^bb0(%in_34: f32, %out_35: f32):
      %12 = arith.cmpf uno, %in_34, %in_34 : f32
      %13 = arith.select %12, %cst_30, %in_34 : f32
      linalg.yield %13 : f32
    } -> tensor<4096x32xf32>
    %9:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<4096x32xf32>) outs(%3, %3 : tensor<4096x32xf32>, tensor<4096x32xf32>) {
    ^bb0(%in_34: f32, %out_35: f32, %out_36: f32):
      %12 = arith.cmpf olt, %cst_1, %in_34 : f32
      %13 = arith.cmpf olt, %in_34, %cst_31 : f32
      %14 = arith.andi %12, %13 : i1
      %15 = arith.divf %cst_32, %in_34 : f32
      %16 = arith.cmpf oeq, %15, %cst_31 : f32
      %17 = arith.select %16, %cst_33, %15 : f32
      %18 = arith.select %14, %17, %cst_21 : f32
      %19 = arith.divf %cst_21, %18 : f32
      linalg.yield %18, %19 : f32, f32
    } -> (tensor<4096x32xf32>, tensor<4096x32xf32>)
    %10 = tensor.empty() : tensor<4096x1x32x128xf8E4M3FN>
    %11 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %9#0 : tensor<4096x1x32x128xf32>, tensor<4096x32xf32>) outs(%10 : tensor<4096x1x32x128xf8E4M3FN>) {
    ^bb0(%in_34: f32, %in_35: f32, %out_36: f8E4M3FN):
      %12 = arith.mulf %in_34, %in_35 : f32
      %13 = fp8.convert %12 : f32 to f8E4M3FN
      linalg.yield %13 : f8E4M3FN
    } -> tensor<4096x1x32x128xf8E4M3FN>
    %collapsed = tensor.collapse_shape %11 [[0, 1], [2, 3]] : tensor<4096x1x32x128xf8E4M3FN> into tensor<4096x4096xf8E4M3FN>
    fp8.kernel_yield %9#1, %collapsed : tensor<4096x32xf32>, tensor<4096x4096xf8E4M3FN>
  }
  return
}
