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

// -----

// Vectors of more than 32 registers, and of unknown length, stay as they are.
// CHECK-LABEL: @negative_wide
// CHECK-NOT: call_intrinsic
// CHECK-NOT: vector.shuffle
func.func @negative_wide(%x: vector<2147483648xf32>, %y: vector<2147483648xi32>, %z: vector<[16]xf32>) -> (vector<2147483648xf32>, vector<2147483648xi8>, vector<2147483648xi16>, vector<[16]xf32>) {
  %nan = arith.constant dense<0x7FC00000> : vector<2147483648xf32>
  %is = arith.cmpf uno, %x, %x : vector<2147483648xf32>
  %0 = arith.select %is, %nan, %x : vector<2147483648xi1>, vector<2147483648xf32>
  %1 = arith.trunci %y : vector<2147483648xi32> to vector<2147483648xi8>
  %2 = arith.trunci %y : vector<2147483648xi32> to vector<2147483648xi16>
  %nanz = arith.constant dense<0x7FC00000> : vector<[16]xf32>
  %isz = arith.cmpf uno, %z, %z : vector<[16]xf32>
  %3 = arith.select %isz, %nanz, %z : vector<[16]xi1>, vector<[16]xf32>
  return %0, %1, %2, %3 : vector<2147483648xf32>, vector<2147483648xi8>, vector<2147483648xi16>, vector<[16]xf32>
}

// -----

// CHECK-LABEL: @negative_wide_scale
// CHECK-NOT: call_intrinsic
func.func @negative_wide_scale(%y: vector<2147483648xf32>, %e: vector<2147483648xi32>) -> vector<2147483648xf32> {
  %one = arith.constant dense<1> : vector<2147483648xi32>
  %bias = arith.constant dense<127> : vector<2147483648xi32>
  %mantissa = arith.constant dense<23> : vector<2147483648xi32>
  %half = arith.shrsi %e, %one : vector<2147483648xi32>
  %b0 = arith.addi %half, %bias : vector<2147483648xi32>
  %s0 = arith.shli %b0, %mantissa : vector<2147483648xi32>
  %p0 = arith.bitcast %s0 : vector<2147483648xi32> to vector<2147483648xf32>
  %first = arith.mulf %y, %p0 : vector<2147483648xf32>
  %rest = arith.subi %e, %half : vector<2147483648xi32>
  %b1 = arith.addi %rest, %bias : vector<2147483648xi32>
  %s1 = arith.shli %b1, %mantissa : vector<2147483648xi32>
  %p1 = arith.bitcast %s1 : vector<2147483648xi32> to vector<2147483648xf32>
  %second = arith.mulf %first, %p1 : vector<2147483648xf32>
  return %second : vector<2147483648xf32>
}

// -----

// A value is packed once, however many ops read it.
// CHECK-LABEL: @shared
// CHECK-COUNT-1: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @shared(%x: vector<32xi32>) -> vector<32xi8> {
  %0 = arith.ori %x, %x : vector<32xi32>
  %1 = arith.andi %0, %0 : vector<32xi32>
  %2 = arith.ori %1, %1 : vector<32xi32>
  %3 = arith.andi %2, %2 : vector<32xi32>
  %4 = arith.ori %3, %3 : vector<32xi32>
  %5 = arith.andi %4, %4 : vector<32xi32>
  %6 = arith.ori %5, %5 : vector<32xi32>
  %7 = arith.andi %6, %6 : vector<32xi32>
  %8 = arith.ori %7, %7 : vector<32xi32>
  %9 = arith.andi %8, %8 : vector<32xi32>
  %10 = arith.ori %9, %9 : vector<32xi32>
  %11 = arith.andi %10, %10 : vector<32xi32>
  %12 = arith.ori %11, %11 : vector<32xi32>
  %13 = arith.andi %12, %12 : vector<32xi32>
  %14 = arith.ori %13, %13 : vector<32xi32>
  %15 = arith.andi %14, %14 : vector<32xi32>
  %16 = arith.ori %15, %15 : vector<32xi32>
  %17 = arith.andi %16, %16 : vector<32xi32>
  %18 = arith.ori %17, %17 : vector<32xi32>
  %19 = arith.andi %18, %18 : vector<32xi32>
  %20 = arith.ori %19, %19 : vector<32xi32>
  %21 = arith.andi %20, %20 : vector<32xi32>
  %22 = arith.ori %21, %21 : vector<32xi32>
  %23 = arith.andi %22, %22 : vector<32xi32>
  %24 = arith.ori %23, %23 : vector<32xi32>
  %25 = arith.andi %24, %24 : vector<32xi32>
  %26 = arith.ori %25, %25 : vector<32xi32>
  %27 = arith.andi %26, %26 : vector<32xi32>
  %28 = arith.ori %27, %27 : vector<32xi32>
  %29 = arith.andi %28, %28 : vector<32xi32>
  %30 = arith.ori %29, %29 : vector<32xi32>
  %31 = arith.andi %30, %30 : vector<32xi32>
  %32 = arith.ori %31, %31 : vector<32xi32>
  %33 = arith.andi %32, %32 : vector<32xi32>
  %34 = arith.ori %33, %33 : vector<32xi32>
  %35 = arith.andi %34, %34 : vector<32xi32>
  %36 = arith.ori %35, %35 : vector<32xi32>
  %37 = arith.andi %36, %36 : vector<32xi32>
  %38 = arith.ori %37, %37 : vector<32xi32>
  %39 = arith.andi %38, %38 : vector<32xi32>
  %bytes = arith.trunci %39 : vector<32xi32> to vector<32xi8>
  return %bytes : vector<32xi8>
}
