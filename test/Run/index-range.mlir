// The range of a random integer is the smallest that its uses allow.

// RUN: fp8-run %s --explain --inputs=random:1 --entry=gather | FileCheck %s --check-prefix=GATHER
// GATHER: #0 i: {{.*}} uniform integers in [0, 6) from seed 1
func.func @gather(%i: tensor<3x1xi64> {fp8.name = "i"}, %table: tensor<6x8xf32>) -> tensor<3x1x8xf32> {
  %0 = tensor.gather %table[%i] gather_dims([0]) : (tensor<6x8xf32>, tensor<3x1xi64>) -> tensor<3x1x8xf32>
  return %0 : tensor<3x1x8xf32>
}

// A slice of two rows can begin at 0 .. 4.
// RUN: fp8-run %s --explain --inputs=random:1 --entry=slice | FileCheck %s --check-prefix=SLICE
// SLICE: #0 i: {{.*}} uniform integers in [0, 5) from seed 1
func.func @slice(%i: index {fp8.name = "i"}, %table: tensor<6x8xf32>) -> tensor<2x8xf32> {
  %0 = tensor.extract_slice %table[%i, 0] [2, 8] [1, 1] : tensor<6x8xf32> to tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// RUN: fp8-run %s --explain --inputs=random:1 --entry=clamp | FileCheck %s --check-prefix=CLAMP
// CLAMP: #0 i: {{.*}} uniform integers in [0, 4) from seed 1
func.func @clamp(%i: tensor<i32> {fp8.name = "i"}, %table: tensor<6xf32>) -> f32 {
  %zero = arith.constant 0 : i32
  %last = arith.constant 3 : i32
  %0 = tensor.extract %i[] : tensor<i32>
  %1 = arith.maxsi %0, %zero : i32
  %2 = arith.minsi %last, %1 : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = tensor.extract %table[%3] : tensor<6xf32>
  return %4 : f32
}

// The comparisons of a bounds check, and the value of padding that is no bound.
// RUN: fp8-run %s --explain --inputs=random:1 --entry=compare | FileCheck %s --check-prefix=COMPARE
// COMPARE: #0 i: {{.*}} uniform integers in [0, 9) from seed 1
func.func @compare(%i: i64 {fp8.name = "i"}) -> (i1, i1, i1, i1) {
  %zero = arith.constant 0 : i64
  %padding = arith.constant 1 : i64
  %bound = arith.constant 10 : i64
  %last = arith.constant 8 : i64
  %0 = arith.cmpi sge, %i, %zero : i64
  %1 = arith.cmpi slt, %i, %bound : i64
  %2 = arith.cmpi sge, %last, %i : i64
  %3 = arith.cmpi ne, %i, %padding : i64
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// A one-hot encoding against an iota that is a tensor; the class 0 .. 4.
// RUN: fp8-run %s --explain --inputs=random:1 --entry=onehot | FileCheck %s --check-prefix=ONEHOT
// ONEHOT: #0 i: {{.*}} uniform integers in [0, 5) from seed 1
func.func @onehot(%i: tensor<3xi32> {fp8.name = "i"}) -> tensor<3x5xi1> {
  %iota_init = tensor.empty() : tensor<5xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%iota_init : tensor<5xi32>) {
  ^bb0(%out: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<5xi32>
  %init = tensor.empty() : tensor<3x5xi32>
  %rows = linalg.broadcast ins(%i : tensor<3xi32>) outs(%init : tensor<3x5xi32>) dimensions = [1]
  %columns = linalg.broadcast ins(%iota : tensor<5xi32>) outs(%init : tensor<3x5xi32>) dimensions = [0]
  %equal = arith.cmpi eq, %rows, %columns : tensor<3x5xi32>
  return %equal : tensor<3x5xi1>
}

// A negative index counts from the end; the addition for it is not a use of
// the index itself.
// RUN: fp8-run %s --explain --inputs=random:1 --entry=negative | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: #0 i: {{.*}} uniform integers in [0, 6) from seed 1
func.func @negative(%i: i64 {fp8.name = "i"}, %table: tensor<6xf32>) -> f32 {
  %zero = arith.constant 0 : i64
  %size = arith.constant 6 : i64
  %0 = arith.cmpi slt, %i, %zero : i64
  %1 = arith.addi %i, %size : i64
  %2 = arith.select %0, %1, %i : i64
  %3 = arith.index_cast %2 : i64 to index
  %4 = tensor.extract %table[%3] : tensor<6xf32>
  return %4 : f32
}

// RUN: fp8-run %s --explain --inputs=random:1 --entry=unknown | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: #0 i: {{.*}} no value: no use of 'i' determines its range; use --arg=i=random:SEED:LO:HI
func.func @unknown(%i: tensor<3xi32> {fp8.name = "i"}) -> tensor<3xf32> {
  %0 = arith.sitofp %i : tensor<3xi32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
