#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map10 = affine_map<(d0, d1) -> (0, d1)>
#map11 = affine_map<(d0, d1) -> (d0, 0)>
#map12 = affine_map<(d0, d1) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map16 = affine_map<(d0) -> ()>
#map17 = affine_map<() -> ()>
#map18 = affine_map<(d0) -> (d0, 0)>
#map19 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map20 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @train_step(%arg0: tensor<64x32xf32> {fp8.name = "params.tokens.weight", fp8.state = #fp8.state<param>}, %arg1: tensor<16x32xf32> {fp8.name = "params.positions.weight", fp8.state = #fp8.state<param>}, %arg2: tensor<32xf32> {fp8.name = "params.h.0.norm1.weight", fp8.state = #fp8.state<param>}, %arg3: tensor<32xf32> {fp8.name = "params.h.0.norm1.bias", fp8.state = #fp8.state<param>}, %arg4: tensor<32xf32> {fp8.name = "params.h.0.norm2.weight", fp8.state = #fp8.state<param>}, %arg5: tensor<32xf32> {fp8.name = "params.h.0.norm2.bias", fp8.state = #fp8.state<param>}, %arg6: tensor<96x32xf32> {fp8.name = "params.h.0.attention.qkv.weight", fp8.state = #fp8.state<param>}, %arg7: tensor<96xf32> {fp8.name = "params.h.0.attention.qkv.bias", fp8.state = #fp8.state<param>}, %arg8: tensor<32x32xf32> {fp8.name = "params.h.0.attention.out.weight", fp8.state = #fp8.state<param>}, %arg9: tensor<32xf32> {fp8.name = "params.h.0.attention.out.bias", fp8.state = #fp8.state<param>}, %arg10: tensor<128x32xf32> {fp8.name = "params.h.0.up.weight", fp8.state = #fp8.state<param>}, %arg11: tensor<128xf32> {fp8.name = "params.h.0.up.bias", fp8.state = #fp8.state<param>}, %arg12: tensor<32x128xf32> {fp8.name = "params.h.0.down.weight", fp8.state = #fp8.state<param>}, %arg13: tensor<32xf32> {fp8.name = "params.h.0.down.bias", fp8.state = #fp8.state<param>}, %arg14: tensor<32xf32> {fp8.name = "params.norm.weight", fp8.state = #fp8.state<param>}, %arg15: tensor<32xf32> {fp8.name = "params.norm.bias", fp8.state = #fp8.state<param>}, %arg16: tensor<64x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.tokens.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg17: tensor<16x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.positions.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg18: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.norm1.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg19: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.norm1.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg20: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.norm2.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg21: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.norm2.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg22: tensor<96x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.attention.qkv.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg23: tensor<96xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.attention.qkv.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg24: tensor<32x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.attention.out.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg25: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.attention.out.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg26: tensor<128x32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.up.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg27: tensor<128xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.up.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg28: tensor<32x128xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.down.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg29: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.h.0.down.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg30: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.norm.weight.exp_avg", fp8.state = #fp8.state<moment>}, %arg31: tensor<32xf32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "params.norm.bias.exp_avg", fp8.state = #fp8.state<moment>}, %arg32: tensor<f32> {fp8.initial = 1.000000e-03 : f32, fp8.name = "lr.0"}, %arg33: tensor<f32> {fp8.initial = 1.000000e-01 : f32, fp8.name = "weight_decay.0"}, %arg34: tensor<f32> {fp8.initial = 1.000000e-03 : f32, fp8.name = "lr.1"}, %arg35: tensor<4x16xi64> {fp8.name = "x"}, %arg36: tensor<4x16xi64> {fp8.name = "y"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<64x32xf32> {fp8.name = "params.tokens.weight", fp8.updates = "params.tokens.weight"}, tensor<16x32xf32> {fp8.name = "params.positions.weight", fp8.updates = "params.positions.weight"}, tensor<32xf32> {fp8.name = "params.h.0.norm1.weight", fp8.updates = "params.h.0.norm1.weight"}, tensor<32xf32> {fp8.name = "params.h.0.norm1.bias", fp8.updates = "params.h.0.norm1.bias"}, tensor<32xf32> {fp8.name = "params.h.0.norm2.weight", fp8.updates = "params.h.0.norm2.weight"}, tensor<32xf32> {fp8.name = "params.h.0.norm2.bias", fp8.updates = "params.h.0.norm2.bias"}, tensor<96x32xf32> {fp8.name = "params.h.0.attention.qkv.weight", fp8.updates = "params.h.0.attention.qkv.weight"}, tensor<96xf32> {fp8.name = "params.h.0.attention.qkv.bias", fp8.updates = "params.h.0.attention.qkv.bias"}, tensor<32x32xf32> {fp8.name = "params.h.0.attention.out.weight", fp8.updates = "params.h.0.attention.out.weight"}, tensor<32xf32> {fp8.name = "params.h.0.attention.out.bias", fp8.updates = "params.h.0.attention.out.bias"}, tensor<128x32xf32> {fp8.name = "params.h.0.up.weight", fp8.updates = "params.h.0.up.weight"}, tensor<128xf32> {fp8.name = "params.h.0.up.bias", fp8.updates = "params.h.0.up.bias"}, tensor<32x128xf32> {fp8.name = "params.h.0.down.weight", fp8.updates = "params.h.0.down.weight"}, tensor<32xf32> {fp8.name = "params.h.0.down.bias", fp8.updates = "params.h.0.down.bias"}, tensor<32xf32> {fp8.name = "params.norm.weight", fp8.updates = "params.norm.weight"}, tensor<32xf32> {fp8.name = "params.norm.bias", fp8.updates = "params.norm.bias"}, tensor<64x32xf32> {fp8.name = "params.tokens.weight.exp_avg", fp8.updates = "params.tokens.weight.exp_avg"}, tensor<16x32xf32> {fp8.name = "params.positions.weight.exp_avg", fp8.updates = "params.positions.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.norm1.weight.exp_avg", fp8.updates = "params.h.0.norm1.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.norm1.bias.exp_avg", fp8.updates = "params.h.0.norm1.bias.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.norm2.weight.exp_avg", fp8.updates = "params.h.0.norm2.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.norm2.bias.exp_avg", fp8.updates = "params.h.0.norm2.bias.exp_avg"}, tensor<96x32xf32> {fp8.name = "params.h.0.attention.qkv.weight.exp_avg", fp8.updates = "params.h.0.attention.qkv.weight.exp_avg"}, tensor<96xf32> {fp8.name = "params.h.0.attention.qkv.bias.exp_avg", fp8.updates = "params.h.0.attention.qkv.bias.exp_avg"}, tensor<32x32xf32> {fp8.name = "params.h.0.attention.out.weight.exp_avg", fp8.updates = "params.h.0.attention.out.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.attention.out.bias.exp_avg", fp8.updates = "params.h.0.attention.out.bias.exp_avg"}, tensor<128x32xf32> {fp8.name = "params.h.0.up.weight.exp_avg", fp8.updates = "params.h.0.up.weight.exp_avg"}, tensor<128xf32> {fp8.name = "params.h.0.up.bias.exp_avg", fp8.updates = "params.h.0.up.bias.exp_avg"}, tensor<32x128xf32> {fp8.name = "params.h.0.down.weight.exp_avg", fp8.updates = "params.h.0.down.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.h.0.down.bias.exp_avg", fp8.updates = "params.h.0.down.bias.exp_avg"}, tensor<32xf32> {fp8.name = "params.norm.weight.exp_avg", fp8.updates = "params.norm.weight.exp_avg"}, tensor<32xf32> {fp8.name = "params.norm.bias.exp_avg", fp8.updates = "params.norm.bias.exp_avg"}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c16 = arith.constant 16 : index
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFF800000 : f32
    %false = arith.constant false
    %true = arith.constant true
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 0.59460355750136051 : f64
    %cst_4 = arith.constant 0xFFF0000000000000 : f64
    %cst_5 = arith.constant 0.70710678118654757 : f64
    %cst_6 = arith.constant 0.3989422804014327 : f64
    %cst_7 = arith.constant 9.000000e-01 : f64
    %cst_8 = arith.constant 0.099999999999999978 : f64
    %cst_9 = arith.constant 0.98999999999999999 : f64
    %cst_10 = arith.constant 0.010000000000000009 : f64
    %cst_11 = arith.constant dense<true> : tensor<16x16xi1>
    %cst_12 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_13 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_14 = arith.constant dense<0.000000e+00> : tensor<4x4x16x16xf32>
    %cst_15 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_16 = arith.constant dense<-1.000000e+00> : tensor<f32>
    %cst_17 = arith.constant 3.200000e+01 : f64
    %cst_18 = arith.constant 3.200000e+01 : f32
    %cst_19 = arith.constant 5.000000e-01 : f32
    %cst_20 = arith.constant 1.000000e+00 : f32
    %cst_21 = arith.constant -5.000000e-01 : f32
    %c63_i64 = arith.constant 63 : i64
    %c-64_i64 = arith.constant -64 : i64
    %c15_i64 = arith.constant 15 : i64
    %c-16_i64 = arith.constant -16 : i64
    %c-100_i64 = arith.constant -100 : i64
    %c64_i64 = arith.constant 64 : i64
    %c16_i64 = arith.constant 16 : i64
    %c-1_i64 = arith.constant -1 : i64
    %c64 = arith.constant 64 : index
    %c0_i64 = arith.constant 0 : i64
    %cst_22 = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %cst_23 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %cst_24 = arith.constant dense<0.000000e+00> : tensor<64x32xf32>
    %cst_25 = arith.constant -1.000000e+00 : f32
    %cst_26 = arith.constant dense<1> : tensor<i64>
    %cst_27 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<4x16x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg35 : tensor<4x16xi64>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %490 = arith.index_cast %in : i64 to index
      %491 = linalg.index 2 : index
      %492 = arith.cmpi slt, %490, %c64 : index
      cf.assert %492, "index must be smaller than dim size"
      %493 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %493, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%490, %491] : tensor<64x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x16x32xf32>
    %2 = tensor.empty() : tensor<16xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<16xi64>) {
    ^bb0(%out: i64):
      %490 = linalg.index 0 : index
      %491 = arith.index_cast %490 : index to i64
      linalg.yield %491 : i64
    } -> tensor<16xi64>
    %4 = tensor.empty() : tensor<16x32xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<16xi64>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: i64, %out: f32):
      %490 = arith.index_cast %in : i64 to index
      %491 = linalg.index 1 : index
      %492 = arith.cmpi slt, %490, %c16 : index
      cf.assert %492, "index must be smaller than dim size"
      %493 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %493, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%490, %491] : tensor<16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<16x32xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<4x16x32xf32>, tensor<16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %7 = tensor.empty() : tensor<4x16x32xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<4x16x32xf32>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %490 = arith.extf %in : f32 to f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %9 = tensor.empty() : tensor<4x16x1xf64>
    %10 = linalg.fill ins(%cst_0 : f64) outs(%9 : tensor<4x16x1xf64>) -> tensor<4x16x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %12 : tensor<4x16x32xf64>, tensor<4x16x1xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.subf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %13 : tensor<4x16x32xf64>, tensor<4x16x32xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.mulf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %17 = tensor.empty() : tensor<4x16x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x16x1xf64>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %490 = arith.truncf %in : f64 to f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %19 = linalg.fill ins(%cst_22 : f32) outs(%17 : tensor<4x16x1xf32>) -> tensor<4x16x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_2 : f64 to f32
      %491 = arith.addf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x16x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.rsqrt %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %21 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %23 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg2 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg3 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %collapsed = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %28 = tensor.empty() : tensor<32x96xf32>
    %transposed = linalg.transpose ins(%arg6 : tensor<96x32xf32>) outs(%28 : tensor<32x96xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<64x96xf32>
    %30 = linalg.fill ins(%cst_22 : f32) outs(%29 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %31 = linalg.matmul ins(%collapsed, %transposed : tensor<64x32xf32>, tensor<32x96xf32>) outs(%30 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %32 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<96xf32>) outs(%29 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%31, %32 : tensor<64x96xf32>, tensor<64x96xf32>) outs(%29 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x96xf32>
    %expanded = tensor.expand_shape %33 [[0, 1], [2]] output_shape [4, 16, 96] : tensor<64x96xf32> into tensor<4x16x96xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [4, 16, 32] [1, 1, 1] : tensor<4x16x96xf32> to tensor<4x16x32xf32>
    %extracted_slice_28 = tensor.extract_slice %expanded[0, 0, 32] [4, 16, 32] [1, 1, 1] : tensor<4x16x96xf32> to tensor<4x16x32xf32>
    %extracted_slice_29 = tensor.extract_slice %expanded[0, 0, 64] [4, 16, 32] [1, 1, 1] : tensor<4x16x96xf32> to tensor<4x16x32xf32>
    %expanded_30 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [4, 16, 4, 8] : tensor<4x16x32xf32> into tensor<4x16x4x8xf32>
    %34 = tensor.empty() : tensor<4x4x16x8xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<4x16x4x8xf32>) outs(%34 : tensor<4x4x16x8xf32>) permutation = [0, 2, 1, 3] 
    %expanded_32 = tensor.expand_shape %extracted_slice_28 [[0], [1], [2, 3]] output_shape [4, 16, 4, 8] : tensor<4x16x32xf32> into tensor<4x16x4x8xf32>
    %expanded_33 = tensor.expand_shape %extracted_slice_29 [[0], [1], [2, 3]] output_shape [4, 16, 4, 8] : tensor<4x16x32xf32> into tensor<4x16x4x8xf32>
    %transposed_34 = linalg.transpose ins(%expanded_33 : tensor<4x16x4x8xf32>) outs(%34 : tensor<4x4x16x8xf32>) permutation = [0, 2, 1, 3] 
    %35 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<4x4x16x8xf32>) outs(%34 : tensor<4x4x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_3 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x4x16x8xf32>
    %expanded_35 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 16] : tensor<16xi64> into tensor<1x16xi64>
    %expanded_36 = tensor.expand_shape %3 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %36 = tensor.empty() : tensor<16x16xi64>
    %37 = linalg.generic {indexing_maps = [#map10, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_35, %expanded_36 : tensor<1x16xi64>, tensor<16x1xi64>) outs(%36 : tensor<16x16xi64>) {
    ^bb0(%in: i64, %in_107: i64, %out: i64):
      %490 = arith.subi %in, %in_107 : i64
      linalg.yield %490 : i64
    } -> tensor<16x16xi64>
    %38 = tensor.empty() : tensor<16x16xi1>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<16x16xi64>) outs(%38 : tensor<16x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<16x16xi1>
    %40 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39, %cst_11 : tensor<16x16xi1>, tensor<16x16xi1>) outs(%38 : tensor<16x16xi1>) {
    ^bb0(%in: i1, %in_107: i1, %out: i1):
      %490 = arith.andi %in, %in_107 : i1
      linalg.yield %490 : i1
    } -> tensor<16x16xi1>
    %41 = tensor.empty() : tensor<16x16xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%40, %cst_13, %cst_12 : tensor<16x16xi1>, tensor<f32>, tensor<f32>) outs(%41 : tensor<16x16xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<16x16xf32>
    %43 = tensor.empty() : tensor<4x4x8x16xf32>
    %transposed_37 = linalg.transpose ins(%expanded_32 : tensor<4x16x4x8xf32>) outs(%43 : tensor<4x4x8x16xf32>) permutation = [0, 2, 3, 1] 
    %44 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_37 : tensor<4x4x8x16xf32>) outs(%43 : tensor<4x4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_3 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x4x8x16xf32>
    %collapsed_38 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<4x4x16x8xf32> into tensor<16x16x8xf32>
    %collapsed_39 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<4x4x8x16xf32> into tensor<16x8x16xf32>
    %45 = tensor.empty() : tensor<16x16x16xf32>
    %46 = linalg.fill ins(%cst_22 : f32) outs(%45 : tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
    %47 = linalg.batch_matmul ins(%collapsed_38, %collapsed_39 : tensor<16x16x8xf32>, tensor<16x8x16xf32>) outs(%46 : tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
    %expanded_40 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [4, 4, 16, 16] : tensor<16x16x16xf32> into tensor<4x4x16x16xf32>
    %48 = tensor.empty() : tensor<4x4x16x16xf32>
    %49 = linalg.generic {indexing_maps = [#map9, #map13, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_40, %42 : tensor<4x4x16x16xf32>, tensor<16x16xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %50 = tensor.empty() : tensor<4x4x16xi64>
    %51 = linalg.fill ins(%c0_i64 : i64) outs(%50 : tensor<4x4x16xi64>) -> tensor<4x4x16xi64>
    %52 = tensor.empty() : tensor<4x4x16xf32>
    %53 = linalg.fill ins(%cst_1 : f32) outs(%52 : tensor<4x4x16xf32>) -> tensor<4x4x16xf32>
    %54:2 = linalg.generic {indexing_maps = [#map9, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<4x4x16x16xf32>) outs(%53, %51 : tensor<4x4x16xf32>, tensor<4x4x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_107: i64):
      %490 = linalg.index 3 : index
      %491 = arith.index_cast %490 : index to i64
      %492 = arith.maximumf %in, %out : f32
      %493 = arith.cmpf ogt, %in, %out : f32
      %494 = arith.select %493, %491, %out_107 : i64
      linalg.yield %492, %494 : f32, i64
    } -> (tensor<4x4x16xf32>, tensor<4x4x16xi64>)
    %expanded_41 = tensor.expand_shape %54#0 [[0], [1], [2, 3]] output_shape [4, 4, 16, 1] : tensor<4x4x16xf32> into tensor<4x4x16x1xf32>
    %55 = linalg.generic {indexing_maps = [#map9, #map15, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_41 : tensor<4x4x16x16xf32>, tensor<4x4x16x1xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %56 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<4x4x16x16xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.exp %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %57 = tensor.empty() : tensor<4x4x16x1xf32>
    %58 = linalg.fill ins(%cst_22 : f32) outs(%57 : tensor<4x4x16x1xf32>) -> tensor<4x4x16x1xf32>
    %59 = linalg.generic {indexing_maps = [#map9, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56 : tensor<4x4x16x16xf32>) outs(%58 : tensor<4x4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x1xf32>
    %60 = linalg.generic {indexing_maps = [#map9, #map15, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<4x4x16x16xf32>, tensor<4x4x16x1xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.divf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %61 = tensor.empty() : tensor<4x4x16x16xi1>
    %62 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<4x4x16x16xf32>) outs(%61 : tensor<4x4x16x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.extf %in : f32 to f64
      %491 = arith.cmpf oeq, %490, %cst_4 : f64
      linalg.yield %491 : i1
    } -> tensor<4x4x16x16xi1>
    %63 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<4x4x16x16xi1>) outs(%61 : tensor<4x4x16x16xi1>) {
    ^bb0(%in: i1, %out: i1):
      %490 = arith.cmpi eq, %in, %false : i1
      linalg.yield %490 : i1
    } -> tensor<4x4x16x16xi1>
    %64 = tensor.empty() : tensor<4x4x16x1xi1>
    %65 = linalg.fill ins(%false : i1) outs(%64 : tensor<4x4x16x1xi1>) -> tensor<4x4x16x1xi1>
    %66 = linalg.generic {indexing_maps = [#map9, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%63 : tensor<4x4x16x16xi1>) outs(%65 : tensor<4x4x16x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %490 = arith.ori %in, %out : i1
      linalg.yield %490 : i1
    } -> tensor<4x4x16x1xi1>
    %67 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<4x4x16x1xi1>) outs(%64 : tensor<4x4x16x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %490 = arith.cmpi eq, %in, %false : i1
      linalg.yield %490 : i1
    } -> tensor<4x4x16x1xi1>
    %68 = linalg.generic {indexing_maps = [#map15, #map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %cst_14, %60 : tensor<4x4x16x1xi1>, tensor<4x4x16x16xf32>, tensor<4x4x16x16xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %collapsed_42 = tensor.collapse_shape %68 [[0, 1], [2], [3]] : tensor<4x4x16x16xf32> into tensor<16x16x16xf32>
    %collapsed_43 = tensor.collapse_shape %transposed_34 [[0, 1], [2], [3]] : tensor<4x4x16x8xf32> into tensor<16x16x8xf32>
    %69 = tensor.empty() : tensor<16x16x8xf32>
    %70 = linalg.fill ins(%cst_22 : f32) outs(%69 : tensor<16x16x8xf32>) -> tensor<16x16x8xf32>
    %71 = linalg.batch_matmul ins(%collapsed_42, %collapsed_43 : tensor<16x16x16xf32>, tensor<16x16x8xf32>) outs(%70 : tensor<16x16x8xf32>) -> tensor<16x16x8xf32>
    %expanded_44 = tensor.expand_shape %71 [[0, 1], [2], [3]] output_shape [4, 4, 16, 8] : tensor<16x16x8xf32> into tensor<4x4x16x8xf32>
    %72 = tensor.empty() : tensor<4x16x4x8xf32>
    %transposed_45 = linalg.transpose ins(%expanded_44 : tensor<4x4x16x8xf32>) outs(%72 : tensor<4x16x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_46 = tensor.collapse_shape %transposed_45 [[0, 1], [2, 3]] : tensor<4x16x4x8xf32> into tensor<64x32xf32>
    %73 = tensor.empty() : tensor<32x32xf32>
    %transposed_47 = linalg.transpose ins(%arg8 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) permutation = [1, 0] 
    %74 = tensor.empty() : tensor<64x32xf32>
    %75 = linalg.fill ins(%cst_22 : f32) outs(%74 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %76 = linalg.matmul ins(%collapsed_46, %transposed_47 : tensor<64x32xf32>, tensor<32x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %77 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x32xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%76, %77 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %expanded_48 = tensor.expand_shape %78 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %expanded_48 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<4x16x32xf32>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %490 = arith.extf %in : f32 to f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %81 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%80 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %83 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %82 : tensor<4x16x32xf64>, tensor<4x16x1xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.subf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %84 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %83 : tensor<4x16x32xf64>, tensor<4x16x32xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.mulf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %85 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%84 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<4x16x1xf64>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %490 = arith.truncf %in : f64 to f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%79 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_2 : f64 to f32
      %491 = arith.addf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x16x1xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.rsqrt %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %89 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %91 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %arg4 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %arg5 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %collapsed_49 = tensor.collapse_shape %95 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %96 = tensor.empty() : tensor<32x128xf32>
    %transposed_50 = linalg.transpose ins(%arg10 : tensor<128x32xf32>) outs(%96 : tensor<32x128xf32>) permutation = [1, 0] 
    %97 = tensor.empty() : tensor<64x128xf32>
    %98 = linalg.fill ins(%cst_22 : f32) outs(%97 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %99 = linalg.matmul ins(%collapsed_49, %transposed_50 : tensor<64x32xf32>, tensor<32x128xf32>) outs(%98 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %100 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<128xf32>) outs(%97 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %101 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%99, %100 : tensor<64x128xf32>, tensor<64x128xf32>) outs(%97 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x128xf32>
    %expanded_51 = tensor.expand_shape %101 [[0, 1], [2]] output_shape [4, 16, 128] : tensor<64x128xf32> into tensor<4x16x128xf32>
    %102 = tensor.empty() : tensor<4x16x128xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_51 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_19 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_51 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_5 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x16x128xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.erf %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %cst_20 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %106 : tensor<4x16x128xf32>, tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %collapsed_52 = tensor.collapse_shape %107 [[0, 1], [2]] : tensor<4x16x128xf32> into tensor<64x128xf32>
    %108 = tensor.empty() : tensor<128x32xf32>
    %transposed_53 = linalg.transpose ins(%arg12 : tensor<32x128xf32>) outs(%108 : tensor<128x32xf32>) permutation = [1, 0] 
    %109 = linalg.matmul ins(%collapsed_52, %transposed_53 : tensor<64x128xf32>, tensor<128x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %110 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x32xf32>
    %111 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%109, %110 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %expanded_54 = tensor.expand_shape %111 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %expanded_54 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<4x16x32xf32>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %490 = arith.extf %in : f32 to f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %114 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%113 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %116 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %115 : tensor<4x16x32xf64>, tensor<4x16x1xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.subf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %116 : tensor<4x16x32xf64>, tensor<4x16x32xf64>) outs(%7 : tensor<4x16x32xf64>) {
    ^bb0(%in: f64, %in_107: f64, %out: f64):
      %490 = arith.mulf %in, %in_107 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x32xf64>
    %118 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%117 : tensor<4x16x32xf64>) outs(%10 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.addf %in, %out : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<4x16x1xf64>) outs(%9 : tensor<4x16x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %490 = arith.divf %in, %cst_17 : f64
      linalg.yield %490 : f64
    } -> tensor<4x16x1xf64>
    %120 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<4x16x1xf64>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %490 = arith.truncf %in : f64 to f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%120 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_2 : f64 to f32
      %491 = arith.addf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x16x1xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.rsqrt %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %122 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %124 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %arg14 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %arg15 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %129 = tensor.empty() : tensor<32x64xf32>
    %transposed_55 = linalg.transpose ins(%arg0 : tensor<64x32xf32>) outs(%129 : tensor<32x64xf32>) permutation = [1, 0] 
    %collapsed_56 = tensor.collapse_shape %128 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %130 = tensor.empty() : tensor<64x64xf32>
    %131 = linalg.fill ins(%cst_22 : f32) outs(%130 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %132 = linalg.matmul ins(%collapsed_56, %transposed_55 : tensor<64x32xf32>, tensor<32x64xf32>) outs(%131 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %collapsed_57 = tensor.collapse_shape %arg36 [[0, 1]] : tensor<4x16xi64> into tensor<64xi64>
    %133 = tensor.empty() : tensor<64xi64>
    %134 = linalg.fill ins(%c0_i64 : i64) outs(%133 : tensor<64xi64>) -> tensor<64xi64>
    %135 = tensor.empty() : tensor<64xf32>
    %136 = linalg.fill ins(%cst_1 : f32) outs(%135 : tensor<64xf32>) -> tensor<64xf32>
    %137:2 = linalg.generic {indexing_maps = [#map4, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%132 : tensor<64x64xf32>) outs(%136, %134 : tensor<64xf32>, tensor<64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_107: i64):
      %490 = linalg.index 1 : index
      %491 = arith.index_cast %490 : index to i64
      %492 = arith.maximumf %in, %out : f32
      %493 = arith.cmpf ogt, %in, %out : f32
      %494 = arith.select %493, %491, %out_107 : i64
      linalg.yield %492, %494 : f32, i64
    } -> (tensor<64xf32>, tensor<64xi64>)
    %expanded_58 = tensor.expand_shape %137#0 [[0, 1]] output_shape [64, 1] : tensor<64xf32> into tensor<64x1xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%132, %expanded_58 : tensor<64x64xf32>, tensor<64x1xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %139 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<64x64xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.exp %in : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %140 = tensor.empty() : tensor<64x1xf32>
    %141 = linalg.fill ins(%cst_22 : f32) outs(%140 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %142 = linalg.generic {indexing_maps = [#map4, #map11], iterator_types = ["parallel", "reduction"]} ins(%139 : tensor<64x64xf32>) outs(%141 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<64x1xf32>
    %143 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<64x1xf32>) outs(%140 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.log %in : f32
      linalg.yield %490 : f32
    } -> tensor<64x1xf32>
    %144 = linalg.generic {indexing_maps = [#map4, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%138, %143 : tensor<64x64xf32>, tensor<64x1xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %145 = tensor.empty() : tensor<64xi1>
    %146 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_57 : tensor<64xi64>) outs(%145 : tensor<64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<64xi1>
    %147 = linalg.generic {indexing_maps = [#map2, #map2, #map16, #map2], iterator_types = ["parallel"]} ins(%146, %collapsed_57, %cst_27 : tensor<64xi1>, tensor<64xi64>, tensor<i64>) outs(%133 : tensor<64xi64>) {
    ^bb0(%in: i1, %in_107: i64, %in_108: i64, %out: i64):
      %490 = arith.select %in, %in_107, %in_108 : i64
      linalg.yield %490 : i64
    } -> tensor<64xi64>
    %expanded_59 = tensor.expand_shape %147 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %148 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_59 : tensor<64x1xi64>) outs(%141 : tensor<64x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %490 = linalg.index 0 : index
      %491 = arith.index_cast %in : i64 to index
      %492 = arith.cmpi slt, %491, %c64 : index
      cf.assert %492, "index must be smaller than dim size"
      %493 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %493, "index must be larger or equal to 0"
      %extracted = tensor.extract %144[%490, %491] : tensor<64x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<64x1xf32>
    %collapsed_60 = tensor.collapse_shape %148 [[0, 1]] : tensor<64x1xf32> into tensor<64xf32>
    %149 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_60 : tensor<64xf32>) outs(%135 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.negf %in : f32
      linalg.yield %490 : f32
    } -> tensor<64xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map2, #map16, #map2], iterator_types = ["parallel"]} ins(%146, %149, %cst_13 : tensor<64xi1>, tensor<64xf32>, tensor<f32>) outs(%135 : tensor<64xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<64xf32>
    %151 = tensor.empty() : tensor<i64>
    %152 = linalg.fill ins(%c0_i64 : i64) outs(%151 : tensor<i64>) -> tensor<i64>
    %153 = linalg.generic {indexing_maps = [#map2, #map16], iterator_types = ["reduction"]} ins(%146 : tensor<64xi1>) outs(%152 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %490 = arith.extui %in : i1 to i64
      %491 = arith.addi %490, %out : i64
      linalg.yield %491 : i64
    } -> tensor<i64>
    %154 = tensor.empty() : tensor<f32>
    %155 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%153 : tensor<i64>) outs(%154 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %490 = arith.sitofp %in : i64 to f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %156 = linalg.fill ins(%cst_22 : f32) outs(%154 : tensor<f32>) -> tensor<f32>
    %157 = linalg.generic {indexing_maps = [#map2, #map16], iterator_types = ["reduction"]} ins(%150 : tensor<64xf32>) outs(%156 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %158 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = []} ins(%157, %155 : tensor<f32>, tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.divf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %159 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = []} ins(%cst_15, %155 : tensor<f32>, tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.divf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %expanded_61 = tensor.expand_shape %collapsed_57 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %160 = tensor.empty() : tensor<64x1xi1>
    %161 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_61 : tensor<64x1xi64>) outs(%160 : tensor<64x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<64x1xi1>
    %162 = tensor.empty() : tensor<64x1xi64>
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%161, %expanded_61, %cst_27 : tensor<64x1xi1>, tensor<64x1xi64>, tensor<i64>) outs(%162 : tensor<64x1xi64>) {
    ^bb0(%in: i1, %in_107: i64, %in_108: i64, %out: i64):
      %490 = arith.select %in, %in_107, %in_108 : i64
      linalg.yield %490 : i64
    } -> tensor<64x1xi64>
    %164 = linalg.fill ins(%c0_i64 : i64) outs(%162 : tensor<64x1xi64>) -> tensor<64x1xi64>
    %165 = linalg.fill ins(%cst_22 : f32) outs(%135 : tensor<64xf32>) -> tensor<64xf32>
    %166:3 = linalg.generic {indexing_maps = [#map18, #map18, #map2], iterator_types = ["parallel"]} outs(%164, %164, %165 : tensor<64x1xi64>, tensor<64x1xi64>, tensor<64xf32>) {
    ^bb0(%out: i64, %out_107: i64, %out_108: f32):
      %490 = linalg.index 0 : index
      %491 = arith.remsi %490, %c64 : index
      %extracted = tensor.extract %163[%491, %c0] : tensor<64x1xi64>
      %492 = arith.index_cast %491 : index to i64
      linalg.yield %492, %extracted, %cst_25 : i64, i64, f32
    } -> (tensor<64x1xi64>, tensor<64x1xi64>, tensor<64xf32>)
    %167 = tensor.empty() : tensor<64x2xi64>
    %168 = linalg.fill ins(%c0_i64 : i64) outs(%167 : tensor<64x2xi64>) -> tensor<64x2xi64>
    %inserted_slice = tensor.insert_slice %166#0 into %168[0, 0] [64, 1] [1, 1] : tensor<64x1xi64> into tensor<64x2xi64>
    %inserted_slice_62 = tensor.insert_slice %166#1 into %inserted_slice[0, 1] [64, 1] [1, 1] : tensor<64x1xi64> into tensor<64x2xi64>
    %169 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%166#2, %inserted_slice_62 : tensor<64xf32>, tensor<64x2xi64>) outs(%cst : tensor<64x64xf32>) {
    ^bb0(%arg37: f32, %arg38: f32):
      tm_tensor.yield %arg37 : f32
    } -> tensor<64x64xf32>
    %170 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%161, %159, %cst_13 : tensor<64x1xi1>, tensor<f32>, tensor<f32>) outs(%140 : tensor<64x1xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<64x1xf32>
    %171 = linalg.generic {indexing_maps = [#map4, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%169, %170 : tensor<64x64xf32>, tensor<64x1xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %172 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%144 : tensor<64x64xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.exp %in : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %173 = linalg.generic {indexing_maps = [#map4, #map11], iterator_types = ["parallel", "reduction"]} ins(%171 : tensor<64x64xf32>) outs(%141 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<64x1xf32>
    %174 = linalg.generic {indexing_maps = [#map4, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%172, %173 : tensor<64x64xf32>, tensor<64x1xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %175 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%171, %174 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%130 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x64xf32>
    %transposed_63 = linalg.transpose ins(%175 : tensor<64x64xf32>) outs(%130 : tensor<64x64xf32>) permutation = [1, 0] 
    %176 = linalg.matmul ins(%transposed_63, %collapsed_56 : tensor<64x64xf32>, tensor<64x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %177 = linalg.matmul ins(%175, %arg0 : tensor<64x64xf32>, tensor<64x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %expanded_64 = tensor.expand_shape %177 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
    %178 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %arg14 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %126 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%181 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %183 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %182 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %180 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %183 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %186 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %187 = linalg.generic {indexing_maps = [#map6, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %185 : tensor<4x16x1xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %188 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %126 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %189 = tensor.empty() : tensor<32xf32>
    %190 = linalg.fill ins(%cst_22 : f32) outs(%189 : tensor<32xf32>) -> tensor<32xf32>
    %191 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%188 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %192 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%expanded_64 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %collapsed_65 = tensor.collapse_shape %187 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %193 = linalg.matmul ins(%collapsed_65, %arg12 : tensor<64x32xf32>, tensor<32x128xf32>) outs(%98 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %transposed_66 = linalg.transpose ins(%collapsed_65 : tensor<64x32xf32>) outs(%129 : tensor<32x64xf32>) permutation = [1, 0] 
    %194 = linalg.fill ins(%cst_22 : f32) outs(%96 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %195 = linalg.matmul ins(%transposed_66, %collapsed_52 : tensor<32x64xf32>, tensor<64x128xf32>) outs(%194 : tensor<32x128xf32>) -> tensor<32x128xf32>
    %196 = tensor.empty() : tensor<1x32xf32>
    %197 = linalg.fill ins(%cst_22 : f32) outs(%196 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %198 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_65 : tensor<64x32xf32>) outs(%197 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<1x32xf32>
    %collapsed_67 = tensor.collapse_shape %198 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_68 = tensor.expand_shape %193 [[0, 1], [2]] output_shape [4, 16, 128] : tensor<64x128xf32> into tensor<4x16x128xf32>
    %199 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_19 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %200 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_51, %expanded_51 : tensor<4x16x128xf32>, tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %201 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_21 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %202 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = math.exp %in : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %203 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202 : tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_6 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x16x128xf32>
    %204 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_51, %203 : tensor<4x16x128xf32>, tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %204 : tensor<4x16x128xf32>, tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %206 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_68, %205 : tensor<4x16x128xf32>, tensor<4x16x128xf32>) outs(%102 : tensor<4x16x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x128xf32>
    %collapsed_69 = tensor.collapse_shape %206 [[0, 1], [2]] : tensor<4x16x128xf32> into tensor<64x128xf32>
    %207 = linalg.matmul ins(%collapsed_69, %arg10 : tensor<64x128xf32>, tensor<128x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %208 = tensor.empty() : tensor<128x64xf32>
    %transposed_70 = linalg.transpose ins(%collapsed_69 : tensor<64x128xf32>) outs(%208 : tensor<128x64xf32>) permutation = [1, 0] 
    %209 = linalg.fill ins(%cst_22 : f32) outs(%108 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %210 = linalg.matmul ins(%transposed_70, %collapsed_49 : tensor<128x64xf32>, tensor<64x32xf32>) outs(%209 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %211 = tensor.empty() : tensor<1x128xf32>
    %212 = linalg.fill ins(%cst_22 : f32) outs(%211 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %213 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_69 : tensor<64x128xf32>) outs(%212 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<1x128xf32>
    %collapsed_71 = tensor.collapse_shape %213 [[0, 1]] : tensor<1x128xf32> into tensor<128xf32>
    %expanded_72 = tensor.expand_shape %207 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
    %214 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_72, %arg4 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %215 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %216 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%214 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %217 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %93 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %218 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%217 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %219 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %218 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %220 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %216 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %221 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %219 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %222 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %223 = linalg.generic {indexing_maps = [#map6, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%222, %221 : tensor<4x16x1xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %224 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_72, %93 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %225 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%224 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %226 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%expanded_72 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %227 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %223 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %collapsed_73 = tensor.collapse_shape %227 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %228 = linalg.matmul ins(%collapsed_73, %arg8 : tensor<64x32xf32>, tensor<32x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %transposed_74 = linalg.transpose ins(%collapsed_73 : tensor<64x32xf32>) outs(%129 : tensor<32x64xf32>) permutation = [1, 0] 
    %229 = linalg.fill ins(%cst_22 : f32) outs(%73 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %230 = linalg.matmul ins(%transposed_74, %collapsed_46 : tensor<32x64xf32>, tensor<64x32xf32>) outs(%229 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %231 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_73 : tensor<64x32xf32>) outs(%197 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<1x32xf32>
    %collapsed_75 = tensor.collapse_shape %231 [[0, 1]] : tensor<1x32xf32> into tensor<32xf32>
    %expanded_76 = tensor.expand_shape %228 [[0, 1], [2, 3]] output_shape [4, 16, 4, 8] : tensor<64x32xf32> into tensor<4x16x4x8xf32>
    %transposed_77 = linalg.transpose ins(%expanded_76 : tensor<4x16x4x8xf32>) outs(%34 : tensor<4x4x16x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_78 = tensor.collapse_shape %transposed_77 [[0, 1], [2], [3]] : tensor<4x4x16x8xf32> into tensor<16x16x8xf32>
    %transposed_79 = linalg.transpose ins(%collapsed_42 : tensor<16x16x16xf32>) outs(%45 : tensor<16x16x16xf32>) permutation = [0, 2, 1] 
    %232 = linalg.batch_matmul ins(%transposed_79, %collapsed_78 : tensor<16x16x16xf32>, tensor<16x16x8xf32>) outs(%70 : tensor<16x16x8xf32>) -> tensor<16x16x8xf32>
    %233 = tensor.empty() : tensor<16x8x16xf32>
    %transposed_80 = linalg.transpose ins(%collapsed_43 : tensor<16x16x8xf32>) outs(%233 : tensor<16x8x16xf32>) permutation = [0, 2, 1] 
    %234 = linalg.batch_matmul ins(%collapsed_78, %transposed_80 : tensor<16x16x8xf32>, tensor<16x8x16xf32>) outs(%46 : tensor<16x16x16xf32>) -> tensor<16x16x16xf32>
    %expanded_81 = tensor.expand_shape %232 [[0, 1], [2], [3]] output_shape [4, 4, 16, 8] : tensor<16x16x8xf32> into tensor<4x4x16x8xf32>
    %expanded_82 = tensor.expand_shape %234 [[0, 1], [2], [3]] output_shape [4, 4, 16, 16] : tensor<16x16x16xf32> into tensor<4x4x16x16xf32>
    %235 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_82, %68 : tensor<4x4x16x16xf32>, tensor<4x4x16x16xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %236 = linalg.generic {indexing_maps = [#map9, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%235 : tensor<4x4x16x16xf32>) outs(%58 : tensor<4x4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x1xf32>
    %237 = linalg.generic {indexing_maps = [#map9, #map15, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %236 : tensor<4x4x16x16xf32>, tensor<4x4x16x1xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %238 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%235, %237 : tensor<4x4x16x16xf32>, tensor<4x4x16x16xf32>) outs(%48 : tensor<4x4x16x16xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x4x16x16xf32>
    %collapsed_83 = tensor.collapse_shape %238 [[0, 1], [2], [3]] : tensor<4x4x16x16xf32> into tensor<16x16x16xf32>
    %transposed_84 = linalg.transpose ins(%collapsed_38 : tensor<16x16x8xf32>) outs(%233 : tensor<16x8x16xf32>) permutation = [0, 2, 1] 
    %239 = linalg.fill ins(%cst_22 : f32) outs(%233 : tensor<16x8x16xf32>) -> tensor<16x8x16xf32>
    %240 = linalg.batch_matmul ins(%transposed_84, %collapsed_83 : tensor<16x8x16xf32>, tensor<16x16x16xf32>) outs(%239 : tensor<16x8x16xf32>) -> tensor<16x8x16xf32>
    %transposed_85 = linalg.transpose ins(%collapsed_39 : tensor<16x8x16xf32>) outs(%69 : tensor<16x16x8xf32>) permutation = [0, 2, 1] 
    %241 = linalg.batch_matmul ins(%collapsed_83, %transposed_85 : tensor<16x16x16xf32>, tensor<16x16x8xf32>) outs(%70 : tensor<16x16x8xf32>) -> tensor<16x16x8xf32>
    %expanded_86 = tensor.expand_shape %240 [[0, 1], [2], [3]] output_shape [4, 4, 8, 16] : tensor<16x8x16xf32> into tensor<4x4x8x16xf32>
    %expanded_87 = tensor.expand_shape %241 [[0, 1], [2], [3]] output_shape [4, 4, 16, 8] : tensor<16x16x8xf32> into tensor<4x4x16x8xf32>
    %242 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_86 : tensor<4x4x8x16xf32>) outs(%43 : tensor<4x4x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_3 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x4x8x16xf32>
    %243 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_87 : tensor<4x4x16x8xf32>) outs(%34 : tensor<4x4x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_3 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<4x4x16x8xf32>
    %transposed_88 = linalg.transpose ins(%expanded_81 : tensor<4x4x16x8xf32>) outs(%72 : tensor<4x16x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_89 = tensor.collapse_shape %transposed_88 [[0], [1], [2, 3]] : tensor<4x16x4x8xf32> into tensor<4x16x32xf32>
    %transposed_90 = linalg.transpose ins(%242 : tensor<4x4x8x16xf32>) outs(%72 : tensor<4x16x4x8xf32>) permutation = [0, 3, 1, 2] 
    %collapsed_91 = tensor.collapse_shape %transposed_90 [[0], [1], [2, 3]] : tensor<4x16x4x8xf32> into tensor<4x16x32xf32>
    %transposed_92 = linalg.transpose ins(%243 : tensor<4x4x16x8xf32>) outs(%72 : tensor<4x16x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_93 = tensor.collapse_shape %transposed_92 [[0], [1], [2, 3]] : tensor<4x16x4x8xf32> into tensor<4x16x32xf32>
    %concat = tensor.concat dim(2) %collapsed_93, %collapsed_91, %collapsed_89 : (tensor<4x16x32xf32>, tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x96xf32>
    %collapsed_94 = tensor.collapse_shape %concat [[0, 1], [2]] : tensor<4x16x96xf32> into tensor<64x96xf32>
    %244 = linalg.matmul ins(%collapsed_94, %arg6 : tensor<64x96xf32>, tensor<96x32xf32>) outs(%75 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %245 = tensor.empty() : tensor<96x64xf32>
    %transposed_95 = linalg.transpose ins(%collapsed_94 : tensor<64x96xf32>) outs(%245 : tensor<96x64xf32>) permutation = [1, 0] 
    %246 = tensor.empty() : tensor<96x32xf32>
    %247 = linalg.fill ins(%cst_22 : f32) outs(%246 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %248 = linalg.matmul ins(%transposed_95, %collapsed : tensor<96x64xf32>, tensor<64x32xf32>) outs(%247 : tensor<96x32xf32>) -> tensor<96x32xf32>
    %249 = tensor.empty() : tensor<1x96xf32>
    %250 = linalg.fill ins(%cst_22 : f32) outs(%249 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %251 = linalg.generic {indexing_maps = [#map4, #map10], iterator_types = ["reduction", "parallel"]} ins(%collapsed_94 : tensor<64x96xf32>) outs(%250 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<1x96xf32>
    %collapsed_96 = tensor.collapse_shape %251 [[0, 1]] : tensor<1x96xf32> into tensor<96xf32>
    %expanded_97 = tensor.expand_shape %244 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
    %252 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_97, %arg2 : tensor<4x16x32xf32>, tensor<32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %253 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252 : tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.mulf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %254 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%252 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %255 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252, %25 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %256 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%255 : tensor<4x16x32xf32>) outs(%19 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %257 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %256 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %258 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %254 : tensor<4x16x32xf32>, tensor<4x16x1xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %259 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %257 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.subf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<4x16x1xf32>) outs(%17 : tensor<4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.divf %in, %cst_18 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x1xf32>
    %261 = linalg.generic {indexing_maps = [#map6, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260, %259 : tensor<4x16x1xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_97, %25 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %263 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%262 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %264 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction", "parallel"]} ins(%expanded_97 : tensor<4x16x32xf32>) outs(%190 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %265 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227, %261 : tensor<4x16x32xf32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %266 = tensor.empty() : tensor<1x16x32xf32>
    %267 = linalg.fill ins(%cst_22 : f32) outs(%266 : tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
    %268 = linalg.generic {indexing_maps = [#map1, #map19], iterator_types = ["reduction", "parallel", "parallel"]} ins(%265 : tensor<4x16x32xf32>) outs(%267 : tensor<1x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.addf %in, %out : f32
      linalg.yield %490 : f32
    } -> tensor<1x16x32xf32>
    %collapsed_98 = tensor.collapse_shape %268 [[0, 1], [2]] : tensor<1x16x32xf32> into tensor<16x32xf32>
    %269 = tensor.empty() : tensor<16xi1>
    %270 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%3 : tensor<16xi64>) outs(%269 : tensor<16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<16xi1>
    %271 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%3 : tensor<16xi64>) outs(%269 : tensor<16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi slt, %in, %c16_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<16xi1>
    %272 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%270, %271 : tensor<16xi1>, tensor<16xi1>) outs(%269 : tensor<16xi1>) {
    ^bb0(%in: i1, %in_107: i1, %out: i1):
      %490 = arith.andi %in, %in_107 : i1
      linalg.yield %490 : i1
    } -> tensor<16xi1>
    %273 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%3 : tensor<16xi64>) outs(%269 : tensor<16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi ne, %in, %c-1_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<16xi1>
    %274 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%272, %273 : tensor<16xi1>, tensor<16xi1>) outs(%269 : tensor<16xi1>) {
    ^bb0(%in: i1, %in_107: i1, %out: i1):
      %490 = arith.andi %in, %in_107 : i1
      linalg.yield %490 : i1
    } -> tensor<16xi1>
    %expanded_99 = tensor.expand_shape %274 [[0, 1]] output_shape [16, 1] : tensor<16xi1> into tensor<16x1xi1>
    %275 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%3 : tensor<16xi64>) outs(%2 : tensor<16xi64>) {
    ^bb0(%in: i64, %out: i64):
      %490 = arith.maxsi %in, %c-16_i64 : i64
      %491 = arith.minsi %490, %c15_i64 : i64
      linalg.yield %491 : i64
    } -> tensor<16xi64>
    %276 = tensor.empty() : tensor<16x1xi1>
    %277 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_99 : tensor<16x1xi1>) outs(%276 : tensor<16x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %490 = arith.xori %in, %true : i1
      linalg.yield %490 : i1
    } -> tensor<16x1xi1>
    %278 = linalg.generic {indexing_maps = [#map11, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%277, %cst_13, %collapsed_98 : tensor<16x1xi1>, tensor<f32>, tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %expanded_100 = tensor.expand_shape %275 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %expanded_101 = tensor.expand_shape %278 [[0], [1, 2]] output_shape [16, 1, 32] : tensor<16x32xf32> into tensor<16x1x32xf32>
    %279 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_101, %expanded_100 : tensor<16x1x32xf32>, tensor<16x1xi64>) outs(%cst_23 : tensor<16x32xf32>) {
    ^bb0(%arg37: f32, %arg38: f32):
      %490 = arith.addf %arg38, %arg37 : f32
      tm_tensor.yield %490 : f32
    } -> tensor<16x32xf32>
    %280 = tensor.empty() : tensor<4x16xi1>
    %281 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg35 : tensor<4x16xi64>) outs(%280 : tensor<4x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<4x16xi1>
    %282 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg35 : tensor<4x16xi64>) outs(%280 : tensor<4x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi slt, %in, %c64_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<4x16xi1>
    %283 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%281, %282 : tensor<4x16xi1>, tensor<4x16xi1>) outs(%280 : tensor<4x16xi1>) {
    ^bb0(%in: i1, %in_107: i1, %out: i1):
      %490 = arith.andi %in, %in_107 : i1
      linalg.yield %490 : i1
    } -> tensor<4x16xi1>
    %284 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg35 : tensor<4x16xi64>) outs(%280 : tensor<4x16xi1>) {
    ^bb0(%in: i64, %out: i1):
      %490 = arith.cmpi ne, %in, %c-1_i64 : i64
      linalg.yield %490 : i1
    } -> tensor<4x16xi1>
    %285 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%283, %284 : tensor<4x16xi1>, tensor<4x16xi1>) outs(%280 : tensor<4x16xi1>) {
    ^bb0(%in: i1, %in_107: i1, %out: i1):
      %490 = arith.andi %in, %in_107 : i1
      linalg.yield %490 : i1
    } -> tensor<4x16xi1>
    %expanded_102 = tensor.expand_shape %285 [[0], [1, 2]] output_shape [4, 16, 1] : tensor<4x16xi1> into tensor<4x16x1xi1>
    %286 = tensor.empty() : tensor<4x16xi64>
    %287 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg35 : tensor<4x16xi64>) outs(%286 : tensor<4x16xi64>) {
    ^bb0(%in: i64, %out: i64):
      %490 = arith.maxsi %in, %c-64_i64 : i64
      %491 = arith.minsi %490, %c63_i64 : i64
      linalg.yield %491 : i64
    } -> tensor<4x16xi64>
    %288 = tensor.empty() : tensor<4x16x1xi1>
    %289 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_102 : tensor<4x16x1xi1>) outs(%288 : tensor<4x16x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %490 = arith.xori %in, %true : i1
      linalg.yield %490 : i1
    } -> tensor<4x16x1xi1>
    %290 = linalg.generic {indexing_maps = [#map6, #map20, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289, %cst_13, %265 : tensor<4x16x1xi1>, tensor<f32>, tensor<4x16x32xf32>) outs(%0 : tensor<4x16x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<4x16x32xf32>
    %collapsed_103 = tensor.collapse_shape %287 [[0, 1]] : tensor<4x16xi64> into tensor<64xi64>
    %expanded_104 = tensor.expand_shape %collapsed_103 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %collapsed_105 = tensor.collapse_shape %290 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
    %expanded_106 = tensor.expand_shape %collapsed_105 [[0], [1, 2]] output_shape [64, 1, 32] : tensor<64x32xf32> into tensor<64x1x32xf32>
    %291 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_106, %expanded_104 : tensor<64x1x32xf32>, tensor<64x1xi64>) outs(%cst_24 : tensor<64x32xf32>) {
    ^bb0(%arg37: f32, %arg38: f32):
      %490 = arith.addf %arg38, %arg37 : f32
      tm_tensor.yield %490 : f32
    } -> tensor<64x32xf32>
    %292 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%176, %291 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %293 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<64x32xf32>
    %294 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%292 : tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<64x32xf32>
    %295 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%293, %294 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %296 = tensor.empty() : tensor<64x32xi1>
    %297 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%295 : tensor<64x32xf32>) outs(%296 : tensor<64x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<64x32xi1>
    %298 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%295 : tensor<64x32xf32>) outs(%296 : tensor<64x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<64x32xi1>
    %299 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%297, %cst_15, %cst_13 : tensor<64x32xi1>, tensor<f32>, tensor<f32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %300 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%298, %cst_16, %299 : tensor<64x32xi1>, tensor<f32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %301 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = []} ins(%arg32, %arg33 : tensor<f32>, tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %302 = linalg.generic {indexing_maps = [#map17, #map17, #map17], iterator_types = []} ins(%cst_26, %301 : tensor<i64>, tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: i64, %in_107: f32, %out: f32):
      %490 = arith.sitofp %in : i64 to f32
      %491 = arith.subf %490, %in_107 : f32
      linalg.yield %491 : f32
    } -> tensor<f32>
    %303 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg0, %302 : tensor<64x32xf32>, tensor<f32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %304 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%arg32 : tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.negf %in : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %305 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%300, %304 : tensor<64x32xf32>, tensor<f32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %306 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%303, %305 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<64x32xf32>
    %307 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<64x32xf32>
    %308 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%307, %292 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%74 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<64x32xf32>
    %309 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<16x32xf32>
    %310 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<16x32xf32>
    %311 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%309, %310 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %312 = tensor.empty() : tensor<16x32xi1>
    %313 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%311 : tensor<16x32xf32>) outs(%312 : tensor<16x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<16x32xi1>
    %314 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%311 : tensor<16x32xf32>) outs(%312 : tensor<16x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<16x32xi1>
    %315 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%313, %cst_15, %cst_13 : tensor<16x32xi1>, tensor<f32>, tensor<f32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %316 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%314, %cst_16, %315 : tensor<16x32xi1>, tensor<f32>, tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %317 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %302 : tensor<16x32xf32>, tensor<f32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %318 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%316, %304 : tensor<16x32xf32>, tensor<f32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %319 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%317, %318 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<16x32xf32>
    %320 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<16x32xf32>
    %321 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%320, %279 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%4 : tensor<16x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<16x32xf32>
    %322 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96x32xf32>
    %323 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%248 : tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96x32xf32>
    %324 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%322, %323 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %325 = tensor.empty() : tensor<96x32xi1>
    %326 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%324 : tensor<96x32xf32>) outs(%325 : tensor<96x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<96x32xi1>
    %327 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%324 : tensor<96x32xf32>) outs(%325 : tensor<96x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<96x32xi1>
    %328 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%326, %cst_15, %cst_13 : tensor<96x32xi1>, tensor<f32>, tensor<f32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %329 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%327, %cst_16, %328 : tensor<96x32xi1>, tensor<f32>, tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %330 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg6, %302 : tensor<96x32xf32>, tensor<f32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %331 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%329, %304 : tensor<96x32xf32>, tensor<f32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %332 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%330, %331 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96x32xf32>
    %333 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96x32xf32>
    %334 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%333, %248 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%246 : tensor<96x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<96x32xf32>
    %335 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x32xf32>
    %336 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%230 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x32xf32>
    %337 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%335, %336 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %338 = tensor.empty() : tensor<32x32xi1>
    %339 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%337 : tensor<32x32xf32>) outs(%338 : tensor<32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32x32xi1>
    %340 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%337 : tensor<32x32xf32>) outs(%338 : tensor<32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32x32xi1>
    %341 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%339, %cst_15, %cst_13 : tensor<32x32xi1>, tensor<f32>, tensor<f32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %342 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%340, %cst_16, %341 : tensor<32x32xi1>, tensor<f32>, tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %343 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg8, %302 : tensor<32x32xf32>, tensor<f32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %344 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%342, %304 : tensor<32x32xf32>, tensor<f32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %345 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%343, %344 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x32xf32>
    %346 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x32xf32>
    %347 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%346, %230 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%73 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32x32xf32>
    %348 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128x32xf32>
    %349 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%210 : tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128x32xf32>
    %350 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%348, %349 : tensor<128x32xf32>, tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %351 = tensor.empty() : tensor<128x32xi1>
    %352 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%350 : tensor<128x32xf32>) outs(%351 : tensor<128x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<128x32xi1>
    %353 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%350 : tensor<128x32xf32>) outs(%351 : tensor<128x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<128x32xi1>
    %354 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%352, %cst_15, %cst_13 : tensor<128x32xi1>, tensor<f32>, tensor<f32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %355 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%353, %cst_16, %354 : tensor<128x32xi1>, tensor<f32>, tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %356 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg10, %302 : tensor<128x32xf32>, tensor<f32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %357 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%355, %304 : tensor<128x32xf32>, tensor<f32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %358 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%356, %357 : tensor<128x32xf32>, tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128x32xf32>
    %359 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg26 : tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128x32xf32>
    %360 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%359, %210 : tensor<128x32xf32>, tensor<128x32xf32>) outs(%108 : tensor<128x32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<128x32xf32>
    %361 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x128xf32>
    %362 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%195 : tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x128xf32>
    %363 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%361, %362 : tensor<32x128xf32>, tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %364 = tensor.empty() : tensor<32x128xi1>
    %365 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%363 : tensor<32x128xf32>) outs(%364 : tensor<32x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32x128xi1>
    %366 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%363 : tensor<32x128xf32>) outs(%364 : tensor<32x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32x128xi1>
    %367 = linalg.generic {indexing_maps = [#map4, #map12, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%365, %cst_15, %cst_13 : tensor<32x128xi1>, tensor<f32>, tensor<f32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %368 = linalg.generic {indexing_maps = [#map4, #map12, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%366, %cst_16, %367 : tensor<32x128xi1>, tensor<f32>, tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %369 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg12, %302 : tensor<32x128xf32>, tensor<f32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %370 = linalg.generic {indexing_maps = [#map4, #map12, #map4], iterator_types = ["parallel", "parallel"]} ins(%368, %304 : tensor<32x128xf32>, tensor<f32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %371 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%369, %370 : tensor<32x128xf32>, tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32x128xf32>
    %372 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32x128xf32>
    %373 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%372, %195 : tensor<32x128xf32>, tensor<32x128xf32>) outs(%96 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32x128xf32>
    %374 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg18 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %375 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%263 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %376 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%374, %375 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %377 = tensor.empty() : tensor<32xi1>
    %378 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%376 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %379 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%376 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %380 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%378, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %381 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%379, %cst_16, %380 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %382 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = []} ins(%arg34 : tensor<f32>) outs(%154 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.negf %in : f32
      linalg.yield %490 : f32
    } -> tensor<f32>
    %383 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%381, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %384 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg2, %383 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %385 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg18 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %386 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%385, %263 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %387 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg19 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %388 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%264 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %389 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%387, %388 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %390 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%389 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %391 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%389 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %392 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%390, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %393 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%391, %cst_16, %392 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %394 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%393, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %395 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg3, %394 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %396 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg19 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %397 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%396, %264 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %398 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg20 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %399 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%225 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %400 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%398, %399 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %401 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%400 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %402 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%400 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %403 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%401, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %404 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%402, %cst_16, %403 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %405 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%404, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %406 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg4, %405 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %407 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg20 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %408 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%407, %225 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %409 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg21 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %410 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%226 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %411 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%409, %410 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %412 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%411 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %413 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%411 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %414 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%412, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %415 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%413, %cst_16, %414 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %416 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%415, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %417 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg5, %416 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %418 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg21 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %419 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%418, %226 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %420 = tensor.empty() : tensor<96xf32>
    %421 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg23 : tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96xf32>
    %422 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_96 : tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96xf32>
    %423 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%421, %422 : tensor<96xf32>, tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96xf32>
    %424 = tensor.empty() : tensor<96xi1>
    %425 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%423 : tensor<96xf32>) outs(%424 : tensor<96xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<96xi1>
    %426 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%423 : tensor<96xf32>) outs(%424 : tensor<96xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<96xi1>
    %427 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%425, %cst_15, %cst_13 : tensor<96xi1>, tensor<f32>, tensor<f32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<96xf32>
    %428 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%426, %cst_16, %427 : tensor<96xi1>, tensor<f32>, tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<96xf32>
    %429 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%428, %382 : tensor<96xf32>, tensor<f32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96xf32>
    %430 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg7, %429 : tensor<96xf32>, tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<96xf32>
    %431 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg23 : tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<96xf32>
    %432 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%431, %collapsed_96 : tensor<96xf32>, tensor<96xf32>) outs(%420 : tensor<96xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<96xf32>
    %433 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg25 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %434 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_75 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %435 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%433, %434 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %436 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%435 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %437 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%435 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %438 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%436, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %439 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%437, %cst_16, %438 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %440 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%439, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %441 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg9, %440 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %442 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg25 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %443 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%442, %collapsed_75 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %444 = tensor.empty() : tensor<128xf32>
    %445 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg27 : tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128xf32>
    %446 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_71 : tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128xf32>
    %447 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%445, %446 : tensor<128xf32>, tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128xf32>
    %448 = tensor.empty() : tensor<128xi1>
    %449 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%447 : tensor<128xf32>) outs(%448 : tensor<128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<128xi1>
    %450 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%447 : tensor<128xf32>) outs(%448 : tensor<128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<128xi1>
    %451 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%449, %cst_15, %cst_13 : tensor<128xi1>, tensor<f32>, tensor<f32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<128xf32>
    %452 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%450, %cst_16, %451 : tensor<128xi1>, tensor<f32>, tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<128xf32>
    %453 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%452, %382 : tensor<128xf32>, tensor<f32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128xf32>
    %454 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg11, %453 : tensor<128xf32>, tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<128xf32>
    %455 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg27 : tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<128xf32>
    %456 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%455, %collapsed_71 : tensor<128xf32>, tensor<128xf32>) outs(%444 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<128xf32>
    %457 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg29 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %458 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_67 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %459 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%457, %458 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %460 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%459 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %461 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%459 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %462 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%460, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %463 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%461, %cst_16, %462 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %464 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%463, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %465 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg13, %464 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %466 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg29 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %467 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%466, %collapsed_67 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %468 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg30 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %469 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%191 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %470 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%468, %469 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %471 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%470 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %472 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%470 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %473 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%471, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %474 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%472, %cst_16, %473 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %475 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%474, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %476 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg14, %475 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %477 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg30 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %478 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%477, %191 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    %479 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg31 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_7 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %480 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%192 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_8 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %481 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%479, %480 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %482 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%481 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf ogt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %483 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%481 : tensor<32xf32>) outs(%377 : tensor<32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %490 = arith.cmpf olt, %in, %cst_22 : f32
      linalg.yield %490 : i1
    } -> tensor<32xi1>
    %484 = linalg.generic {indexing_maps = [#map2, #map16, #map16, #map2], iterator_types = ["parallel"]} ins(%482, %cst_15, %cst_13 : tensor<32xi1>, tensor<f32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %485 = linalg.generic {indexing_maps = [#map2, #map16, #map2, #map2], iterator_types = ["parallel"]} ins(%483, %cst_16, %484 : tensor<32xi1>, tensor<f32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_107: f32, %in_108: f32, %out: f32):
      %490 = arith.select %in, %in_107, %in_108 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %486 = linalg.generic {indexing_maps = [#map2, #map16, #map2], iterator_types = ["parallel"]} ins(%485, %382 : tensor<32xf32>, tensor<f32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.mulf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %487 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg15, %486 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.addf %in, %in_107 : f32
      linalg.yield %490 : f32
    } -> tensor<32xf32>
    %488 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg31 : tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %490 = arith.truncf %cst_9 : f64 to f32
      %491 = arith.mulf %in, %490 : f32
      linalg.yield %491 : f32
    } -> tensor<32xf32>
    %489 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%488, %192 : tensor<32xf32>, tensor<32xf32>) outs(%189 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_107: f32, %out: f32):
      %490 = arith.truncf %cst_10 : f64 to f32
      %491 = arith.mulf %in_107, %490 : f32
      %492 = arith.addf %in, %491 : f32
      linalg.yield %492 : f32
    } -> tensor<32xf32>
    return %158, %306, %319, %384, %395, %406, %417, %332, %430, %345, %441, %358, %454, %371, %465, %476, %487, %308, %321, %386, %397, %408, %419, %334, %432, %347, %443, %360, %456, %373, %467, %478, %489 : tensor<f32>, tensor<64x32xf32>, tensor<16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<96xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<128x32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
  }
}
