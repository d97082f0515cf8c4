// RUN: fp8-eval %s | FileCheck %s

// The expected sums were added up one by one in the declared order: blocks of
// 4096, 32 lanes in each, then by halving. The values are such that any other
// order gives other bits.

// A number of either sign and of many magnitudes, by its index.
func.func private @numbers() -> tensor<20000xf32> {
  %e = tensor.empty() : tensor<20000xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<20000xf32>) {
  ^bb0(%out: f32):
    %golden = arith.constant 0x9E3779B1 : i32
    %five = arith.constant 5 : i32
    %fifteen = arith.constant 15 : i32
    %bias = arith.constant 127 : i32
    %mantissa = arith.constant 23 : i32
    %unit = arith.constant 0x30000000 : f32
    %index = linalg.index 0 : index
    %i = arith.index_cast %index : index to i32
    %h = arith.muli %i, %golden : i32
    %x = arith.sitofp %h : i32 to f32
    %y = arith.mulf %x, %unit : f32
    %1 = arith.shrui %h, %five : i32
    %2 = arith.andi %1, %fifteen : i32
    %3 = arith.addi %2, %bias : i32
    %4 = arith.shli %3, %mantissa : i32
    %power = arith.bitcast %4 : i32 to f32
    %z = arith.mulf %y, %power : f32
    linalg.yield %z : f32
  } -> tensor<20000xf32>
  return %0 : tensor<20000xf32>
}

func.func private @first_5000() -> tensor<5000xf32> {
  %0 = func.call @numbers() : () -> tensor<20000xf32>
  %1 = tensor.extract_slice %0[0] [5000] [1] : tensor<20000xf32> to tensor<5000xf32>
  return %1 : tensor<5000xf32>
}

// Two blocks, an init, and the operands of the addition in either order.
// CHECK-LABEL: @two_blocks
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  4830805C{{$}}
// CHECK-NEXT: values 180737.438{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  4830805C{{$}}
// CHECK-NEXT: values 180737.438{{$}}
func.func @two_blocks() -> (tensor<f32>, tensor<f32>) {
  %x = func.call @first_5000() : () -> tensor<5000xf32>
  %init = arith.constant dense<0.25> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<5000xf32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<5000xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0, %1 : tensor<f32>, tensor<f32>
}

// Five blocks make a tree of eight.
// CHECK-LABEL: @five_blocks
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  C7B28D10{{$}}
// CHECK-NEXT: values -91418.125{{$}}
func.func @five_blocks() -> tensor<f32> {
  %x = func.call @numbers() : () -> tensor<20000xf32>
  %init = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<20000xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// A sum of values computed in the body, beside a maximum.
// CHECK-LABEL: @sum_of_squares_and_max
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  520B4344{{$}}
// CHECK-NEXT: values 1.49532246e+11{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  46FFDCF8{{$}}
// CHECK-NEXT: values 32750.4844{{$}}
func.func @sum_of_squares_and_max() -> (tensor<f32>, tensor<f32>) {
  %x = func.call @first_5000() : () -> tensor<5000xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<5000xf32>) outs(%zero, %zero : tensor<f32>, tensor<f32>) {
  ^bb0(%in: f32, %sum: f32, %max: f32):
    %square = arith.mulf %in, %in : f32
    %s = arith.addf %sum, %square : f32
    %m = arith.maximumf %max, %in : f32
    linalg.yield %s, %m : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// In f64 and in bf16 the tree is the same, with additions of that type.
// CHECK-LABEL: @other_types
// CHECK-NEXT: result 0: tensor<f64>
// CHECK-NEXT: codes  4241686891245EBE
// CHECK-NEXT: values
// CHECK-NEXT: result 1: tensor<bf16>
// CHECK-NEXT: codes  482D
func.func @other_types() -> (tensor<f64>, tensor<bf16>) {
  %x = func.call @first_5000() : () -> tensor<5000xf32>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<5000xf32>) outs(%zero : tensor<f64>) {
  ^bb0(%in: f32, %sum: f64):
    %wide = arith.extf %in : f32 to f64
    %square = arith.mulf %wide, %wide : f64
    %s = arith.addf %sum, %square : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %y = arith.truncf %x : tensor<5000xf32> to tensor<5000xbf16>
  %small = arith.constant dense<0.0> : tensor<bf16>
  %1 = linalg.reduce { arith.addf } ins(%y : tensor<5000xbf16>) outs(%small : tensor<bf16>) dimensions = [0]
  return %0, %1 : tensor<f64>, tensor<bf16>
}

// Columns, rows, and all but the middle one of three dimensions.
// CHECK-LABEL: @some_dimensions
// CHECK-NEXT: result 0: tensor<50xf32>
// CHECK-NEXT: codes  470D6E36 46BC079D 46B59071 469E3124 C5E60880 C7138CD3 45BCC024 C67CD4E8 468586E9 C686983C 470DEE57 47138BF1 C6E5CBA9 4643A1EC C6A38756 46DBB20A C5387824 467A4E9D C4C423C0 453DEF0C 45A3FB02 C6BDDD9C C5CC2874 C6A97552 476E509E 472D2F88 4705A414 46636102 45CA3B4C 470618B4 45F2BA40 C6BAA278 466CD528 C5A1F645 4605E0FC C6AC9AFC C6FD8BF0 C4DE4130 450614E0 44899508 C6FD41D4 463E8F94 46588828 46AD6440 449DDB60 C4168A70 433D4D80 C2370000 C66CA38E C72FD749{{$}}
// CHECK-NEXT: values 36206.2109 24067.8066 23240.2207 20248.5703 -7361.0625 -37772.8242 6040.01758 -16181.2266 17091.4551 -17228.1172 36334.3398 37771.9414 -29413.8301 12520.4805 -20931.668 28121.0195 -2951.50879 16019.6533 -1569.11719 3038.94043 5247.37598 -24302.8047 -6533.05664 -21690.6602 61008.6172 44335.5312 34212.0781 14552.252 6471.41211 34328.7031 7767.28125 -23889.2344 15157.2891 -5182.78369 8568.24609 -22093.4922 -32453.9688 -1778.03711 2145.30469 1100.65723 -32416.9141 12195.8945 13858.0391 22194.125 1262.85547 -602.163086 189.302734 -45.75 -15144.8887 -45015.2852{{$}}
// CHECK-NEXT: result 1: tensor<100xf32>
// CHECK-NEXT: codes  47256968 47364284 474F17B6 4723454C 468AABA3 47A4B066 C790295A 4761C4E7 C62FE524 C7A51BF2 C6888A8D C7D94A50 C76FDCAA C6F4D1E0 C7937AFE C698DB68 C6488EE6 C679BCA5 C60D18D6 46DF970B 4699228E 462E5EFB 47540BF7 46A477F5 474C76AD 46BF2640 475BCB20 46AD8F06 46D1AE5E 47BABC70 C7489137 4735E58D C78798A6 C780AD43 469F6CE1 C7CCE694 C75020C4 C755D8BA C7224862 C686B282 C4AEE450 C6275B52 458E0320 46E05C28 C3056700 46BC5D10 477927AD 46A5B712 4784432E 43E768D0 4780E81E 4733226F 4687E560 4729EABD C603B572 475DEF3D C7776724 C76B3942 C76FEE8E C782AC40 C72C1CFB C7431B00 C708A5FB C6582930 C61D4B00 C5F97198 45B76AE7 470EFE0D 450641F6 471D9FEA 475F81B8 46EB14CC 47AE5787 45303188 476C7A1F 4703D47C 46DC5DBC 474DD17A C58FE060 470AD336 C7AA6838 C74EE199 C7E665E0 C778123A C6F18619 C7824787 C70EF659 C49AFBE4 C50CBD42 C6A27745 46AA48B4 472E04F2 C57CED3F 476E0822 4700A7B0 46EE8BA7 477DAEAC 465980D6 478478EC 4616344E{{$}}
// CHECK-NEXT: values 42345.4062 46658.5156 53015.7109 41797.2969 17749.8184 84320.7969 -73810.7031 57796.9023 -11257.2852 -84535.8906 -17477.2754 -111252.625 -61404.6641 -31336.9375 -75509.9844 -19565.7031 -12835.7246 -15983.1611 -9030.20898 28619.5215 19601.2773 11159.7451 54283.9648 21051.9785 52342.6758 24467.125 56267.125 22215.5117 26839.1836 95608.875 -51345.2148 46565.5508 -69425.2969 -65882.5234 20406.4395 -104909.156 -53280.7656 -54744.7266 -41544.3828 -17241.2539 -1399.13477 -10710.8301 4544.39062 28718.0781 -133.402344 24110.5312 63783.6758 21211.5352 67718.3594 462.818848 66000.2344 45858.4336 17394.6875 43498.7383 -8429.36133 56815.2383 -63335.1406 -60217.2578 -61422.5547 -66904.5 -44060.9805 -49947 -34981.9805 -13834.2969 -10066.75 -7982.19922 5869.36279 36606.0508 2148.12256 40351.9141 57217.7188 30090.3984 89263.0547 2819.0957 60538.1211 33748.4844 28206.8672 52689.4766 -4604.04688 35539.2109 -87248.4375 -52961.5977 -117963.75 -63506.2266 -30915.0488 -66703.0547 -36598.3477 -1239.87158 -2251.82861 -20795.6348 21796.3516 44548.9453 -4046.82788 60936.1328 32935.6875 30533.8262 64942.6719 13920.209 67825.8438 9613.07617{{$}}
// CHECK-NEXT: result 2: tensor<3xf32>
// CHECK-NEXT: codes  4792DEAF 487A4CE2 C894B23D{{$}}
// CHECK-NEXT: values 75197.3672 256307.531 -304529.906{{$}}
func.func @some_dimensions() -> (tensor<50xf32>, tensor<100xf32>, tensor<3xf32>) {
  %x = func.call @numbers() : () -> tensor<20000xf32>
  %y = tensor.extract_slice %x[0] [5000] [1] : tensor<20000xf32> to tensor<5000xf32>
  %m = tensor.expand_shape %y [[0, 1]] output_shape [100, 50] : tensor<5000xf32> into tensor<100x50xf32>
  %z0 = arith.constant dense<0.0> : tensor<50xf32>
  %0 = linalg.reduce { arith.addf } ins(%m : tensor<100x50xf32>) outs(%z0 : tensor<50xf32>) dimensions = [0]
  %z1 = arith.constant dense<0.0> : tensor<100xf32>
  %1 = linalg.reduce { arith.addf } ins(%m : tensor<100x50xf32>) outs(%z1 : tensor<100xf32>) dimensions = [1]
  %w = tensor.extract_slice %x[0] [6000] [1] : tensor<20000xf32> to tensor<6000xf32>
  %c = tensor.expand_shape %w [[0, 1, 2]] output_shape [40, 3, 50] : tensor<6000xf32> into tensor<40x3x50xf32>
  %z2 = arith.constant dense<0.0> : tensor<3xf32>
  %2 = linalg.reduce { arith.addf } ins(%c : tensor<40x3x50xf32>) outs(%z2 : tensor<3xf32>) dimensions = [0, 2]
  return %0, %1, %2 : tensor<50xf32>, tensor<100xf32>, tensor<3xf32>
}

// The order is that of the reduced dimensions of the op, not of the operand.
// CHECK-LABEL: @permuted
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  48308034{{$}}
// CHECK-NEXT: values 180736.812{{$}}
func.func @permuted() -> tensor<f32> {
  %y = func.call @first_5000() : () -> tensor<5000xf32>
  %m = tensor.expand_shape %y [[0, 1]] output_shape [100, 50] : tensor<5000xf32> into tensor<100x50xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%m : tensor<100x50xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// Anything but a sum goes one by one.
// CHECK-LABEL: @sequential
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  C8308025{{$}}
// CHECK-NEXT: values -180736.578{{$}}
// CHECK-NEXT: result 1: tensor<f32>
// CHECK-NEXT: codes  00000000{{$}}
// CHECK-NEXT: values 0{{$}}
func.func @sequential() -> (tensor<f32>, tensor<f32>) {
  %x = func.call @first_5000() : () -> tensor<5000xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<5000xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.subf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %y = tensor.extract_slice %x[0] [64] [1] : tensor<5000xf32> to tensor<64xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %1 = linalg.reduce { arith.mulf } ins(%y : tensor<64xf32>) outs(%one : tensor<f32>) dimensions = [0]
  return %0, %1 : tensor<f32>, tensor<f32>
}

// A dot product is a sum; a product of matrices adds in f64 and rounds once.
// CHECK-LABEL: @dot_and_matmul
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes  520B4344{{$}}
// CHECK-NEXT: values 1.49532246e+11{{$}}
// CHECK-NEXT: result 1: tensor<1x1xf32>
// CHECK-NEXT: codes  520B4345{{$}}
// CHECK-NEXT: values 1.49532262e+11{{$}}
func.func @dot_and_matmul() -> (tensor<f32>, tensor<1x1xf32>) {
  %x = func.call @first_5000() : () -> tensor<5000xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.dot ins(%x, %x : tensor<5000xf32>, tensor<5000xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %a = tensor.expand_shape %x [[0, 1]] output_shape [1, 5000] : tensor<5000xf32> into tensor<1x5000xf32>
  %b = tensor.expand_shape %x [[0, 1]] output_shape [5000, 1] : tensor<5000xf32> into tensor<5000x1xf32>
  %z = arith.constant dense<0.0> : tensor<1x1xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<1x5000xf32>, tensor<5000x1xf32>) outs(%z : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<f32>, tensor<1x1xf32>
}

// The sum of nothing leaves the init, the sign of a zero included.
// CHECK-LABEL: @nothing
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes  80000000 40400000{{$}}
// CHECK-NEXT: values -0 3{{$}}
func.func @nothing() -> tensor<2xf32> {
  %x = arith.constant dense<1.0> : tensor<2x0xf32>
  %init = arith.constant dense<[-0.0, 3.0]> : tensor<2xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<2x0xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}

// The second accumulator reads the first one after each term: 1 + 2 + 3 + 4 + 5.
// CHECK-LABEL: @coupled_accumulators
// CHECK:       values 15{{$}}
func.func @coupled_accumulators() -> tensor<f32> {
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %count, %sum = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<5xf32>) outs(%one, %zero : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %n: f32, %s: f32):
    %c1 = arith.constant 1.0 : f32
    %next = arith.addf %n, %c1 : f32
    %term = arith.mulf %a, %n : f32
    %total = arith.addf %s, %term : f32
    linalg.yield %next, %total : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %sum : tensor<f32>
}
