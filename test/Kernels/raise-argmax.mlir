// RUN: fp8-opt %s --fp8-raise-argmax | FileCheck %s

#id = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>

// As a frontend writes it: the accumulator is the left one, NaN wins, positions
// come as a tensor.
// CHECK-LABEL: func.func @pairs
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<5x9xf32>
// CHECK: %[[BEST:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<5x9xf32>)
// CHECK-NEXT: ^bb0(%[[E:.*]]: f32, %[[M:.*]]: f32):
// CHECK-NEXT: arith.maximumf %[[M]], %[[E]]
// CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[BEST]], %{{.*}} : tensor<5xf32>, tensor<5xf32>, tensor<5xi32>)
// CHECK: arith.select %{{.*}}, %{{.*}}, %c2147483647_i32
// CHECK: %[[AT:.*]] = linalg.generic {{.*}} ins(%[[X]], %{{.*}}, %[[BEST]] : {{.*}}) outs(%[[FIRST]] : tensor<5xi32>)
// CHECK: arith.minsi
// CHECK: return %[[AT]]
func.func @pairs(%x: tensor<5x9xf32>) -> tensor<5xi32> {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %empty = tensor.empty() : tensor<5x9xi32>
  %iota = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<5x9xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    linalg.yield %j : i32
  } -> tensor<5x9xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %iota : tensor<5x9xf32>, tensor<5x9xi32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %i: i32, %best: f32, %at: i32):
    %greater = arith.cmpf ogt, %best, %e : f32
    %nan = arith.cmpf une, %best, %best : f32
    %stays = arith.ori %greater, %nan : i1
    %equal = arith.cmpf oeq, %best, %e : f32
    %before = arith.cmpi slt, %at, %i : i32
    %tie = arith.andi %equal, %before : i1
    %keeps = arith.ori %stays, %tie : i1
    %m = arith.select %stays, %best, %e : f32
    %k = arith.select %keeps, %at, %i : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}

// A NaN is skipped, positions are indices of the loop, and it is a minimum.
// CHECK-LABEL: func.func @argmin
// CHECK: arith.cmpf uno
// CHECK: arith.minimumf
// CHECK: arith.minsi
func.func @argmin(%x: tensor<5x9xf32>) -> tensor<5xi64> {
  %most = arith.constant dense<0x7F800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi64>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x9xf32>) outs(%most, %zeros : tensor<5xf32>, tensor<5xi64>) {
  ^bb0(%e: f32, %best: f32, %at: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %less = arith.cmpf olt, %e, %best : f32
    %m = arith.select %less, %e, %best : f32
    %k = arith.select %less, %j, %at : i64
    linalg.yield %m, %k : f32, i64
  } -> (tensor<5xf32>, tensor<5xi64>)
  return %0#1 : tensor<5xi64>
}

// The last of equal values is picked.
// CHECK-LABEL: func.func @negative_last
// CHECK-NOT: arith.minsi
func.func @negative_last(%x: tensor<5x9xf32>) -> tensor<5xi32> {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x9xf32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %best: f32, %at: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %greater = arith.cmpf oge, %e, %best : f32
    %m = arith.select %greater, %e, %best : f32
    %k = arith.select %greater, %j, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}

// Which of two zeros the maximum is depends on their order.
// CHECK-LABEL: func.func @negative_value_is_read
// CHECK-NOT: arith.minsi
func.func @negative_value_is_read(%x: tensor<5x9xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x9xf32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %best: f32, %at: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %greater = arith.cmpf ogt, %e, %best : f32
    %m = arith.select %greater, %e, %best : f32
    %k = arith.select %greater, %j, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xi32>
}

// The selected value is not a position.
// CHECK-LABEL: func.func @negative_other_integer
// CHECK-NOT: arith.minsi
func.func @negative_other_integer(%x: tensor<5x9xf32>, %y: tensor<5x9xi32>) -> tensor<5xi32> {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<5x9xf32>, tensor<5x9xi32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %i: i32, %best: f32, %at: i32):
    %greater = arith.cmpf ogt, %e, %best : f32
    %m = arith.select %greater, %e, %best : f32
    %k = arith.select %greater, %i, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}

// The search may start after the first element.
// CHECK-LABEL: func.func @negative_begins_later
// CHECK-NOT: arith.minsi
func.func @negative_begins_later(%x: tensor<5x9xf32>, %best: tensor<5xf32>, %at: tensor<5xi32>) -> tensor<5xi32> {
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x9xf32>) outs(%best, %at : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %m: f32, %k: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %greater = arith.cmpf ogt, %e, %m : f32
    %n = arith.select %greater, %e, %m : f32
    %l = arith.select %greater, %j, %k : i32
    linalg.yield %n, %l : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}

// Positions from 128 on are the smallest as signed numbers of 8 bits.
// CHECK-LABEL: func.func @negative_positions_wrap
// CHECK-NOT: arith.minsi
func.func @negative_positions_wrap(%x: tensor<5x129xf32>) -> tensor<5xi8> {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros = arith.constant dense<0> : tensor<5xi8>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x129xf32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi8>) {
  ^bb0(%e: f32, %best: f32, %at: i8):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i8
    %greater = arith.cmpf ogt, %e, %best : f32
    %m = arith.select %greater, %e, %best : f32
    %k = arith.select %greater, %j, %at : i8
    linalg.yield %m, %k : f32, i8
  } -> (tensor<5xf32>, tensor<5xi8>)
  return %0#1 : tensor<5xi8>
}

// Compared without a sign, every position comes before -1.
// CHECK-LABEL: func.func @negative_begins_with_largest
// CHECK-NOT: arith.minsi
func.func @negative_begins_with_largest(%x: tensor<5x9xf32>) -> tensor<5xi32> {
  %least = arith.constant dense<0xFF800000> : tensor<5xf32>
  %last = arith.constant dense<-1> : tensor<5xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x9xf32>) outs(%least, %last : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%e: f32, %best: f32, %at: i32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %greater = arith.cmpf ogt, %e, %best : f32
    %equal = arith.cmpf oeq, %e, %best : f32
    %before = arith.cmpi ult, %j, %at : i32
    %tie = arith.andi %equal, %before : i1
    %picks = arith.ori %greater, %tie : i1
    %m = arith.select %picks, %e, %best : f32
    %k = arith.select %picks, %j, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %0#1 : tensor<5xi32>
}
