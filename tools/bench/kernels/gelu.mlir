// gelu(x) in its exact form, expanded.
// Arguments: x, y.

#map = affine_map<(d0, d1) -> (d0, d1)>

func.func @main(%x: memref<4096x4096xf32>, %y: memref<4096x4096xf32>) {
  fp8.kernel "gelu" ins(%x : memref<4096x4096xf32>) outs(%y : memref<4096x4096xf32>) {
  ^bb0(%in: tensor<4096x4096xf32>, %out: tensor<4096x4096xf32>):
    %cst = arith.constant 0.707106769 : f32
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 4.000000e+00 : f32
    %cst_2 = arith.constant -5.02880596E-7 : f32
    %cst_3 = arith.constant -1.45774511E-5 : f32
    %cst_4 = arith.constant 3.98301519E-4 : f32
    %cst_5 = arith.constant -0.00405883929 : f32
    %cst_6 = arith.constant 0.024906246 : f32
    %cst_7 = arith.constant -0.10802611 : f32
    %cst_8 = arith.constant -0.633532345 : f32
    %cst_9 = arith.constant -1.129439 : f32
    %cst_10 = arith.constant 1.61326898E-4 : f32
    %cst_11 = arith.constant 1.44269502 : f32
    %cst_12 = arith.constant 0x4B400000 : f32
    %c1262485504_i32 = arith.constant 1262485504 : i32
    %cst_13 = arith.constant 0.693147182 : f32
    %cst_14 = arith.constant -1.90465421E-9 : f32
    %cst_15 = arith.constant 0.00139505183 : f32
    %cst_16 = arith.constant 8.368890e-03 : f32
    %cst_17 = arith.constant 0.041666206 : f32
    %cst_18 = arith.constant 0.166665182 : f32
    %cst_19 = arith.constant 5.000000e-01 : f32
    %cst_20 = arith.constant 1.000000e+00 : f32
    %c1_i32 = arith.constant 1 : i32
    %c127_i32 = arith.constant 127 : i32
    %c23_i32 = arith.constant 23 : i32
    %cst_21 = arith.constant 9.218750e-01 : f32
    %cst_22 = arith.constant 8.370100e-05 : f32
    %cst_23 = arith.constant -8.14270403E-4 : f32
    %cst_24 = arith.constant 0.00520103239 : f32
    %cst_25 = arith.constant -0.0268593989 : f32
    %cst_26 = arith.constant 0.112836957 : f32
    %cst_27 = arith.constant -0.376126349 : f32
    %cst_28 = arith.constant 0.128379166 : f32
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %cst_29 = arith.constant 0x7FC00000 : f32
    %2 = tensor.empty() : tensor<4096x4096xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4096x4096xf32>) outs(%2 : tensor<4096x4096xf32>) {
    ^bb0(%in_30: f32, %out_31: f32):
      %4 = arith.mulf %in_30, %cst : f32
      %5 = arith.bitcast %4 : f32 to i32
      %6 = arith.andi %5, %c2147483647_i32 : i32
      %7 = arith.bitcast %6 : i32 to f32
      %8 = arith.cmpf olt, %7, %cst_0 : f32
      %9 = arith.select %8, %cst_0, %7 : f32
      %10 = arith.cmpf ogt, %9, %cst_1 : f32
      %11 = arith.select %10, %cst_1, %9 : f32
      %12 = math.fma %cst_2, %11, %cst_3 : f32
      %13 = math.fma %12, %11, %cst_4 : f32
      %14 = math.fma %13, %11, %cst_5 : f32
      %15 = math.fma %14, %11, %cst_6 : f32
      %16 = math.fma %15, %11, %cst_7 : f32
      %17 = math.fma %16, %11, %cst_8 : f32
      %18 = math.fma %17, %11, %cst_9 : f32
      %19 = math.fma %18, %11, %cst_10 : f32
      %20 = arith.mulf %19, %cst_11 : f32
      %21 = arith.addf %20, %cst_12 : f32
      %22 = arith.subf %21, %cst_12 : f32
      %23 = arith.bitcast %21 : f32 to i32
      %24 = arith.subi %23, %c1262485504_i32 : i32
      %25 = arith.negf %22 : f32
      %26 = math.fma %25, %cst_13, %19 : f32
      %27 = arith.mulf %25, %cst_14 : f32
      %28 = math.fma %cst_15, %26, %cst_16 : f32
      %29 = math.fma %28, %26, %cst_17 : f32
      %30 = math.fma %29, %26, %cst_18 : f32
      %31 = math.fma %30, %26, %cst_19 : f32
      %32 = math.fma %27, %26, %27 : f32
      %33 = arith.mulf %26, %26 : f32
      %34 = math.fma %33, %31, %32 : f32
      %35 = arith.addf %26, %34 : f32
      %36 = arith.addf %35, %cst_20 : f32
      %37 = arith.shrsi %24, %c1_i32 : i32
      %38 = arith.addi %37, %c127_i32 : i32
      %39 = arith.shli %38, %c23_i32 : i32
      %40 = arith.bitcast %39 : i32 to f32
      %41 = arith.mulf %36, %40 : f32
      %42 = arith.subi %24, %37 : i32
      %43 = arith.addi %42, %c127_i32 : i32
      %44 = arith.shli %43, %c23_i32 : i32
      %45 = arith.bitcast %44 : i32 to f32
      %46 = arith.mulf %41, %45 : f32
      %47 = arith.subf %cst_20, %46 : f32
      %48 = arith.cmpf olt, %7, %cst_21 : f32
      %49 = arith.mulf %4, %4 : f32
      %50 = math.fma %cst_22, %49, %cst_23 : f32
      %51 = math.fma %50, %49, %cst_24 : f32
      %52 = math.fma %51, %49, %cst_25 : f32
      %53 = math.fma %52, %49, %cst_26 : f32
      %54 = math.fma %53, %49, %cst_27 : f32
      %55 = math.fma %54, %49, %cst_28 : f32
      %56 = math.fma %4, %55, %4 : f32
      %57 = arith.andi %5, %c-2147483648_i32 : i32
      %58 = arith.bitcast %47 : f32 to i32
      %59 = arith.ori %58, %57 : i32
      %60 = arith.bitcast %59 : i32 to f32
      %61 = arith.select %48, %56, %60 : f32
      %62 = arith.cmpf uno, %61, %61 : f32
      %63 = arith.select %62, %cst_29, %61 : f32
      %64 = arith.mulf %in_30, %cst_19 : f32
      %65 = arith.addf %63, %cst_20 : f32
      %66 = arith.mulf %64, %65 : f32
      linalg.yield %66 : f32
    } -> tensor<4096x4096xf32>
    fp8.kernel_yield %3 : tensor<4096x4096xf32>
  }
  return
}
