#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0) -> ()>
#map6 = affine_map<() -> ()>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @train_step(%arg0: tensor<64x32xf32> {fp8.name = "params.layers.0.weight", fp8.state = #fp8.state<param>}, %arg1: tensor<64xf32> {fp8.name = "params.layers.0.bias", fp8.state = #fp8.state<param>}, %arg2: tensor<10x64xf32> {fp8.name = "params.layers.3.weight", fp8.state = #fp8.state<param>}, %arg3: tensor<10xf32> {fp8.name = "params.layers.3.bias", fp8.state = #fp8.state<param>}, %arg4: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.weight.step", fp8.state = #fp8.state<step>}, %arg5: tensor<64x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg6: tensor<64x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.weight.exp_avg_sq", fp8.state = #fp8.state<moment>}, %arg7: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.bias.step", fp8.state = #fp8.state<step>}, %arg8: tensor<64xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg9: tensor<64xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.0.bias.exp_avg_sq", fp8.state = #fp8.state<moment>}, %arg10: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.weight.step", fp8.state = #fp8.state<step>}, %arg11: tensor<10x64xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg12: tensor<10x64xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.weight.exp_avg_sq", fp8.state = #fp8.state<moment>}, %arg13: tensor<f32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.bias.step", fp8.state = #fp8.state<step>}, %arg14: tensor<10xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg15: tensor<10xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.layers.3.bias.exp_avg_sq", fp8.state = #fp8.state<moment>}, %arg16: tensor<f32> {fp8.initial = 1.000000e-03 : f32, fp8.name = "lr.0"}, %arg17: tensor<f32> {fp8.initial = 1.000000e-01 : f32, fp8.name = "weight_decay.0"}, %arg18: tensor<f32> {fp8.initial = 1.000000e-03 : f32, fp8.name = "lr.1"}, %arg19: tensor<16x32xf32> {fp8.name = "x"}, %arg20: tensor<16xi64> {fp8.name = "y"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<64x32xf32> {fp8.name = "params.layers.0.weight", fp8.updates = "params.layers.0.weight"}, tensor<64xf32> {fp8.name = "params.layers.0.bias", fp8.updates = "params.layers.0.bias"}, tensor<10x64xf32> {fp8.name = "params.layers.3.weight", fp8.updates = "params.layers.3.weight"}, tensor<10xf32> {fp8.name = "params.layers.3.bias", fp8.updates = "params.layers.3.bias"}, tensor<f32> {fp8.name = "params.layers.0.weight.step", fp8.updates = "params.layers.0.weight.step"}, tensor<64x32xf32> {fp8.name = "params.layers.0.weight.exp_avg", fp8.updates = "params.layers.0.weight.exp_avg"}, tensor<64x32xf32> {fp8.name = "params.layers.0.weight.exp_avg_sq", fp8.updates = "params.layers.0.weight.exp_avg_sq"}, tensor<f32> {fp8.name = "params.layers.0.bias.step", fp8.updates = "params.layers.0.bias.step"}, tensor<64xf32> {fp8.name = "params.layers.0.bias.exp_avg", fp8.updates = "params.layers.0.bias.exp_avg"}, tensor<64xf32> {fp8.name = "params.layers.0.bias.exp_avg_sq", fp8.updates = "params.layers.0.bias.exp_avg_sq"}, tensor<f32> {fp8.name = "params.layers.3.weight.step", fp8.updates = "params.layers.3.weight.step"}, tensor<10x64xf32> {fp8.name = "params.layers.3.weight.exp_avg", fp8.updates = "params.layers.3.weight.exp_avg"}, tensor<10x64xf32> {fp8.name = "params.layers.3.weight.exp_avg_sq", fp8.updates = "params.layers.3.weight.exp_avg_sq"}, tensor<f32> {fp8.name = "params.layers.3.bias.step", fp8.updates = "params.layers.3.bias.step"}, tensor<10xf32> {fp8.name = "params.layers.3.bias.exp_avg", fp8.updates = "params.layers.3.bias.exp_avg"}, tensor<10xf32> {fp8.name = "params.layers.3.bias.exp_avg_sq", fp8.updates = "params.layers.3.bias.exp_avg_sq"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x10xf32>
    %c10 = arith.constant 10 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f64
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant 0.99899999999999999 : f64
    %cst_5 = arith.constant 0.0010000000000000009 : f64
    %cst_6 = arith.constant 9.000000e-01 : f64
    %cst_7 = arith.constant 1.000000e-08 : f64
    %cst_8 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_9 = arith.constant dense<-0.899999976> : tensor<f32>
    %cst_10 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_11 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = arith.constant 5.000000e-01 : f32
    %c2_i64 = arith.constant 2 : i64
    %c-100_i64 = arith.constant -100 : i64
    %c16 = arith.constant 16 : index
    %c0_i64 = arith.constant 0 : i64
    %cst_13 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %cst_14 = arith.constant -1.000000e+00 : f32
    %cst_15 = arith.constant dense<1> : tensor<i64>
    %cst_16 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<32x64xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<64x32xf32>) outs(%0 : tensor<32x64xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<16x64xf32>
    %2 = linalg.fill ins(%cst_13 : f32) outs(%1 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %3 = linalg.matmul ins(%arg19, %transposed : tensor<16x32xf32>, tensor<32x64xf32>) outs(%2 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.tanh %in : f32
      linalg.yield %204 : f32
    } -> tensor<16x64xf32>
    %7 = tensor.empty() : tensor<64x10xf32>
    %transposed_17 = linalg.transpose ins(%arg2 : tensor<10x64xf32>) outs(%7 : tensor<64x10xf32>) permutation = [1, 0] 
    %8 = tensor.empty() : tensor<16x10xf32>
    %9 = linalg.fill ins(%cst_13 : f32) outs(%8 : tensor<16x10xf32>) -> tensor<16x10xf32>
    %10 = linalg.matmul ins(%6, %transposed_17 : tensor<16x64xf32>, tensor<64x10xf32>) outs(%9 : tensor<16x10xf32>) -> tensor<16x10xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<10xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x10xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %11 : tensor<16x10xf32>, tensor<16x10xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %13 = tensor.empty() : tensor<16xi64>
    %14 = linalg.fill ins(%c0_i64 : i64) outs(%13 : tensor<16xi64>) -> tensor<16xi64>
    %15 = tensor.empty() : tensor<16xf32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<16xf32>) -> tensor<16xf32>
    %17:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<16x10xf32>) outs(%16, %14 : tensor<16xf32>, tensor<16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_29: i64):
      %204 = linalg.index 1 : index
      %205 = arith.index_cast %204 : index to i64
      %206 = arith.maximumf %in, %out : f32
      %207 = arith.cmpf ogt, %in, %out : f32
      %208 = arith.select %207, %205, %out_29 : i64
      linalg.yield %206, %208 : f32, i64
    } -> (tensor<16xf32>, tensor<16xi64>)
    %expanded = tensor.expand_shape %17#0 [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %expanded : tensor<16x10xf32>, tensor<16x1xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<16x10xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.exp %in : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %20 = tensor.empty() : tensor<16x1xf32>
    %21 = linalg.fill ins(%cst_13 : f32) outs(%20 : tensor<16x1xf32>) -> tensor<16x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<16x10xf32>) outs(%21 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<16x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<16x1xf32>) outs(%20 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.log %in : f32
      linalg.yield %204 : f32
    } -> tensor<16x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %23 : tensor<16x10xf32>, tensor<16x1xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %25 = tensor.empty() : tensor<16xi1>
    %26 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg20 : tensor<16xi64>) outs(%25 : tensor<16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %204 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %204 : i1
    } -> tensor<16xi1>
    %27 = linalg.generic {indexing_maps = [#map4, #map4, #map5, #map4], iterator_types = ["parallel"]} ins(%26, %arg20, %cst_16 : tensor<16xi1>, tensor<16xi64>, tensor<i64>) outs(%13 : tensor<16xi64>) {
    ^bb0(%in: i1, %in_29: i64, %in_30: i64, %out: i64):
      %204 = arith.select %in, %in_29, %in_30 : i64
      linalg.yield %204 : i64
    } -> tensor<16xi64>
    %expanded_18 = tensor.expand_shape %27 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %28 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_18 : tensor<16x1xi64>) outs(%21 : tensor<16x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %204 = linalg.index 0 : index
      %205 = arith.index_cast %in : i64 to index
      %206 = arith.cmpi slt, %205, %c10 : index
      cf.assert %206, "index must be smaller than dim size"
      %207 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %207, "index must be larger or equal to 0"
      %extracted = tensor.extract %24[%204, %205] : tensor<16x10xf32>
      linalg.yield %extracted : f32
    } -> tensor<16x1xf32>
    %collapsed = tensor.collapse_shape %28 [[0, 1]] : tensor<16x1xf32> into tensor<16xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed : tensor<16xf32>) outs(%15 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.negf %in : f32
      linalg.yield %204 : f32
    } -> tensor<16xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4, #map5, #map4], iterator_types = ["parallel"]} ins(%26, %29, %cst_10 : tensor<16xi1>, tensor<16xf32>, tensor<f32>) outs(%15 : tensor<16xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<16xf32>
    %31 = tensor.empty() : tensor<i64>
    %32 = linalg.fill ins(%c0_i64 : i64) outs(%31 : tensor<i64>) -> tensor<i64>
    %33 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%26 : tensor<16xi1>) outs(%32 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %204 = arith.extui %in : i1 to i64
      %205 = arith.addi %204, %out : i64
      linalg.yield %205 : i64
    } -> tensor<i64>
    %34 = tensor.empty() : tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%33 : tensor<i64>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %36 = linalg.fill ins(%cst_13 : f32) outs(%34 : tensor<f32>) -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%30 : tensor<16xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%37, %35 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %39 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_11, %35 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %expanded_19 = tensor.expand_shape %arg20 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %40 = tensor.empty() : tensor<16x1xi1>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_19 : tensor<16x1xi64>) outs(%40 : tensor<16x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %204 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %204 : i1
    } -> tensor<16x1xi1>
    %42 = tensor.empty() : tensor<16x1xi64>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%41, %expanded_19, %cst_16 : tensor<16x1xi1>, tensor<16x1xi64>, tensor<i64>) outs(%42 : tensor<16x1xi64>) {
    ^bb0(%in: i1, %in_29: i64, %in_30: i64, %out: i64):
      %204 = arith.select %in, %in_29, %in_30 : i64
      linalg.yield %204 : i64
    } -> tensor<16x1xi64>
    %44 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<16x1xi64>) -> tensor<16x1xi64>
    %45 = linalg.fill ins(%cst_13 : f32) outs(%15 : tensor<16xf32>) -> tensor<16xf32>
    %46:3 = linalg.generic {indexing_maps = [#map8, #map8, #map4], iterator_types = ["parallel"]} outs(%44, %44, %45 : tensor<16x1xi64>, tensor<16x1xi64>, tensor<16xf32>) {
    ^bb0(%out: i64, %out_29: i64, %out_30: f32):
      %204 = linalg.index 0 : index
      %205 = arith.remsi %204, %c16 : index
      %extracted = tensor.extract %43[%205, %c0] : tensor<16x1xi64>
      %206 = arith.index_cast %205 : index to i64
      linalg.yield %206, %extracted, %cst_14 : i64, i64, f32
    } -> (tensor<16x1xi64>, tensor<16x1xi64>, tensor<16xf32>)
    %47 = tensor.empty() : tensor<16x2xi64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<16x2xi64>) -> tensor<16x2xi64>
    %inserted_slice = tensor.insert_slice %46#0 into %48[0, 0] [16, 1] [1, 1] : tensor<16x1xi64> into tensor<16x2xi64>
    %inserted_slice_20 = tensor.insert_slice %46#1 into %inserted_slice[0, 1] [16, 1] [1, 1] : tensor<16x1xi64> into tensor<16x2xi64>
    %49 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%46#2, %inserted_slice_20 : tensor<16xf32>, tensor<16x2xi64>) outs(%cst : tensor<16x10xf32>) {
    ^bb0(%arg21: f32, %arg22: f32):
      tm_tensor.yield %arg21 : f32
    } -> tensor<16x10xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map7, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%41, %39, %cst_10 : tensor<16x1xi1>, tensor<f32>, tensor<f32>) outs(%20 : tensor<16x1xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<16x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%49, %50 : tensor<16x10xf32>, tensor<16x1xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<16x10xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.exp %in : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%51 : tensor<16x10xf32>) outs(%21 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<16x1xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%52, %53 : tensor<16x10xf32>, tensor<16x1xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51, %54 : tensor<16x10xf32>, tensor<16x10xf32>) outs(%8 : tensor<16x10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x10xf32>
    %56 = linalg.matmul ins(%55, %arg2 : tensor<16x10xf32>, tensor<10x64xf32>) outs(%2 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %57 = tensor.empty() : tensor<10x16xf32>
    %transposed_21 = linalg.transpose ins(%55 : tensor<16x10xf32>) outs(%57 : tensor<10x16xf32>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<10x64xf32>
    %59 = linalg.fill ins(%cst_13 : f32) outs(%58 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %60 = linalg.matmul ins(%transposed_21, %6 : tensor<10x16xf32>, tensor<16x64xf32>) outs(%59 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %61 = tensor.empty() : tensor<1x10xf32>
    %62 = linalg.fill ins(%cst_13 : f32) outs(%61 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["reduction", "parallel"]} ins(%55 : tensor<16x10xf32>) outs(%62 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<1x10xf32>
    %collapsed_22 = tensor.collapse_shape %63 [[0, 1]] : tensor<1x10xf32> into tensor<10xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %6 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x64xf32>
    %65 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_15, %64 : tensor<i64>, tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<16x64xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%56, %65 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%1 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<16x64xf32>
    %67 = tensor.empty() : tensor<64x16xf32>
    %transposed_23 = linalg.transpose ins(%66 : tensor<16x64xf32>) outs(%67 : tensor<64x16xf32>) permutation = [1, 0] 
    %68 = tensor.empty() : tensor<64x32xf32>
    %69 = linalg.fill ins(%cst_13 : f32) outs(%68 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %70 = linalg.matmul ins(%transposed_23, %arg19 : tensor<64x16xf32>, tensor<16x32xf32>) outs(%69 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %71 = tensor.empty() : tensor<1x64xf32>
    %72 = linalg.fill ins(%cst_13 : f32) outs(%71 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["reduction", "parallel"]} ins(%66 : tensor<16x64xf32>) outs(%72 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<1x64xf32>
    %collapsed_24 = tensor.collapse_shape %73 [[0, 1]] : tensor<1x64xf32> into tensor<64xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%74 : tensor<64x32xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %76 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%75 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.powf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %77 = tensor.empty() : tensor<64xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_24 : tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%78 : tensor<64xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %80 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%79 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.powf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%81 : tensor<10x64xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %83 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%82 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.powf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %84 = tensor.empty() : tensor<10xf32>
    %85 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%collapsed_22 : tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %86 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%85 : tensor<10xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %87 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%86 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.powf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %expanded_25 = tensor.expand_shape %76 [] output_shape [1] : tensor<f32> into tensor<1xf32>
    %expanded_26 = tensor.expand_shape %80 [] output_shape [1] : tensor<f32> into tensor<1xf32>
    %expanded_27 = tensor.expand_shape %83 [] output_shape [1] : tensor<f32> into tensor<1xf32>
    %expanded_28 = tensor.expand_shape %87 [] output_shape [1] : tensor<f32> into tensor<1xf32>
    %concat = tensor.concat dim(0) %expanded_25, %expanded_26, %expanded_27, %expanded_28 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
    %88 = tensor.empty() : tensor<4xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%concat : tensor<4xf32>) outs(%88 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %204 : f32
    } -> tensor<4xf32>
    %90 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction"]} ins(%89 : tensor<4xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %out : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %91 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%90 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.powf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %92 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%91 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_3 : f64 to f32
      %205 = arith.addf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %93 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%92 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf one, %in, %cst_13 : f32
      cf.assert %204, "unimplemented: tensor with zero element"
      %205 = arith.divf %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %94 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%93 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.mulf %in, %cst_12 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %95 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%94 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf ugt, %in, %cst_1 : f32
      %205 = arith.select %204, %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %96 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%70, %95 : tensor<64x32xf32>, tensor<f32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %97 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%collapsed_24, %95 : tensor<64xf32>, tensor<f32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%60, %95 : tensor<10x64xf32>, tensor<f32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%collapsed_22, %95 : tensor<10xf32>, tensor<f32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %100 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%arg4 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %cst_1 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %101 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%arg16, %arg17 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %102 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %101 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %103 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %102 : tensor<64x32xf32>, tensor<f32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %104 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%cst_8 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.absf %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %105 = tensor.empty() : tensor<i1>
    %106 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%104 : tensor<f32>) outs(%105 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %204 = arith.extf %in : f32 to f64
      %205 = arith.cmpf oge, %204, %cst_2 : f64
      linalg.yield %205 : i1
    } -> tensor<i1>
    %107 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = []} ins(%106, %cst_9, %cst_8 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %108 = linalg.generic {indexing_maps = [#map7, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%106, %96, %arg5 : tensor<i1>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%96, %arg5 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %110 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%107, %109 : tensor<f32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%110, %108 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<64x32xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_5 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<64x32xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%113, %96 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%112, %114 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %116 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%100 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_6 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %117 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %116 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %118 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%100 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %119 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %118 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %120 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%arg16, %117 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %121 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%120 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.negf %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %122 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%119 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %124 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%122, %121 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %125 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%123, %124 : tensor<64x32xf32>, tensor<f32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %126 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%121 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf one, %in, %cst_13 : f32
      cf.assert %204, "unimplemented: tensor with zero element"
      %205 = arith.divf %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %127 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%126 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_7 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %128 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%125, %127 : tensor<64x32xf32>, tensor<f32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%111, %128 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%103, %129 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%68 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64x32xf32>
    %131 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%arg10 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %cst_1 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %132 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %102 : tensor<10x64xf32>, tensor<f32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %133 = linalg.generic {indexing_maps = [#map7, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%106, %98, %arg11 : tensor<i1>, tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%98, %arg11 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %135 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%107, %134 : tensor<f32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%135, %133 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<10x64xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_5 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<10x64xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%138, %98 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%137, %139 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %141 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%131 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_6 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %142 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %141 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %143 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%131 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %144 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %143 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %145 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%arg16, %142 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %146 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%145 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.negf %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %147 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%144 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %149 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%147, %146 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %150 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%148, %149 : tensor<10x64xf32>, tensor<f32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %151 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%146 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf one, %in, %cst_13 : f32
      cf.assert %204, "unimplemented: tensor with zero element"
      %205 = arith.divf %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %152 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%151 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_7 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %153 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%150, %152 : tensor<10x64xf32>, tensor<f32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%136, %153 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%132, %154 : tensor<10x64xf32>, tensor<10x64xf32>) outs(%58 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10x64xf32>
    %156 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%arg7 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %cst_1 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %157 = linalg.generic {indexing_maps = [#map5, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%106, %97, %arg8 : tensor<i1>, tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %158 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%97, %arg8 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%107, %158 : tensor<f32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%159, %157 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %161 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg9 : tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<64xf32>
    %162 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%97 : tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_5 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<64xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%162, %97 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%161, %163 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %165 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%156 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_6 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %166 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %165 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %167 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%156 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %168 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %167 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %169 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%arg18, %166 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %170 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%169 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.negf %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %171 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%168 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %172 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%164 : tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %173 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%171, %170 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %174 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%172, %173 : tensor<64xf32>, tensor<f32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %175 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%170 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf one, %in, %cst_13 : f32
      cf.assert %204, "unimplemented: tensor with zero element"
      %205 = arith.divf %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %176 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%175 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_7 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %177 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%174, %176 : tensor<64xf32>, tensor<f32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %178 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%160, %177 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %179 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg1, %178 : tensor<64xf32>, tensor<64xf32>) outs(%77 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<64xf32>
    %180 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%arg13 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.addf %in, %cst_1 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %181 = linalg.generic {indexing_maps = [#map5, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%106, %99, %arg14 : tensor<i1>, tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %204 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %182 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%99, %arg14 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.subf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %183 = linalg.generic {indexing_maps = [#map5, #map4, #map4], iterator_types = ["parallel"]} ins(%107, %182 : tensor<f32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %184 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%183, %181 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %185 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg15 : tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<10xf32>
    %186 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%99 : tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_5 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<10xf32>
    %187 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%186, %99 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %188 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%185, %187 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %189 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%180 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_6 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %190 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %189 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %191 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%180 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_4 : f64 to f32
      %205 = math.powf %204, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %192 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%cst_15, %191 : tensor<i64>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %in_29: f32, %out: f32):
      %204 = arith.sitofp %in : i64 to f32
      %205 = arith.subf %204, %in_29 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %193 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%arg18, %190 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %194 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%193 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.negf %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %195 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%192 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %196 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%188 : tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = math.sqrt %in : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %197 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = []} ins(%195, %194 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.mulf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<f32>
    %198 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%196, %197 : tensor<10xf32>, tensor<f32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %199 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%194 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.cmpf one, %in, %cst_13 : f32
      cf.assert %204, "unimplemented: tensor with zero element"
      %205 = arith.divf %cst_1, %in : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %200 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%199 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %204 = arith.truncf %cst_7 : f64 to f32
      %205 = arith.mulf %in, %204 : f32
      linalg.yield %205 : f32
    } -> tensor<f32>
    %201 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel"]} ins(%198, %200 : tensor<10xf32>, tensor<f32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %202 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%184, %201 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.divf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    %203 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg3, %202 : tensor<10xf32>, tensor<10xf32>) outs(%84 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %204 = arith.addf %in, %in_29 : f32
      linalg.yield %204 : f32
    } -> tensor<10xf32>
    return %38, %130, %179, %155, %203, %100, %111, %115, %156, %160, %164, %131, %136, %140, %180, %184, %188 : tensor<f32>, tensor<64x32xf32>, tensor<64xf32>, tensor<10x64xf32>, tensor<10xf32>, tensor<f32>, tensor<64x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<64xf32>, tensor<64xf32>, tensor<f32>, tensor<10x64xf32>, tensor<10x64xf32>, tensor<f32>, tensor<10xf32>, tensor<10xf32>
  }
}
