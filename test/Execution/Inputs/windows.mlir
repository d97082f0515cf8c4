// Ops of other compilers that are neither matmuls nor elementwise: pooling
// and its argmax, reversal, concatenation by branches, and reductions of
// integers and of conditions.

#point = affine_map<(n, h, w, i, j) -> (n, 2 * h + i, 2 * w + j)>
#window = affine_map<(n, h, w, i, j) -> (i, j)>
#pooled = affine_map<(n, h, w, i, j) -> (n, h, w)>
#id = affine_map<(a, b, c) -> (a, b, c)>
#reversed = affine_map<(a, b, c) -> (a, 7 - b, -c + 37)>
#row = affine_map<(a, b, c) -> (a)>
#rows = affine_map<(a, b, c) -> (a, b)>

func.func @step(%x: tensor<3x8x38xf32> {fp8.name = "x"}) -> (
    tensor<3x4x19xf32> {fp8.name = "pooled"}, tensor<3x4x19xi32> {fp8.name = "at"},
    tensor<3x8x38xf32> {fp8.name = "reversed"}, tensor<3x12x19xf32> {fp8.name = "joined"},
    tensor<3xi32> {fp8.name = "positive"}, tensor<3xi64> {fp8.name = "wide"},
    tensor<3xi32> {fp8.name = "extrema"}, tensor<i1> {fp8.name = "finite"}, tensor<3xi1> {fp8.name = "large"}, tensor<3x8xi32> {fp8.name = "first"}) {
  %c0_i32 = arith.constant 0 : i32
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 3.2 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %window = tensor.empty() : tensor<2x2xf32>
  %least = arith.constant dense<0xFF800000> : tensor<3x4x19xf32>
  %pooled = linalg.generic {indexing_maps = [#point, #window, #pooled],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %window : tensor<3x8x38xf32>, tensor<2x2xf32>) outs(%least : tensor<3x4x19xf32>) {
  ^bb0(%e: f32, %w: f32, %out: f32):
    %m = arith.maximumf %e, %out : f32
    linalg.yield %m : f32
  } -> tensor<3x4x19xf32>
  %none = arith.constant dense<-1> : tensor<3x4x19xi32>
  %argmax:2 = linalg.generic {indexing_maps = [#point, #window, #pooled, #pooled],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %window : tensor<3x8x38xf32>, tensor<2x2xf32>) outs(%least, %none : tensor<3x4x19xf32>, tensor<3x4x19xi32>) {
  ^bb0(%e: f32, %w: f32, %out: f32, %at: i32):
    %i = linalg.index 3 : index
    %j = linalg.index 4 : index
    %i2 = arith.addi %i, %i : index
    %k = arith.addi %i2, %j : index
    %position = arith.index_cast %k : index to i32
    %greater = arith.cmpf ogt, %e, %out : f32
    %m = arith.select %greater, %e, %out : f32
    %p = arith.select %greater, %position, %at : i32
    linalg.yield %m, %p : f32, i32
  } -> (tensor<3x4x19xf32>, tensor<3x4x19xi32>)
  %empty = tensor.empty() : tensor<3x8x38xf32>
  %reversed = linalg.generic {indexing_maps = [#reversed, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3x8x38xf32>) outs(%empty : tensor<3x8x38xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<3x8x38xf32>
  %right = tensor.extract_slice %x[0, 0, 19] [3, 8, 19] [1, 1, 1] : tensor<3x8x38xf32> to tensor<3x8x19xf32>
  %space = tensor.empty() : tensor<3x12x19xf32>
  %joined = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%space : tensor<3x12x19xf32>) {
  ^bb0(%out: f32):
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %c = linalg.index 2 : index
    %isFirst = arith.cmpi ult, %b, %c4 : index
    %e = scf.if %isFirst -> f32 {
      %y = tensor.extract %pooled[%a, %b, %c] : tensor<3x4x19xf32>
      scf.yield %y : f32
    } else {
      %d = arith.subi %b, %c4 : index
      %y = tensor.extract %right[%a, %d, %c] : tensor<3x8x19xf32>
      scf.yield %y : f32
    }
    linalg.yield %e : f32
  } -> tensor<3x12x19xf32>
  %zeros = arith.constant dense<5> : tensor<3xi32>
  %positive = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x8x38xf32>) outs(%zeros : tensor<3xi32>) {
  ^bb0(%e: f32, %out: i32):
    %p = arith.cmpf ogt, %e, %zero : f32
    %one = arith.extui %p : i1 to i32
    %n = arith.addi %out, %one : i32
    linalg.yield %n : i32
  } -> tensor<3xi32>
  %wideInit = arith.constant dense<[-3, 1000000000000, 0]> : tensor<3xi64>
  %wide = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x8x38xf32>) outs(%wideInit : tensor<3xi64>) {
  ^bb0(%e: f32, %out: i64):
    %bits = arith.bitcast %e : f32 to i32
    %long = arith.extsi %bits : i32 to i64
    %n = arith.minsi %long, %out : i64
    linalg.yield %n : i64
  } -> tensor<3xi64>
  %extremaInit = arith.constant dense<-2000000000> : tensor<3xi32>
  %extrema = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x8x38xf32>) outs(%extremaInit : tensor<3xi32>) {
  ^bb0(%e: f32, %out: i32):
    %bits = arith.bitcast %e : f32 to i32
    %n = arith.maxsi %bits, %out : i32
    linalg.yield %n : i32
  } -> tensor<3xi32>
  %true = arith.constant dense<true> : tensor<i1>
  %finite = linalg.generic {indexing_maps = [#id, affine_map<(a, b, c) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%x : tensor<3x8x38xf32>) outs(%true : tensor<i1>) {
  ^bb0(%e: f32, %out: i1):
    %magnitude = math.absf %e : f32
    %isFinite = arith.cmpf olt, %magnitude, %infinity : f32
    %n = arith.andi %out, %isFinite : i1
    linalg.yield %n : i1
  } -> tensor<i1>
  %false = arith.constant dense<false> : tensor<3xi1>
  %large = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x8x38xf32>) outs(%false : tensor<3xi1>) {
  ^bb0(%e: f32, %out: i1):
    %isLarge = arith.cmpf ogt, %e, %bound : f32
    %n = arith.ori %out, %isLarge : i1
    linalg.yield %n : i1
  } -> tensor<3xi1>
  // The first of many equal values; rows with a negative first element also
  // contain a NaN.
  %infinities = arith.constant dense<0xFF800000> : tensor<3x8xf32>
  %origins = arith.constant dense<0> : tensor<3x8xi32>
  %spoiled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3x8x38xf32>) outs(%empty : tensor<3x8x38xf32>) {
  ^bb0(%e: f32, %out: f32):
    %c = linalg.index 2 : index
    %c0 = arith.constant 0 : index
    %c21 = arith.constant 21 : index
    %a = linalg.index 0 : index
    %b = linalg.index 1 : index
    %nan = arith.constant 0x7FC00000 : f32
    %sign = tensor.extract %x[%a, %b, %c0] : tensor<3x8x38xf32>
    %isNegative = arith.cmpf olt, %sign, %zero : f32
    %isHere = arith.cmpi uge, %c, %c21 : index
    %isSpoiled = arith.andi %isNegative, %isHere : i1
    %coarse = math.roundeven %e : f32
    %y = arith.select %isSpoiled, %nan, %coarse : f32
    linalg.yield %y : f32
  } -> tensor<3x8x38xf32>
  %first:2 = linalg.generic {indexing_maps = [#id, #rows, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%spoiled : tensor<3x8x38xf32>) outs(%infinities, %origins : tensor<3x8xf32>, tensor<3x8xi32>) {
  ^bb0(%e: f32, %best: f32, %at: i32):
    %c = linalg.index 2 : index
    %j = arith.index_cast %c : index to i32
    %greater = arith.cmpf ogt, %best, %e : f32
    %nan = arith.cmpf une, %best, %best : f32
    %stays = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %best, %e : f32
    %before = arith.cmpi slt, %at, %j : i32
    %tie = arith.andi %equal, %before : i1
    %keeps = arith.ori %stays, %tie : i1
    %m = arith.select %stays, %best, %e : f32
    %k = arith.select %keeps, %at, %j : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<3x8xf32>, tensor<3x8xi32>)
  return %pooled, %argmax#1, %reversed, %joined, %positive, %wide, %extrema, %finite, %large, %first#1
      : tensor<3x4x19xf32>, tensor<3x4x19xi32>, tensor<3x8x38xf32>, tensor<3x12x19xf32>,
        tensor<3xi32>, tensor<3xi64>, tensor<3xi32>, tensor<i1>, tensor<3xi1>, tensor<3x8xi32>
}
