// Whoever makes a part of a tensor makes the bits that it has in the whole: the
// number of elements in which parts that are put together differ, codes, scales
// and wide values, is 0 for every split.

// RUN: fp8-eval %s | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose --fp8-expand-math | fp8-eval | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse-pipeline | fp8-eval | FileCheck %s

// CHECK-LABEL: @tensor_1x1
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_1x1() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %we1 = tensor.empty() : tensor<64x48xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [64, 48] [1, 1] : tensor<64x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [64, 48] [1, 1] : tensor<64x48xf32> into tensor<64x48xf32>
  // One scale: the largest is the least.
  %spread = arith.subf %sp1, %sp1 : tensor<f32>
  %same = arith.addf %sp1, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci1 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi1 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @tensor_2x1
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_2x1() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<20x48xf8E4M3FN>
  %we1 = tensor.empty() : tensor<20x48xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<20x48xf8E4M3FN>, tensor<f32>, tensor<20x48xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [20, 48] [1, 1] : tensor<20x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [20, 48] [1, 1] : tensor<20x48xf32> into tensor<64x48xf32>
  %ce2 = tensor.empty() : tensor<44x48xf8E4M3FN>
  %we2 = tensor.empty() : tensor<44x48xf32>
  %se2 = tensor.empty() : tensor<f32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [20, 0] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<44x48xf8E4M3FN>, tensor<f32>, tensor<44x48xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[20, 0] [44, 48] [1, 1] : tensor<44x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[20, 0] [44, 48] [1, 1] : tensor<44x48xf32> into tensor<64x48xf32>
  %sx2 = arith.maximumf %sp1, %sp2 : tensor<f32>
  %sn2 = arith.minimumf %sp1, %sp2 : tensor<f32>
  // One scale: the largest is the least.
  %spread = arith.subf %sx2, %sn2 : tensor<f32>
  %same = arith.addf %sx2, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci2 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi2 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @tensor_3x1
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_3x1() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<8x48xf8E4M3FN>
  %we1 = tensor.empty() : tensor<8x48xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<8x48xf8E4M3FN>, tensor<f32>, tensor<8x48xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [8, 48] [1, 1] : tensor<8x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [8, 48] [1, 1] : tensor<8x48xf32> into tensor<64x48xf32>
  %ce2 = tensor.empty() : tensor<32x48xf8E4M3FN>
  %we2 = tensor.empty() : tensor<32x48xf32>
  %se2 = tensor.empty() : tensor<f32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [8, 0] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<32x48xf8E4M3FN>, tensor<f32>, tensor<32x48xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[8, 0] [32, 48] [1, 1] : tensor<32x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[8, 0] [32, 48] [1, 1] : tensor<32x48xf32> into tensor<64x48xf32>
  %sx2 = arith.maximumf %sp1, %sp2 : tensor<f32>
  %sn2 = arith.minimumf %sp1, %sp2 : tensor<f32>
  %ce3 = tensor.empty() : tensor<24x48xf8E4M3FN>
  %we3 = tensor.empty() : tensor<24x48xf32>
  %se3 = tensor.empty() : tensor<f32>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [40, 0] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<24x48xf8E4M3FN>, tensor<f32>, tensor<24x48xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[40, 0] [24, 48] [1, 1] : tensor<24x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[40, 0] [24, 48] [1, 1] : tensor<24x48xf32> into tensor<64x48xf32>
  %sx3 = arith.maximumf %sx2, %sp3 : tensor<f32>
  %sn3 = arith.minimumf %sn2, %sp3 : tensor<f32>
  // One scale: the largest is the least.
  %spread = arith.subf %sx3, %sn3 : tensor<f32>
  %same = arith.addf %sx3, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci3 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi3 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @tensor_1x2
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_1x2() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<64x15xf8E4M3FN>
  %we1 = tensor.empty() : tensor<64x15xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<64x15xf8E4M3FN>, tensor<f32>, tensor<64x15xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [64, 15] [1, 1] : tensor<64x15xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [64, 15] [1, 1] : tensor<64x15xf32> into tensor<64x48xf32>
  %ce2 = tensor.empty() : tensor<64x33xf8E4M3FN>
  %we2 = tensor.empty() : tensor<64x33xf32>
  %se2 = tensor.empty() : tensor<f32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 15] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<64x33xf8E4M3FN>, tensor<f32>, tensor<64x33xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 15] [64, 33] [1, 1] : tensor<64x33xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 15] [64, 33] [1, 1] : tensor<64x33xf32> into tensor<64x48xf32>
  %sx2 = arith.maximumf %sp1, %sp2 : tensor<f32>
  %sn2 = arith.minimumf %sp1, %sp2 : tensor<f32>
  // One scale: the largest is the least.
  %spread = arith.subf %sx2, %sn2 : tensor<f32>
  %same = arith.addf %sx2, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci2 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi2 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @tensor_2x2
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_2x2() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<20x15xf8E4M3FN>
  %we1 = tensor.empty() : tensor<20x15xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<20x15xf8E4M3FN>, tensor<f32>, tensor<20x15xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [20, 15] [1, 1] : tensor<20x15xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [20, 15] [1, 1] : tensor<20x15xf32> into tensor<64x48xf32>
  %ce2 = tensor.empty() : tensor<20x33xf8E4M3FN>
  %we2 = tensor.empty() : tensor<20x33xf32>
  %se2 = tensor.empty() : tensor<f32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 15] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<20x33xf8E4M3FN>, tensor<f32>, tensor<20x33xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 15] [20, 33] [1, 1] : tensor<20x33xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 15] [20, 33] [1, 1] : tensor<20x33xf32> into tensor<64x48xf32>
  %sx2 = arith.maximumf %sp1, %sp2 : tensor<f32>
  %sn2 = arith.minimumf %sp1, %sp2 : tensor<f32>
  %ce3 = tensor.empty() : tensor<44x15xf8E4M3FN>
  %we3 = tensor.empty() : tensor<44x15xf32>
  %se3 = tensor.empty() : tensor<f32>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [20, 0] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<44x15xf8E4M3FN>, tensor<f32>, tensor<44x15xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[20, 0] [44, 15] [1, 1] : tensor<44x15xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[20, 0] [44, 15] [1, 1] : tensor<44x15xf32> into tensor<64x48xf32>
  %sx3 = arith.maximumf %sx2, %sp3 : tensor<f32>
  %sn3 = arith.minimumf %sn2, %sp3 : tensor<f32>
  %ce4 = tensor.empty() : tensor<44x33xf8E4M3FN>
  %we4 = tensor.empty() : tensor<44x33xf32>
  %se4 = tensor.empty() : tensor<f32>
  %cp4, %sp4, %wp4 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [20, 15] of [64, 48] with_wide outs(%ce4, %se4, %we4 : tensor<44x33xf8E4M3FN>, tensor<f32>, tensor<44x33xf32>)
  %ci4 = tensor.insert_slice %cp4 into %ci3[20, 15] [44, 33] [1, 1] : tensor<44x33xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi4 = tensor.insert_slice %wp4 into %wi3[20, 15] [44, 33] [1, 1] : tensor<44x33xf32> into tensor<64x48xf32>
  %sx4 = arith.maximumf %sx3, %sp4 : tensor<f32>
  %sn4 = arith.minimumf %sn3, %sp4 : tensor<f32>
  // One scale: the largest is the least.
  %spread = arith.subf %sx4, %sn4 : tensor<f32>
  %same = arith.addf %sx4, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci4 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi4 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @tensor_3x3
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @tensor_3x3() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<8x6xf8E4M3FN>
  %we1 = tensor.empty() : tensor<8x6xf32>
  %se1 = tensor.empty() : tensor<f32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<8x6xf8E4M3FN>, tensor<f32>, tensor<8x6xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [8, 6] [1, 1] : tensor<8x6xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [8, 6] [1, 1] : tensor<8x6xf32> into tensor<64x48xf32>
  %ce2 = tensor.empty() : tensor<8x24xf8E4M3FN>
  %we2 = tensor.empty() : tensor<8x24xf32>
  %se2 = tensor.empty() : tensor<f32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 6] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<8x24xf8E4M3FN>, tensor<f32>, tensor<8x24xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 6] [8, 24] [1, 1] : tensor<8x24xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 6] [8, 24] [1, 1] : tensor<8x24xf32> into tensor<64x48xf32>
  %sx2 = arith.maximumf %sp1, %sp2 : tensor<f32>
  %sn2 = arith.minimumf %sp1, %sp2 : tensor<f32>
  %ce3 = tensor.empty() : tensor<8x18xf8E4M3FN>
  %we3 = tensor.empty() : tensor<8x18xf32>
  %se3 = tensor.empty() : tensor<f32>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [0, 30] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<8x18xf8E4M3FN>, tensor<f32>, tensor<8x18xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[0, 30] [8, 18] [1, 1] : tensor<8x18xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[0, 30] [8, 18] [1, 1] : tensor<8x18xf32> into tensor<64x48xf32>
  %sx3 = arith.maximumf %sx2, %sp3 : tensor<f32>
  %sn3 = arith.minimumf %sn2, %sp3 : tensor<f32>
  %ce4 = tensor.empty() : tensor<32x6xf8E4M3FN>
  %we4 = tensor.empty() : tensor<32x6xf32>
  %se4 = tensor.empty() : tensor<f32>
  %cp4, %sp4, %wp4 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [8, 0] of [64, 48] with_wide outs(%ce4, %se4, %we4 : tensor<32x6xf8E4M3FN>, tensor<f32>, tensor<32x6xf32>)
  %ci4 = tensor.insert_slice %cp4 into %ci3[8, 0] [32, 6] [1, 1] : tensor<32x6xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi4 = tensor.insert_slice %wp4 into %wi3[8, 0] [32, 6] [1, 1] : tensor<32x6xf32> into tensor<64x48xf32>
  %sx4 = arith.maximumf %sx3, %sp4 : tensor<f32>
  %sn4 = arith.minimumf %sn3, %sp4 : tensor<f32>
  %ce5 = tensor.empty() : tensor<32x24xf8E4M3FN>
  %we5 = tensor.empty() : tensor<32x24xf32>
  %se5 = tensor.empty() : tensor<f32>
  %cp5, %sp5, %wp5 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [8, 6] of [64, 48] with_wide outs(%ce5, %se5, %we5 : tensor<32x24xf8E4M3FN>, tensor<f32>, tensor<32x24xf32>)
  %ci5 = tensor.insert_slice %cp5 into %ci4[8, 6] [32, 24] [1, 1] : tensor<32x24xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi5 = tensor.insert_slice %wp5 into %wi4[8, 6] [32, 24] [1, 1] : tensor<32x24xf32> into tensor<64x48xf32>
  %sx5 = arith.maximumf %sx4, %sp5 : tensor<f32>
  %sn5 = arith.minimumf %sn4, %sp5 : tensor<f32>
  %ce6 = tensor.empty() : tensor<32x18xf8E4M3FN>
  %we6 = tensor.empty() : tensor<32x18xf32>
  %se6 = tensor.empty() : tensor<f32>
  %cp6, %sp6, %wp6 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [8, 30] of [64, 48] with_wide outs(%ce6, %se6, %we6 : tensor<32x18xf8E4M3FN>, tensor<f32>, tensor<32x18xf32>)
  %ci6 = tensor.insert_slice %cp6 into %ci5[8, 30] [32, 18] [1, 1] : tensor<32x18xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi6 = tensor.insert_slice %wp6 into %wi5[8, 30] [32, 18] [1, 1] : tensor<32x18xf32> into tensor<64x48xf32>
  %sx6 = arith.maximumf %sx5, %sp6 : tensor<f32>
  %sn6 = arith.minimumf %sn5, %sp6 : tensor<f32>
  %ce7 = tensor.empty() : tensor<24x6xf8E4M3FN>
  %we7 = tensor.empty() : tensor<24x6xf32>
  %se7 = tensor.empty() : tensor<f32>
  %cp7, %sp7, %wp7 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [40, 0] of [64, 48] with_wide outs(%ce7, %se7, %we7 : tensor<24x6xf8E4M3FN>, tensor<f32>, tensor<24x6xf32>)
  %ci7 = tensor.insert_slice %cp7 into %ci6[40, 0] [24, 6] [1, 1] : tensor<24x6xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi7 = tensor.insert_slice %wp7 into %wi6[40, 0] [24, 6] [1, 1] : tensor<24x6xf32> into tensor<64x48xf32>
  %sx7 = arith.maximumf %sx6, %sp7 : tensor<f32>
  %sn7 = arith.minimumf %sn6, %sp7 : tensor<f32>
  %ce8 = tensor.empty() : tensor<24x24xf8E4M3FN>
  %we8 = tensor.empty() : tensor<24x24xf32>
  %se8 = tensor.empty() : tensor<f32>
  %cp8, %sp8, %wp8 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [40, 6] of [64, 48] with_wide outs(%ce8, %se8, %we8 : tensor<24x24xf8E4M3FN>, tensor<f32>, tensor<24x24xf32>)
  %ci8 = tensor.insert_slice %cp8 into %ci7[40, 6] [24, 24] [1, 1] : tensor<24x24xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi8 = tensor.insert_slice %wp8 into %wi7[40, 6] [24, 24] [1, 1] : tensor<24x24xf32> into tensor<64x48xf32>
  %sx8 = arith.maximumf %sx7, %sp8 : tensor<f32>
  %sn8 = arith.minimumf %sn7, %sp8 : tensor<f32>
  %ce9 = tensor.empty() : tensor<24x18xf8E4M3FN>
  %we9 = tensor.empty() : tensor<24x18xf32>
  %se9 = tensor.empty() : tensor<f32>
  %cp9, %sp9, %wp9 = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 5 seed %seed at [40, 30] of [64, 48] with_wide outs(%ce9, %se9, %we9 : tensor<24x18xf8E4M3FN>, tensor<f32>, tensor<24x18xf32>)
  %ci9 = tensor.insert_slice %cp9 into %ci8[40, 30] [24, 18] [1, 1] : tensor<24x18xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi9 = tensor.insert_slice %wp9 into %wi8[40, 30] [24, 18] [1, 1] : tensor<24x18xf32> into tensor<64x48xf32>
  %sx9 = arith.maximumf %sx8, %sp9 : tensor<f32>
  %sn9 = arith.minimumf %sn8, %sp9 : tensor<f32>
  // One scale: the largest is the least.
  %spread = arith.subf %sx9, %sn9 : tensor<f32>
  %same = arith.addf %sx9, %spread : tensor<f32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci9 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi9 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s, %same : tensor<f32>, tensor<f32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @row_3x1
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @row_3x1() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<64xf32>
  %c, %s, %w = fp8.init truncated_normal gain 1.0 fan<in> axes [0, 1] granularity<row> stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<64xf32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<8x48xf8E4M3FN>
  %we1 = tensor.empty() : tensor<8x48xf32>
  %se1 = tensor.empty() : tensor<8xf32>
  %cp1, %sp1, %wp1 = fp8.init truncated_normal gain 1.0 fan<in> axes [0, 1] granularity<row> stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<8x48xf8E4M3FN>, tensor<8xf32>, tensor<8x48xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [8, 48] [1, 1] : tensor<8x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [8, 48] [1, 1] : tensor<8x48xf32> into tensor<64x48xf32>
  %si1 = tensor.insert_slice %sp1 into %s0[0] [8] [1] : tensor<8xf32> into tensor<64xf32>
  %ce2 = tensor.empty() : tensor<32x48xf8E4M3FN>
  %we2 = tensor.empty() : tensor<32x48xf32>
  %se2 = tensor.empty() : tensor<32xf32>
  %cp2, %sp2, %wp2 = fp8.init truncated_normal gain 1.0 fan<in> axes [0, 1] granularity<row> stream 5 seed %seed at [8, 0] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<32x48xf8E4M3FN>, tensor<32xf32>, tensor<32x48xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[8, 0] [32, 48] [1, 1] : tensor<32x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[8, 0] [32, 48] [1, 1] : tensor<32x48xf32> into tensor<64x48xf32>
  %si2 = tensor.insert_slice %sp2 into %si1[8] [32] [1] : tensor<32xf32> into tensor<64xf32>
  %ce3 = tensor.empty() : tensor<24x48xf8E4M3FN>
  %we3 = tensor.empty() : tensor<24x48xf32>
  %se3 = tensor.empty() : tensor<24xf32>
  %cp3, %sp3, %wp3 = fp8.init truncated_normal gain 1.0 fan<in> axes [0, 1] granularity<row> stream 5 seed %seed at [40, 0] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<24x48xf8E4M3FN>, tensor<24xf32>, tensor<24x48xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[40, 0] [24, 48] [1, 1] : tensor<24x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[40, 0] [24, 48] [1, 1] : tensor<24x48xf32> into tensor<64x48xf32>
  %si3 = tensor.insert_slice %sp3 into %si2[40] [24] [1] : tensor<24xf32> into tensor<64xf32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci3 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi3 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s, %si3 : tensor<64xf32>, tensor<64xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @block_2x3
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @block_2x3() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<16x3xf32>
  %c, %s, %w = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<16x3xf32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<20x16xf8E4M3FN>
  %we1 = tensor.empty() : tensor<20x16xf32>
  %se1 = tensor.empty() : tensor<5x1xf32>
  %cp1, %sp1, %wp1 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<20x16xf8E4M3FN>, tensor<5x1xf32>, tensor<20x16xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [20, 16] [1, 1] : tensor<20x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [20, 16] [1, 1] : tensor<20x16xf32> into tensor<64x48xf32>
  %si1 = tensor.insert_slice %sp1 into %s0[0, 0] [5, 1] [1, 1] : tensor<5x1xf32> into tensor<16x3xf32>
  %ce2 = tensor.empty() : tensor<20x16xf8E4M3FN>
  %we2 = tensor.empty() : tensor<20x16xf32>
  %se2 = tensor.empty() : tensor<5x1xf32>
  %cp2, %sp2, %wp2 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [0, 16] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<20x16xf8E4M3FN>, tensor<5x1xf32>, tensor<20x16xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 16] [20, 16] [1, 1] : tensor<20x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 16] [20, 16] [1, 1] : tensor<20x16xf32> into tensor<64x48xf32>
  %si2 = tensor.insert_slice %sp2 into %si1[0, 1] [5, 1] [1, 1] : tensor<5x1xf32> into tensor<16x3xf32>
  %ce3 = tensor.empty() : tensor<20x16xf8E4M3FN>
  %we3 = tensor.empty() : tensor<20x16xf32>
  %se3 = tensor.empty() : tensor<5x1xf32>
  %cp3, %sp3, %wp3 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [0, 32] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<20x16xf8E4M3FN>, tensor<5x1xf32>, tensor<20x16xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[0, 32] [20, 16] [1, 1] : tensor<20x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[0, 32] [20, 16] [1, 1] : tensor<20x16xf32> into tensor<64x48xf32>
  %si3 = tensor.insert_slice %sp3 into %si2[0, 2] [5, 1] [1, 1] : tensor<5x1xf32> into tensor<16x3xf32>
  %ce4 = tensor.empty() : tensor<44x16xf8E4M3FN>
  %we4 = tensor.empty() : tensor<44x16xf32>
  %se4 = tensor.empty() : tensor<11x1xf32>
  %cp4, %sp4, %wp4 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [20, 0] of [64, 48] with_wide outs(%ce4, %se4, %we4 : tensor<44x16xf8E4M3FN>, tensor<11x1xf32>, tensor<44x16xf32>)
  %ci4 = tensor.insert_slice %cp4 into %ci3[20, 0] [44, 16] [1, 1] : tensor<44x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi4 = tensor.insert_slice %wp4 into %wi3[20, 0] [44, 16] [1, 1] : tensor<44x16xf32> into tensor<64x48xf32>
  %si4 = tensor.insert_slice %sp4 into %si3[5, 0] [11, 1] [1, 1] : tensor<11x1xf32> into tensor<16x3xf32>
  %ce5 = tensor.empty() : tensor<44x16xf8E4M3FN>
  %we5 = tensor.empty() : tensor<44x16xf32>
  %se5 = tensor.empty() : tensor<11x1xf32>
  %cp5, %sp5, %wp5 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [20, 16] of [64, 48] with_wide outs(%ce5, %se5, %we5 : tensor<44x16xf8E4M3FN>, tensor<11x1xf32>, tensor<44x16xf32>)
  %ci5 = tensor.insert_slice %cp5 into %ci4[20, 16] [44, 16] [1, 1] : tensor<44x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi5 = tensor.insert_slice %wp5 into %wi4[20, 16] [44, 16] [1, 1] : tensor<44x16xf32> into tensor<64x48xf32>
  %si5 = tensor.insert_slice %sp5 into %si4[5, 1] [11, 1] [1, 1] : tensor<11x1xf32> into tensor<16x3xf32>
  %ce6 = tensor.empty() : tensor<44x16xf8E4M3FN>
  %we6 = tensor.empty() : tensor<44x16xf32>
  %se6 = tensor.empty() : tensor<11x1xf32>
  %cp6, %sp6, %wp6 = fp8.init uniform parameters [-2.0, 3.0] granularity<block 4x16> stream 5 seed %seed at [20, 32] of [64, 48] with_wide outs(%ce6, %se6, %we6 : tensor<44x16xf8E4M3FN>, tensor<11x1xf32>, tensor<44x16xf32>)
  %ci6 = tensor.insert_slice %cp6 into %ci5[20, 32] [44, 16] [1, 1] : tensor<44x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi6 = tensor.insert_slice %wp6 into %wi5[20, 32] [44, 16] [1, 1] : tensor<44x16xf32> into tensor<64x48xf32>
  %si6 = tensor.insert_slice %sp6 into %si5[5, 2] [11, 1] [1, 1] : tensor<11x1xf32> into tensor<16x3xf32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci6 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi6 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%s, %si6 : tensor<16x3xf32>, tensor<16x3xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @mx_2x2
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @mx_2x2() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<64x2xf8E8M0FNU>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx> stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<64x2xf8E8M0FNU>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<20x32xf8E4M3FN>
  %we1 = tensor.empty() : tensor<20x32xf32>
  %se1 = tensor.empty() : tensor<20x1xf8E8M0FNU>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx> stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<20x32xf8E4M3FN>, tensor<20x1xf8E8M0FNU>, tensor<20x32xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [20, 32] [1, 1] : tensor<20x32xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [20, 32] [1, 1] : tensor<20x32xf32> into tensor<64x48xf32>
  %si1 = tensor.insert_slice %sp1 into %s0[0, 0] [20, 1] [1, 1] : tensor<20x1xf8E8M0FNU> into tensor<64x2xf8E8M0FNU>
  %ce2 = tensor.empty() : tensor<20x16xf8E4M3FN>
  %we2 = tensor.empty() : tensor<20x16xf32>
  %se2 = tensor.empty() : tensor<20x1xf8E8M0FNU>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx> stream 5 seed %seed at [0, 32] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<20x16xf8E4M3FN>, tensor<20x1xf8E8M0FNU>, tensor<20x16xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 32] [20, 16] [1, 1] : tensor<20x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 32] [20, 16] [1, 1] : tensor<20x16xf32> into tensor<64x48xf32>
  %si2 = tensor.insert_slice %sp2 into %si1[0, 1] [20, 1] [1, 1] : tensor<20x1xf8E8M0FNU> into tensor<64x2xf8E8M0FNU>
  %ce3 = tensor.empty() : tensor<44x32xf8E4M3FN>
  %we3 = tensor.empty() : tensor<44x32xf32>
  %se3 = tensor.empty() : tensor<44x1xf8E8M0FNU>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx> stream 5 seed %seed at [20, 0] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<44x32xf8E4M3FN>, tensor<44x1xf8E8M0FNU>, tensor<44x32xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[20, 0] [44, 32] [1, 1] : tensor<44x32xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[20, 0] [44, 32] [1, 1] : tensor<44x32xf32> into tensor<64x48xf32>
  %si3 = tensor.insert_slice %sp3 into %si2[20, 0] [44, 1] [1, 1] : tensor<44x1xf8E8M0FNU> into tensor<64x2xf8E8M0FNU>
  %ce4 = tensor.empty() : tensor<44x16xf8E4M3FN>
  %we4 = tensor.empty() : tensor<44x16xf32>
  %se4 = tensor.empty() : tensor<44x1xf8E8M0FNU>
  %cp4, %sp4, %wp4 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx> stream 5 seed %seed at [20, 32] of [64, 48] with_wide outs(%ce4, %se4, %we4 : tensor<44x16xf8E4M3FN>, tensor<44x1xf8E8M0FNU>, tensor<44x16xf32>)
  %ci4 = tensor.insert_slice %cp4 into %ci3[20, 32] [44, 16] [1, 1] : tensor<44x16xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi4 = tensor.insert_slice %wp4 into %wi3[20, 32] [44, 16] [1, 1] : tensor<44x16xf32> into tensor<64x48xf32>
  %si4 = tensor.insert_slice %sp4 into %si3[20, 1] [44, 1] [1, 1] : tensor<44x1xf8E8M0FNU> into tensor<64x2xf8E8M0FNU>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci4 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi4 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%s, %si4 : tensor<64x2xf8E8M0FNU>, tensor<64x2xf8E8M0FNU>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E8M0FNU, %y: f8E8M0FNU, %n: i32):
    %xb = arith.bitcast %x : f8E8M0FNU to i8
    %yb = arith.bitcast %y : f8E8M0FNU to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @columns_2x3
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @columns_2x3() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<2x48xf8E8M0FNU>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<2x48xf8E8M0FNU>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<32x10xf8E4M3FN>
  %we1 = tensor.empty() : tensor<32x10xf32>
  %se1 = tensor.empty() : tensor<1x10xf8E8M0FNU>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<32x10xf8E4M3FN>, tensor<1x10xf8E8M0FNU>, tensor<32x10xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [32, 10] [1, 1] : tensor<32x10xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [32, 10] [1, 1] : tensor<32x10xf32> into tensor<64x48xf32>
  %si1 = tensor.insert_slice %sp1 into %s0[0, 0] [1, 10] [1, 1] : tensor<1x10xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %ce2 = tensor.empty() : tensor<32x1xf8E4M3FN>
  %we2 = tensor.empty() : tensor<32x1xf32>
  %se2 = tensor.empty() : tensor<1x1xf8E8M0FNU>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [0, 10] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<32x1xf8E4M3FN>, tensor<1x1xf8E8M0FNU>, tensor<32x1xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[0, 10] [32, 1] [1, 1] : tensor<32x1xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[0, 10] [32, 1] [1, 1] : tensor<32x1xf32> into tensor<64x48xf32>
  %si2 = tensor.insert_slice %sp2 into %si1[0, 10] [1, 1] [1, 1] : tensor<1x1xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %ce3 = tensor.empty() : tensor<32x37xf8E4M3FN>
  %we3 = tensor.empty() : tensor<32x37xf32>
  %se3 = tensor.empty() : tensor<1x37xf8E8M0FNU>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [0, 11] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<32x37xf8E4M3FN>, tensor<1x37xf8E8M0FNU>, tensor<32x37xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[0, 11] [32, 37] [1, 1] : tensor<32x37xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[0, 11] [32, 37] [1, 1] : tensor<32x37xf32> into tensor<64x48xf32>
  %si3 = tensor.insert_slice %sp3 into %si2[0, 11] [1, 37] [1, 1] : tensor<1x37xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %ce4 = tensor.empty() : tensor<32x10xf8E4M3FN>
  %we4 = tensor.empty() : tensor<32x10xf32>
  %se4 = tensor.empty() : tensor<1x10xf8E8M0FNU>
  %cp4, %sp4, %wp4 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [32, 0] of [64, 48] with_wide outs(%ce4, %se4, %we4 : tensor<32x10xf8E4M3FN>, tensor<1x10xf8E8M0FNU>, tensor<32x10xf32>)
  %ci4 = tensor.insert_slice %cp4 into %ci3[32, 0] [32, 10] [1, 1] : tensor<32x10xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi4 = tensor.insert_slice %wp4 into %wi3[32, 0] [32, 10] [1, 1] : tensor<32x10xf32> into tensor<64x48xf32>
  %si4 = tensor.insert_slice %sp4 into %si3[1, 0] [1, 10] [1, 1] : tensor<1x10xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %ce5 = tensor.empty() : tensor<32x1xf8E4M3FN>
  %we5 = tensor.empty() : tensor<32x1xf32>
  %se5 = tensor.empty() : tensor<1x1xf8E8M0FNU>
  %cp5, %sp5, %wp5 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [32, 10] of [64, 48] with_wide outs(%ce5, %se5, %we5 : tensor<32x1xf8E4M3FN>, tensor<1x1xf8E8M0FNU>, tensor<32x1xf32>)
  %ci5 = tensor.insert_slice %cp5 into %ci4[32, 10] [32, 1] [1, 1] : tensor<32x1xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi5 = tensor.insert_slice %wp5 into %wi4[32, 10] [32, 1] [1, 1] : tensor<32x1xf32> into tensor<64x48xf32>
  %si5 = tensor.insert_slice %sp5 into %si4[1, 10] [1, 1] [1, 1] : tensor<1x1xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %ce6 = tensor.empty() : tensor<32x37xf8E4M3FN>
  %we6 = tensor.empty() : tensor<32x37xf32>
  %se6 = tensor.empty() : tensor<1x37xf8E8M0FNU>
  %cp6, %sp6, %wp6 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<mx 32x1> stream 5 seed %seed at [32, 11] of [64, 48] with_wide outs(%ce6, %se6, %we6 : tensor<32x37xf8E4M3FN>, tensor<1x37xf8E8M0FNU>, tensor<32x37xf32>)
  %ci6 = tensor.insert_slice %cp6 into %ci5[32, 11] [32, 37] [1, 1] : tensor<32x37xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi6 = tensor.insert_slice %wp6 into %wi5[32, 11] [32, 37] [1, 1] : tensor<32x37xf32> into tensor<64x48xf32>
  %si6 = tensor.insert_slice %sp6 into %si5[1, 11] [1, 37] [1, 1] : tensor<1x37xf8E8M0FNU> into tensor<2x48xf8E8M0FNU>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci6 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi6 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%s, %si6 : tensor<2x48xf8E8M0FNU>, tensor<2x48xf8E8M0FNU>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E8M0FNU, %y: f8E8M0FNU, %n: i32):
    %xb = arith.bitcast %x : f8E8M0FNU to i8
    %yb = arith.bitcast %y : f8E8M0FNU to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: @group_3x1
// CHECK-NEXT: result 0: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 1: tensor<i32>
// CHECK-NEXT: values 0{{$}}
// CHECK-NEXT: result 2: tensor<i32>
// CHECK-NEXT: values 0{{$}}
func.func @group_3x1() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %seed = arith.constant 42 : i32
  %none = arith.constant dense<0> : tensor<i32>
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %w0 = tensor.empty() : tensor<64x48xf32>
  %s0 = tensor.empty() : tensor<32xf32>
  %c, %s, %w = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<group 96> stream 5 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<64x48xf8E4M3FN>, tensor<32xf32>, tensor<64x48xf32>)
  %ce1 = tensor.empty() : tensor<8x48xf8E4M3FN>
  %we1 = tensor.empty() : tensor<8x48xf32>
  %se1 = tensor.empty() : tensor<4xf32>
  %cp1, %sp1, %wp1 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<group 96> stream 5 seed %seed at [0, 0] of [64, 48] with_wide outs(%ce1, %se1, %we1 : tensor<8x48xf8E4M3FN>, tensor<4xf32>, tensor<8x48xf32>)
  %ci1 = tensor.insert_slice %cp1 into %c0[0, 0] [8, 48] [1, 1] : tensor<8x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi1 = tensor.insert_slice %wp1 into %w0[0, 0] [8, 48] [1, 1] : tensor<8x48xf32> into tensor<64x48xf32>
  %si1 = tensor.insert_slice %sp1 into %s0[0] [4] [1] : tensor<4xf32> into tensor<32xf32>
  %ce2 = tensor.empty() : tensor<32x48xf8E4M3FN>
  %we2 = tensor.empty() : tensor<32x48xf32>
  %se2 = tensor.empty() : tensor<16xf32>
  %cp2, %sp2, %wp2 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<group 96> stream 5 seed %seed at [8, 0] of [64, 48] with_wide outs(%ce2, %se2, %we2 : tensor<32x48xf8E4M3FN>, tensor<16xf32>, tensor<32x48xf32>)
  %ci2 = tensor.insert_slice %cp2 into %ci1[8, 0] [32, 48] [1, 1] : tensor<32x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi2 = tensor.insert_slice %wp2 into %wi1[8, 0] [32, 48] [1, 1] : tensor<32x48xf32> into tensor<64x48xf32>
  %si2 = tensor.insert_slice %sp2 into %si1[4] [16] [1] : tensor<16xf32> into tensor<32xf32>
  %ce3 = tensor.empty() : tensor<24x48xf8E4M3FN>
  %we3 = tensor.empty() : tensor<24x48xf32>
  %se3 = tensor.empty() : tensor<12xf32>
  %cp3, %sp3, %wp3 = fp8.init normal gain 1.0 fan<in> axes [0, 1] granularity<group 96> stream 5 seed %seed at [40, 0] of [64, 48] with_wide outs(%ce3, %se3, %we3 : tensor<24x48xf8E4M3FN>, tensor<12xf32>, tensor<24x48xf32>)
  %ci3 = tensor.insert_slice %cp3 into %ci2[40, 0] [24, 48] [1, 1] : tensor<24x48xf8E4M3FN> into tensor<64x48xf8E4M3FN>
  %wi3 = tensor.insert_slice %wp3 into %wi2[40, 0] [24, 48] [1, 1] : tensor<24x48xf32> into tensor<64x48xf32>
  %si3 = tensor.insert_slice %sp3 into %si2[20] [12] [1] : tensor<12xf32> into tensor<32xf32>
  %dc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%c, %ci3 : tensor<64x48xf8E4M3FN>, tensor<64x48xf8E4M3FN>) outs(%none : tensor<i32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %n: i32):
    %xb = arith.bitcast %x : f8E4M3FN to i8
    %yb = arith.bitcast %y : f8E4M3FN to i8
    %ne = arith.cmpi ne, %xb, %yb : i8
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %dw = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%w, %wi3 : tensor<64x48xf32>, tensor<64x48xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  %ds = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%s, %si3 : tensor<32xf32>, tensor<32xf32>) outs(%none : tensor<i32>) {
  ^bb0(%x: f32, %y: f32, %n: i32):
    %xb = arith.bitcast %x : f32 to i32
    %yb = arith.bitcast %y : f32 to i32
    %ne = arith.cmpi ne, %xb, %yb : i32
    %one = arith.extui %ne : i1 to i32
    %m = arith.addi %n, %one : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %dc, %dw, %ds : tensor<i32>, tensor<i32>, tensor<i32>
}
