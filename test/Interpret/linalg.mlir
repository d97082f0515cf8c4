// RUN: fp8-eval %s | FileCheck %s

// CHECK-LABEL: @move
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 5 5
// CHECK-NEXT: result 1: tensor<3x2xi32>
// CHECK-NEXT: values 1 4{{$}}
// CHECK-NEXT: values 2 5{{$}}
// CHECK-NEXT: values 3 6{{$}}
// CHECK-NEXT: result 2: tensor<2x3xi32>
// CHECK-NEXT: values 7 7 7{{$}}
// CHECK-NEXT: values 8 8 8{{$}}
// CHECK-NEXT: result 3: tensor<2x3xi32>
// CHECK-NEXT: values 1 2 3{{$}}
// CHECK-NEXT: values 4 5 6{{$}}
func.func @move() -> (tensor<2xf32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %five = arith.constant 5.0 : f32
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = arith.constant dense<[7, 8]> : tensor<2xi32>
  %e0 = tensor.empty() : tensor<2xf32>
  %e1 = tensor.empty() : tensor<3x2xi32>
  %e2 = tensor.empty() : tensor<2x3xi32>
  %0 = linalg.fill ins(%five : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.transpose ins(%x : tensor<2x3xi32>) outs(%e1 : tensor<3x2xi32>) permutation = [1, 0]
  %2 = linalg.broadcast ins(%y : tensor<2xi32>) outs(%e2 : tensor<2x3xi32>) dimensions = [1]
  %3 = linalg.copy ins(%x : tensor<2x3xi32>) outs(%e2 : tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

// A NaN keeps its code where nothing computes with it.
// CHECK-LABEL: @move_codes
// CHECK-NEXT: result 0: tensor<2x1xf8E4M3FN>
// CHECK-NEXT: codes  FF
// CHECK-NEXT: values nan
// CHECK-NEXT: codes  38
// CHECK-NEXT: values 1
func.func @move_codes() -> tensor<2x1xf8E4M3FN> {
  %x = arith.constant dense<[[0xFF, 1.0]]> : tensor<1x2xf8E4M3FN>
  %e = tensor.empty() : tensor<2x1xf8E4M3FN>
  %0 = linalg.transpose ins(%x : tensor<1x2xf8E4M3FN>) outs(%e : tensor<2x1xf8E4M3FN>) permutation = [1, 0]
  return %0 : tensor<2x1xf8E4M3FN>
}

// CHECK-LABEL: @elementwise
// CHECK-NEXT: result 0: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 5 7 9
// CHECK-NEXT: result 1: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 4 10 18
// CHECK-NEXT: result 2: tensor<3xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values -1 -2 -3
func.func @elementwise() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = arith.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.add ins(%a, %b : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.map { arith.mulf } ins(%a, %b : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>)
  %2 = linalg.negf ins(%a : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// Indices, an element of a tensor from outside, a scalar from outside, and the
// old value of the destination.
// CHECK-LABEL: @captures
// CHECK-NEXT: result 0: tensor<2x2xi64>
// CHECK-NEXT: values 1037 1048{{$}}
// CHECK-NEXT: values 1027 1038{{$}}
func.func @captures() -> tensor<2x2xi64> {
  %table = arith.constant dense<[10, 20, 30]> : tensor<3xi64>
  %ids = arith.constant dense<[2, 1]> : tensor<2xi64>
  %thousand = arith.constant 1000 : i64
  %init = arith.constant dense<[[7, 8], [7, 8]]> : tensor<2x2xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<2xi64>) outs(%init : tensor<2x2xi64>) {
  ^bb0(%id: i64, %out: i64):
    %at = arith.index_cast %id : i64 to index
    %entry = tensor.extract %table[%at] : tensor<3xi64>
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %ten = arith.constant 10 : i64
    %1 = arith.muli %k, %ten : i64
    %2 = arith.addi %entry, %1 : i64
    %3 = arith.addi %2, %thousand : i64
    %4 = arith.addi %3, %out : i64
    linalg.yield %4 : i64
  } -> tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}

// Two results, read and written at different places.
// CHECK-LABEL: @two_results
// CHECK-NEXT: result 0: tensor<2x3xi32>
// CHECK-NEXT: values 2 3 4{{$}}
// CHECK-NEXT: values 5 6 7{{$}}
// CHECK-NEXT: result 1: tensor<3x2xi32>
// CHECK-NEXT: values -1 -4{{$}}
// CHECK-NEXT: values -2 -5{{$}}
// CHECK-NEXT: values -3 -6{{$}}
func.func @two_results() -> (tensor<2x3xi32>, tensor<3x2xi32>) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e0 = tensor.empty() : tensor<2x3xi32>
  %e1 = tensor.empty() : tensor<3x2xi32>
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x3xi32>) outs(%e0, %e1 : tensor<2x3xi32>, tensor<3x2xi32>) {
  ^bb0(%in: i32, %a: i32, %b: i32):
    %1 = arith.addi %in, %one : i32
    %2 = arith.subi %zero, %in : i32
    linalg.yield %1, %2 : i32, i32
  } -> (tensor<2x3xi32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<2x3xi32>, tensor<3x2xi32>
}

// An op that reads the tensor it writes to reads the old elements.
// CHECK-LABEL: @aliased
// CHECK-NEXT: result 0: tensor<3xi32>
// CHECK-NEXT: values 4 4 4{{$}}
func.func @aliased() -> tensor<3xi32> {
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %x = tensor.splat %c2 : tensor<3xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<3xi32>) outs(%x : tensor<3xi32>) {
  ^bb0(%in: i32, %out: i32):
    // Element 0 was written before the others are computed.
    %first = tensor.extract %x[%i0] : tensor<3xi32>
    %s = arith.addi %in, %first : i32
    linalg.yield %s : i32
  } -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: @reduce_max
// CHECK-NEXT: result 0: tensor<2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 3 nan
// CHECK-NEXT: result 1: tensor<2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 3 6
// CHECK-NEXT: result 2: tensor<3xi32>
// CHECK-NEXT: values 5 7 9{{$}}
func.func @reduce_max() -> (tensor<2xf32>, tensor<2xf32>, tensor<3xi32>) {
  %x = arith.constant dense<[[1.0, 3.0, 2.0], [4.0, 0x7FC00000, 6.0]]> : tensor<2x3xf32>
  %i = arith.constant dense<0.0> : tensor<2xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<2x3xf32>) outs(%i : tensor<2xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maxnumf } ins(%x : tensor<2x3xf32>) outs(%i : tensor<2xf32>) dimensions = [1]
  %y = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %j = arith.constant dense<0> : tensor<3xi32>
  %2 = linalg.reduce { arith.addi } ins(%y : tensor<2x3xi32>) outs(%j : tensor<3xi32>) dimensions = [0]
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<3xi32>
}

// Maps that divide: pairs of elements, a maximum over blocks of 2x2.
// CHECK-LABEL: @divisions
// CHECK-NEXT: result 0: tensor<5xi32>
// CHECK-NEXT: values 1 1 2 2 3{{$}}
// CHECK-NEXT: result 1: tensor<5xi32>
// CHECK-NEXT: values 1 2 3 1 2{{$}}
// CHECK-NEXT: result 2: tensor<2x2xi32>
// CHECK-NEXT: values 5 6{{$}}
// CHECK-NEXT: values 8 9{{$}}
func.func @divisions() -> (tensor<5xi32>, tensor<5xi32>, tensor<2x2xi32>) {
  %x = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %e = tensor.empty() : tensor<5xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<3xi32>) outs(%e : tensor<5xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<5xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 3)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<3xi32>) outs(%e : tensor<5xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<5xi32>
  %m = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %z = arith.constant dense<0> : tensor<2x2xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 2, j floordiv 2)>], iterator_types = ["reduction", "reduction"]} ins(%m : tensor<3x3xi32>) outs(%z : tensor<2x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.maxsi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<5xi32>, tensor<5xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: @contractions
// CHECK-NEXT: result 0: tensor<2x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 120 128
// CHECK-NEXT: codes
// CHECK-NEXT: values 146 164
// CHECK-NEXT: result 1: tensor<2x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 17 39
// CHECK-NEXT: codes
// CHECK-NEXT: values 23 53
// CHECK-NEXT: result 2: tensor<2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 17 39
// CHECK-NEXT: result 3: tensor<2x2xi32>
// CHECK-NEXT: values 7 10{{$}}
// CHECK-NEXT: values 15 22{{$}}
// CHECK-NEXT: result 4: tensor<2x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 7 10
// CHECK-NEXT: codes
// CHECK-NEXT: values 15 22
func.func @contractions() -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xi32>, tensor<2x2xf32>) {
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = arith.constant dense<[[6.0, 8.0], [7.0, 10.0]]> : tensor<2x2xf32>
  %hundred = arith.constant dense<100.0> : tensor<2x2xf32>
  // The init counts.
  %0 = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%hundred : tensor<2x2xf32>) -> tensor<2x2xf32>
  %b2 = arith.constant dense<[[5.0, 7.0], [6.0, 8.0]]> : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  // Any maps: the result is transposed, rhs is read in rows.
  %1 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>]
      ins(%a, %b2 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %v = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %z = arith.constant dense<0.0> : tensor<2xf32>
  %2 = linalg.matvec ins(%a, %v : tensor<2x2xf32>, tensor<2xf32>) outs(%z : tensor<2xf32>) -> tensor<2xf32>
  %i = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %zi = arith.constant dense<0> : tensor<2x2xi32>
  %3 = linalg.matmul ins(%i, %i : tensor<2x2xi32>, tensor<2x2xi32>) outs(%zi : tensor<2x2xi32>) -> tensor<2x2xi32>
  // 8-bit operands widen.
  %e4 = arith.truncf %a : tensor<2x2xf32> to tensor<2x2xf8E4M3FN>
  %e5 = arith.truncf %a : tensor<2x2xf32> to tensor<2x2xf8E5M2>
  %4 = linalg.matmul ins(%e4, %e5 : tensor<2x2xf8E4M3FN>, tensor<2x2xf8E5M2>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xi32>, tensor<2x2xf32>
}

// 2048 + 1 is lost in f16 one addend at a time; a contraction rounds once.
// CHECK-LABEL: @narrow_contraction
// CHECK-NEXT: result 0: tensor<1x1xf16>
// CHECK-NEXT: codes  6802
// CHECK-NEXT: values 2052
func.func @narrow_contraction() -> tensor<1x1xf16> {
  %a = arith.constant dense<[[2048.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xf16>
  %b = arith.constant dense<1.0> : tensor<5x1xf16>
  %z = arith.constant dense<0.0> : tensor<1x1xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<1x5xf16>, tensor<5x1xf16>) outs(%z : tensor<1x1xf16>) -> tensor<1x1xf16>
  return %0 : tensor<1x1xf16>
}

// CHECK-LABEL: @batch_matmul
// CHECK-NEXT: result 0: tensor<2x1x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 7 10
// CHECK-NEXT: codes
// CHECK-NEXT: values 9 8
func.func @batch_matmul() -> tensor<2x1x2xf32> {
  %a = arith.constant dense<[[[1.0, 2.0]], [[3.0, 1.0]]]> : tensor<2x1x2xf32>
  %b = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[2.0, 1.0], [3.0, 5.0]]]> : tensor<2x2x2xf32>
  %z = arith.constant dense<0.0> : tensor<2x1x2xf32>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x1x2xf32>, tensor<2x2x2xf32>) outs(%z : tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  return %0 : tensor<2x1x2xf32>
}

// A convolution with stride 2 over one row of two channels, and a pooling sum.
// CHECK-LABEL: @convolution
// CHECK-NEXT: result 0: tensor<1x1x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 1241 3483
// CHECK-NEXT: result 1: tensor<1x2x2xf32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 3 7
// CHECK-NEXT: codes
// CHECK-NEXT: values 30 70
func.func @convolution() -> (tensor<1x1x2xf32>, tensor<1x2x2xf32>) {
  %x = arith.constant dense<[[[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]]]> : tensor<1x2x4xf32>
  %w = arith.constant dense<[[[1.0, 20.0], [100.0, 10.0]]]> : tensor<1x2x2xf32>
  %z = arith.constant dense<0.0> : tensor<1x1x2xf32>
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%x, %w : tensor<1x2x4xf32>, tensor<1x2x2xf32>) outs(%z : tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %window = tensor.empty() : tensor<2xf32>
  %y = arith.constant dense<0.0> : tensor<1x2x2xf32>
  %1 = linalg.pooling_ncw_sum {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%x, %window : tensor<1x2x4xf32>, tensor<2xf32>) outs(%y : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %0, %1 : tensor<1x1x2xf32>, tensor<1x2x2xf32>
}

// CHECK-LABEL: @rank_0
// CHECK-NEXT: result 0: tensor<f32>
// CHECK-NEXT: codes
// CHECK-NEXT: values 3
func.func @rank_0() -> tensor<f32> {
  %a = arith.constant dense<1.0> : tensor<f32>
  %b = arith.constant dense<2.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
