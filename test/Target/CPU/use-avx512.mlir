// RUN: fp8-opt %s --fp8-use-avx512 --split-input-file | FileCheck %s

// The sign, byte 3 of a word, and the magnitude, byte 0, are permuted by
// themselves; the logic is left to bytes.
// CHECK-LABEL: @pack
// CHECK-SAME: (%[[X:.*]]: vector<32xi32>, %[[CODE:.*]]: vector<32xi32>)
func.func @pack(%x: vector<32xi32>, %code: vector<32xi32>) -> vector<32xi8> {
  // CHECK: vector.shuffle {{.*}} [0, 4, 8, {{.*}}, 124] : vector<64xi8>, vector<64xi8>
  // CHECK: vector.shuffle {{.*}} [3, 7, 11, {{.*}}, 127] : vector<64xi8>, vector<64xi8>
  // CHECK: arith.andi {{.*}} : vector<32xi8>
  // CHECK: arith.ori {{.*}} : vector<32xi8>
  // CHECK-NOT: arith.trunci
  %shift = arith.constant dense<24> : vector<32xi32>
  %bit = arith.constant dense<128> : vector<32xi32>
  %high = arith.shrui %x, %shift : vector<32xi32>
  %sign = arith.andi %high, %bit : vector<32xi32>
  %all = arith.ori %code, %sign : vector<32xi32>
  %bytes = arith.trunci %all : vector<32xi32> to vector<32xi8>
  return %bytes : vector<32xi8>
}

// -----

// One register is truncated by one instruction; a shift by part of a byte stays.
// CHECK-LABEL: @keep
func.func @keep(%x: vector<16xi32>, %y: vector<64xi32>) -> (vector<16xi8>, vector<64xi8>) {
  // CHECK: arith.trunci {{.*}} : vector<16xi32> to vector<16xi8>
  // CHECK: arith.shrui {{.*}} : vector<64xi32>
  // CHECK-COUNT-3: vector.shuffle
  %small = arith.trunci %x : vector<16xi32> to vector<16xi8>
  %shift = arith.constant dense<20> : vector<64xi32>
  %part = arith.shrui %y, %shift : vector<64xi32>
  %large = arith.trunci %part : vector<64xi32> to vector<64xi8>
  return %small, %large : vector<16xi8>, vector<64xi8>
}

// -----

// High halves of two registers at a time; one register is truncated by one
// instruction.
// CHECK-LABEL: @halves
// CHECK-SAME: (%[[X:.*]]: vector<64xi32>, %[[Y:.*]]: vector<16xi32>)
func.func @halves(%x: vector<64xi32>, %y: vector<16xi32>) -> (vector<64xi16>, vector<16xi16>) {
  // CHECK-COUNT-2: vector.shuffle {{.*}} [1, 3, 5, {{.*}}, 63] : vector<32xi16>, vector<32xi16>
  // CHECK-NOT: vector.shuffle
  // CHECK: arith.trunci %[[Y]]
  %shift = arith.constant dense<16> : vector<64xi32>
  %high = arith.shrui %x, %shift : vector<64xi32>
  %large = arith.trunci %high : vector<64xi32> to vector<64xi16>
  %small = arith.trunci %y : vector<16xi32> to vector<16xi16>
  return %large, %small : vector<64xi16>, vector<16xi16>
}

// -----

// CHECK-LABEL: @one_nan
// CHECK-SAME: (%[[X:.*]]: vector<32xf32>, %[[Y:.*]]: vector<8xf32>)
func.func @one_nan(%x: vector<32xf32>, %y: vector<8xf32>) -> (vector<32xi32>, vector<32xf32>, vector<8xi32>) {
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"
  // Half of a register stays as it is.
  // CHECK: %[[IS:.*]] = arith.cmpf uno, %[[Y]], %[[Y]]
  // CHECK: arith.select %[[IS]]
  %nan = arith.constant dense<0x7FC00000> : vector<32xi32>
  %is = arith.cmpf uno, %x, %x : vector<32xf32>
  %bits = arith.bitcast %x : vector<32xf32> to vector<32xi32>
  %0 = arith.select %is, %nan, %bits : vector<32xi1>, vector<32xi32>
  %number = arith.constant dense<0x7FC00000> : vector<32xf32>
  %2 = arith.select %is, %number, %x : vector<32xi1>, vector<32xf32>
  %nan8 = arith.constant dense<0x7FC00000> : vector<8xi32>
  %is8 = arith.cmpf uno, %y, %y : vector<8xf32>
  %bits8 = arith.bitcast %y : vector<8xf32> to vector<8xi32>
  %1 = arith.select %is8, %nan8, %bits8 : vector<8xi1>, vector<8xi32>
  return %0, %2, %1 : vector<32xi32>, vector<32xf32>, vector<8xi32>
}

// -----

// CHECK-LABEL: @scale
// CHECK-SAME: (%[[Y:.*]]: vector<16xf32>, %[[SUM:.*]]: vector<16xf32>)
func.func @scale(%y: vector<16xf32>, %sum: vector<16xf32>) -> (vector<16xf32>, vector<16xf32>) {
  // CHECK: %[[N:.*]] = arith.subf %[[SUM]]
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%[[Y]], %[[N]], %[[Y]]
  %magic = arith.constant dense<0x4B400000> : vector<16xf32>
  %magicBits = arith.constant dense<0x4B400000> : vector<16xi32>
  %one = arith.constant dense<1> : vector<16xi32>
  %bias = arith.constant dense<127> : vector<16xi32>
  %mantissa = arith.constant dense<23> : vector<16xi32>
  %n = arith.subf %sum, %magic : vector<16xf32>
  %bits = arith.bitcast %sum : vector<16xf32> to vector<16xi32>
  %e = arith.subi %bits, %magicBits : vector<16xi32>
  %half = arith.shrsi %e, %one : vector<16xi32>
  %b0 = arith.addi %half, %bias : vector<16xi32>
  %s0 = arith.shli %b0, %mantissa : vector<16xi32>
  %p0 = arith.bitcast %s0 : vector<16xi32> to vector<16xf32>
  %first = arith.mulf %y, %p0 : vector<16xf32>
  %rest = arith.subi %e, %half : vector<16xi32>
  %b1 = arith.addi %rest, %bias : vector<16xi32>
  %s1 = arith.shli %b1, %mantissa : vector<16xi32>
  %p1 = arith.bitcast %s1 : vector<16xi32> to vector<16xf32>
  %second = arith.mulf %first, %p1 : vector<16xf32>
  return %second, %n : vector<16xf32>, vector<16xf32>
}

// -----

// The halves do not belong to one exponent.
// CHECK-LABEL: @negative_other_exponent
// CHECK-NOT: call_intrinsic
func.func @negative_other_exponent(%y: vector<16xf32>, %e: vector<16xi32>, %f: vector<16xi32>) -> vector<16xf32> {
  %one = arith.constant dense<1> : vector<16xi32>
  %bias = arith.constant dense<127> : vector<16xi32>
  %mantissa = arith.constant dense<23> : vector<16xi32>
  %half = arith.shrsi %e, %one : vector<16xi32>
  %b0 = arith.addi %half, %bias : vector<16xi32>
  %s0 = arith.shli %b0, %mantissa : vector<16xi32>
  %p0 = arith.bitcast %s0 : vector<16xi32> to vector<16xf32>
  %first = arith.mulf %y, %p0 : vector<16xf32>
  %rest = arith.subi %f, %half : vector<16xi32>
  %b1 = arith.addi %rest, %bias : vector<16xi32>
  %s1 = arith.shli %b1, %mantissa : vector<16xi32>
  %p1 = arith.bitcast %s1 : vector<16xi32> to vector<16xf32>
  %second = arith.mulf %first, %p1 : vector<16xf32>
  return %second : vector<16xf32>
}
