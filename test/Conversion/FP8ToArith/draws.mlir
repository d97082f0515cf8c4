// RUN: fp8-opt %s --convert-fp8-to-arith --split-input-file | FileCheck %s

// One element: one block of Philox, twenty products.

// CHECK-LABEL: @scalar
// CHECK-COUNT-20: arith.mului_extended {{.*}} : i32
// CHECK-NOT: arith.mului_extended
func.func @scalar(%i: i64, %seed: i32, %step: i32) -> i16 {
  %0 = fp8.draw %i seed %seed step %step stream 3 use 0 : i64, i32, i32 to i16
  return %0 : i16
}

// -----

// Quasi-random bits: seven rounds, whose counter holds the step without its last 11 bits.
// Each word is shifted: both halves of the shift are the high half of the rotation number
// times the step.

// CHECK-LABEL: @quasi
// CHECK-SAME: %{{.*}}: i64, %{{.*}}: i32, %[[STEP:.*]]: i32
// CHECK-COUNT-14: arith.mului_extended {{.*}} : i32
// CHECK-NOT: arith.mului_extended
// CHECK: %[[HALF:.*]] = arith.shrui %[[BITS:.*]], %{{.*}} : i32
// CHECK: arith.andi %[[BITS]], %[[HALF]] : i32
// CHECK-COUNT-4: math.fma
// CHECK: %[[DENOMINATOR:.*]] = math.fma
// CHECK-NOT: arith.divf
// CHECK: %[[INVERSE:.*]] = arith.bitcast %[[DENOMINATOR]] : f32 to i32
// CHECK: arith.subi %{{.*}}, %[[INVERSE]]
// CHECK-COUNT-4: math.fma
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[ROTATION:.*]] = arith.bitcast %[[SUM]] : f32 to i32
// CHECK: %[[SCALED:.*]] = arith.shli %[[STEP]], %{{.*}} : i32
// CHECK: %[[MOVED:.*]] = arith.muli %[[ROTATION]], %[[SCALED]] : i32
// CHECK: %[[HIGH:.*]] = arith.andi %[[MOVED]], %{{.*}} : i32
// CHECK: %[[LOW:.*]] = arith.shrui %[[MOVED]], %{{.*}} : i32
// CHECK: %[[SHIFT:.*]] = arith.ori %[[HIGH]], %[[LOW]] : i32
// CHECK-COUNT-4: arith.addi %{{.*}}, %[[SHIFT]] : i32
func.func @quasi(%i: i64, %seed: i32, %step: i32) -> i16 {
  %0 = fp8.draw %i seed %seed step %step stream 3 use 0 quasi : i64, i32, i32 to i16
  return %0 : i16
}

// -----

// Place 1 among partners: the key is stream 3, and a draw is that of the element
// after the next or before the last.

// CHECK-LABEL: @partner
// CHECK-SAME: %[[INDEX:.*]]: i64
// CHECK-NOT: 1073741827
// CHECK: %[[LOW:.*]] = arith.trunci %[[INDEX]] : i64 to i32
// CHECK: %[[J:.*]] = arith.andi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: arith.xori %[[J]], %[[TWO]] : i32
func.func @partner(%i: i64, %seed: i32, %step: i32) -> i16 {
  %0 = fp8.draw %i seed %seed step %step stream 1073741827 use 0 : i64, i32, i32 to i16
  return %0 : i16
}

// -----

// Sixty-four neighbours from a multiple of eight on: eight blocks.

// CHECK-LABEL: @neighbours
// CHECK-NOT: scf.if
// CHECK: arith.muli {{.*}} : vector<8xi64>
// CHECK: vector.shuffle {{.*}} [0, 8, 2, 10, 1, 9, 3, 11, 4, 12, 6, 14, 5, 13, 7, 15] : vector<8xi64>, vector<8xi64>
// CHECK: vector.bitcast {{.*}} : vector<16xi64> to vector<64xi16>
func.func @neighbours(%row: i64, %seed: i32, %step: i32) -> vector<64xi16> {
  %c128 = arith.constant 128 : i64
  %start = arith.muli %row, %c128 : i64
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : vector<64xi64>
  %starts = vector.broadcast %start : i64 to vector<64xi64>
  %index = arith.addi %starts, %lanes : vector<64xi64>
  %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<64xi64>, i32, i32 to vector<64xi16>
  return %0 : vector<64xi16>
}

// -----

// The offset is tested at run time.

// CHECK-LABEL: @unknown_start
// CHECK: %[[REST:.*]] = arith.andi %{{.*}} : i64
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]]
// CHECK: scf.if %[[ALIGNED]] -> (vector<16xi16>) {
// CHECK: arith.muli {{.*}} : vector<2xi64>
// CHECK: } else {
// CHECK: arith.mului_extended {{.*}} : vector<16xi32>
func.func @unknown_start(%start: i64, %seed: i32, %step: i32) -> vector<16xi16> {
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi64>
  %starts = vector.broadcast %start : i64 to vector<16xi64>
  %index = arith.addi %starts, %lanes : vector<16xi64>
  %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<16xi64>, i32, i32 to vector<16xi16>
  return %0 : vector<16xi16>
}

// -----

// Half of a block, as threads of a GPU hold it: its words are chosen.

// CHECK-LABEL: @half_block
// CHECK: scf.if
// CHECK: %[[PRODUCT:.*]] = arith.muli {{.*}} : i64
// CHECK: %[[ALL:.*]] = vector.from_elements %[[PRODUCT]] : vector<1xi64>
// CHECK: %[[WORDS:.*]] = vector.bitcast %[[ALL]] : vector<1xi64> to vector<2xi32>
// CHECK: vector.extract %[[WORDS]][0]
// CHECK: vector.extract %[[WORDS]][1]
// CHECK-COUNT-19: arith.muli {{.*}} : i64
// CHECK: arith.select
// CHECK: arith.select
// CHECK: vector.bitcast {{.*}} : vector<2xi32> to vector<4xi16>
// CHECK: } else {
func.func @half_block(%start: i64, %seed: i32, %step: i32) -> vector<4xi16> {
  %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
  %starts = vector.broadcast %start : i64 to vector<4xi64>
  %index = arith.addi %starts, %lanes : vector<4xi64>
  %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<4xi64>, i32, i32 to vector<4xi16>
  return %0 : vector<4xi16>
}

// -----

// Lanes of a column are no neighbours.

// CHECK-LABEL: @negative_strided
// CHECK-NOT: scf.if
// CHECK: arith.mului_extended {{.*}} : vector<8xi32>
func.func @negative_strided(%start: i64, %seed: i32, %step: i32) -> vector<8xi16> {
  %lanes = arith.constant dense<[0, 16, 32, 48, 64, 80, 96, 112]> : vector<8xi64>
  %starts = vector.broadcast %start : i64 to vector<8xi64>
  %index = arith.addi %starts, %lanes : vector<8xi64>
  %0 = fp8.draw %index seed %seed step %step stream 3 use 0 : vector<8xi64>, i32, i32 to vector<8xi16>
  return %0 : vector<8xi16>
}

// -----

// Nor are lanes with seeds of their own drawn together.

// CHECK-LABEL: @negative_seeds
// CHECK-NOT: scf.if
// CHECK: arith.mului_extended {{.*}} : vector<8xi32>
func.func @negative_seeds(%start: i64, %seeds: vector<8xi32>, %step: i32) -> vector<8xi16> {
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  %starts = vector.broadcast %start : i64 to vector<8xi64>
  %index = arith.addi %starts, %lanes : vector<8xi64>
  %0 = fp8.draw %index seed %seeds step %step stream 3 use 0 : vector<8xi64>, vector<8xi32>, i32 to vector<8xi16>
  return %0 : vector<8xi16>
}

// -----

// The high word of a 64-bit seed is added to the stream. If scalars compute
// it in every lane, it is one key.

// CHECK-LABEL: @key
// CHECK-SAME: %[[START:.*]]: i64, %[[SEED:.*]]: i32, %[[STREAM:.*]]: i32, %[[STEP:.*]]: i32
// CHECK: %[[LOW:.*]] = arith.extui %[[SEED]] : i32 to i64
// CHECK: %[[WIDE:.*]] = arith.extui %[[STREAM]] : i32 to i64
// CHECK: %[[HIGH:.*]] = arith.muli %[[WIDE]], %{{.*}} : i64
// CHECK: %[[KEY:.*]] = arith.addi %[[LOW]], %[[HIGH]] : i64
// CHECK: scf.if
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[KEY]], %{{.*}} : i64
// CHECK: %[[WORD:.*]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK: arith.addi %[[WORD]], %{{.*}} : i32
// CHECK-NOT: arith.mului_extended {{.*}} : vector<8xi32>
// CHECK: } else {
func.func @key(%start: i64, %seed: i32, %stream: i32, %step: i32) -> vector<8xi16> {
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
  %shift = arith.constant dense<4294967296> : vector<8xi64>
  %starts = vector.broadcast %start : i64 to vector<8xi64>
  %index = arith.addi %starts, %lanes : vector<8xi64>
  %seeds = vector.broadcast %seed : i32 to vector<8xi32>
  %streams = vector.broadcast %stream : i32 to vector<8xi32>
  %low = arith.extui %seeds : vector<8xi32> to vector<8xi64>
  %wide = arith.extui %streams : vector<8xi32> to vector<8xi64>
  %high = arith.muli %wide, %shift : vector<8xi64>
  %keys = arith.addi %low, %high : vector<8xi64>
  %0 = fp8.draw %index seed %keys step %step stream 3 use 0 : vector<8xi64>, vector<8xi64>, i32 to vector<8xi16>
  return %0 : vector<8xi16>
}

// -----

// An offset is added to the number of the use, once for all lanes.

// CHECK-LABEL: @use_offset
// CHECK-SAME: %[[OFFSET:[a-z0-9]+]]: i32)
// CHECK: %[[USE:.*]] = arith.constant 16 : i32
// CHECK: arith.addi %[[USE]], %[[OFFSET]] : i32
func.func @use_offset(%i: i64, %seed: i32, %step: i32, %offset: i32) -> i16 {
  %0 = fp8.draw %i seed %seed step %step stream 3 use 16 + %offset : i64, i32, i32, i32 to i16
  return %0 : i16
}
