// RUN: fp8-opt %s --fp8-pair-halves --canonicalize --split-input-file | FileCheck %s

// Loads and stores are in order. In between, the even elements of 32 precede
// the odd ones. f32 is permuted.

// CHECK-LABEL: @step
// CHECK-SAME: (%[[P:.*]]: vector<32xbf16>, %[[G:.*]]: vector<32xf32>, %[[RATE:.*]]: f32)
func.func @step(%p: vector<32xbf16>, %g: vector<32xf32>, %rate: f32) -> vector<32xbf16> {
  // CHECK-DAG: %[[MASK:.*]] = llvm.inline_asm "", "=v,0" %{{.*}} : (vector<16xi32>) -> vector<16xi32>
  // CHECK-DAG: %[[ONES:.*]] = llvm.inline_asm "", "=v,0" %{{.*}} : (vector<32xi16>) -> vector<32xi16>
  // The uniform operand stays.
  // CHECK: %[[RATES:.*]] = vector.broadcast %[[RATE]] : f32 to vector<32xf32>
  // CHECK: %[[WORDS:.*]] = vector.bitcast {{.*}} : vector<32xi16> to vector<16xi32>
  // CHECK: %[[EVEN:.*]] = arith.shli %[[WORDS]], %{{.*}} : vector<16xi32>
  // CHECK: %[[ODD:.*]] = arith.andi %[[WORDS]], %{{.*}} : vector<16xi32>
  // CHECK: vector.shuffle %[[G]], %[[G]] [0, 2, 4, {{.*}}, 30, 1, 3, {{.*}}, 31]
  // CHECK: %[[PAIRED:.*]] = vector.insert_strided_slice {{.*}} {offsets = [16], strides = [1]} : vector<16xf32> into vector<32xf32>
  // CHECK: %[[STEP:.*]] = arith.mulf %[[PAIRED]], %[[RATES]]
  // CHECK: arith.subf %{{.*}}, %[[STEP]]
  // Codes are halves.
  // CHECK: %[[HIGH:.*]] = vector.bitcast {{.*}} : vector<16xi32> to vector<32xi16>
  // CHECK: %[[TWICE:.*]] = arith.addi %[[HIGH]], %[[HIGH]] : vector<32xi16>
  // CHECK: %[[CARRY:.*]] = arith.cmpi ugt
  // CHECK: %[[NEXT:.*]] = arith.addi %[[HIGH]], %[[ONES]]
  // CHECK: arith.select %[[CARRY]], %[[NEXT]], %[[HIGH]]
  // For NaN, infinities and values that may become infinite, all is computed again.
  // CHECK: arith.cmpi uge, %[[TWICE]], %{{.*}} : vector<32xi16>
  // CHECK: %[[IS:.*]] = llvm.intr.expect
  // CHECK: scf.if %[[IS]]
  // CHECK: fp8.convert %[[P]]
  // CHECK: arith.mulf %[[G]], %[[RATES]]
  // CHECK: fp8.convert {{.*}} : vector<32xf32> to vector<32xbf16>
  // CHECK: else
  // CHECK-NOT: fp8.convert
  // CHECK: return
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %rates = vector.broadcast %rate : f32 to vector<32xf32>
  %1 = arith.mulf %g, %rates : vector<32xf32>
  %2 = arith.subf %0, %1 : vector<32xf32>
  %3 = fp8.convert %2 : vector<32xf32> to vector<32xbf16>
  return %3 : vector<32xbf16>
}

// -----

// A carry of the low halves and the draws adds one. What is special anywhere is
// looked for once.

// CHECK-LABEL: @stochastic
// CHECK-SAME: (%[[P:.*]]: vector<64xbf16>, %[[DRAWS:.*]]: vector<64xi16>)
func.func @stochastic(%p: vector<64xbf16>, %draws: vector<64xi16>) -> vector<64xbf16> {
  // CHECK: %[[DRAWN:.*]] = vector.extract_strided_slice %[[DRAWS]] {offsets = [32], sizes = [32]
  // CHECK: arith.maxui
  // CHECK: %[[SUM:.*]] = arith.addi %[[LOW:.*]], %[[DRAWN]] : vector<32xi16>
  // CHECK: arith.cmpi ult, %[[SUM]], %[[LOW]]
  // CHECK: arith.cmpi uge
  // CHECK-NOT: arith.cmpi
  // CHECK: fp8.convert {{.*}} random %[[DRAWS]] rounding<stochastic>
  %0 = fp8.convert %p : vector<64xbf16> to vector<64xf32>
  %1 = arith.mulf %0, %0 : vector<64xf32>
  %2 = fp8.convert %1 random %draws rounding<stochastic> : vector<64xf32>, vector<64xi16> to vector<64xbf16>
  return %2 : vector<64xbf16>
}

// -----

// A rounded value is read as it was stored.

// CHECK-LABEL: @residual
func.func @residual(%p: vector<32xbf16>, %r: vector<32xbf16>) -> (vector<32xbf16>, vector<32xbf16>) {
  // CHECK: %[[CODE:.*]] = arith.select {{.*}} : vector<32xi1>, vector<32xi16>
  // CHECK: %[[WORDS:.*]] = vector.bitcast %[[CODE]] : vector<32xi16> to vector<16xi32>
  // CHECK: arith.shli %[[WORDS]]
  // CHECK: arith.subf
  // CHECK: scf.if {{.*}} -> (vector<32xbf16>, vector<32xbf16>)
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = fp8.convert %r : vector<32xbf16> to vector<32xf32>
  %2 = arith.addf %0, %1 : vector<32xf32>
  %3 = fp8.convert %2 : vector<32xf32> to vector<32xbf16>
  %4 = fp8.convert %3 : vector<32xbf16> to vector<32xf32>
  %5 = arith.subf %2, %4 : vector<32xf32>
  %6 = fp8.convert %5 : vector<32xf32> to vector<32xbf16>
  return %3, %6 : vector<32xbf16>, vector<32xbf16>
}

// -----

// A result that is not rounded returns to its order. A stored NaN has the
// bits of the conversion.

// CHECK-LABEL: @both
func.func @both(%p: vector<32xbf16>) -> (vector<32xbf16>, vector<32xf32>) {
  // CHECK: arith.cmpf uno
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: else
  // CHECK: %[[BACK:.*]] = vector.shuffle %[[SUM]], %[[SUM]] [0, 16, 1, 17, {{.*}}, 15, 31]
  // CHECK: scf.yield {{.*}}%[[BACK]]
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = arith.addf %0, %0 : vector<32xf32>
  %2 = fp8.convert %1 : vector<32xf32> to vector<32xbf16>
  return %2, %1 : vector<32xbf16>, vector<32xf32>
}

// -----

// Nothing changes: half a register, and more permutations than they are worth.

// CHECK-LABEL: @others
func.func @others(%x: vector<16xf32>, %a: vector<32xf32>, %b: vector<32xf32>, %c: vector<32xf32>, %d: vector<32xf32>) -> (vector<16xbf16>, vector<32xbf16>) {
  // CHECK-NOT: vector.shuffle
  // CHECK-NOT: llvm.inline_asm
  // CHECK-COUNT-2: fp8.convert
  // CHECK: return
  %0 = fp8.convert %x : vector<16xf32> to vector<16xbf16>
  %1 = arith.addf %a, %b : vector<32xf32>
  %2 = arith.addf %c, %d : vector<32xf32>
  %3 = arith.addf %1, %2 : vector<32xf32>
  %4 = fp8.convert %3 : vector<32xf32> to vector<32xbf16>
  return %0, %4 : vector<16xbf16>, vector<32xbf16>
}

// -----

// All values are computed before the first result is read, with their operands.

// CHECK-LABEL: @early
// CHECK-SAME: %[[RATE:[a-z0-9]+]]: f32
func.func @early(%p: vector<32xbf16>, %rate: f32, %to: !llvm.ptr) -> vector<32xbf16> {
  // CHECK: vector.broadcast %[[RATE]]
  // CHECK: %[[CODES:.*]]:2 = scf.if
  // CHECK: else
  // CHECK-NOT: fp8.convert
  // CHECK: llvm.store %[[CODES]]#0
  // CHECK: return %[[CODES]]#1
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = fp8.convert %0 : vector<32xf32> to vector<32xbf16>
  llvm.store %1, %to : vector<32xbf16>, !llvm.ptr
  %rates = vector.broadcast %rate : f32 to vector<32xf32>
  %2 = arith.mulf %0, %rates : vector<32xf32>
  %3 = fp8.convert %2 : vector<32xf32> to vector<32xbf16>
  return %3 : vector<32xbf16>
}

// -----

// There is no such place before a load that follows a store.

// CHECK-LABEL: @negative_loaded_later
func.func @negative_loaded_later(%p: vector<32xbf16>, %to: !llvm.ptr, %from: !llvm.ptr) -> vector<32xbf16> {
  // CHECK-NOT: scf.if
  // CHECK: llvm.store
  // CHECK-NOT: scf.if
  // CHECK: return
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = fp8.convert %0 : vector<32xf32> to vector<32xbf16>
  llvm.store %1, %to : vector<32xbf16>, !llvm.ptr
  %q = llvm.load %from : !llvm.ptr -> vector<32xbf16>
  %2 = fp8.convert %q : vector<32xbf16> to vector<32xf32>
  %3 = arith.mulf %0, %2 : vector<32xf32>
  %4 = fp8.convert %3 : vector<32xf32> to vector<32xbf16>
  return %4 : vector<32xbf16>
}

// -----

// Nor before a reader on which it depends.

// CHECK-LABEL: @negative_read_between
func.func @negative_read_between(%p: vector<32xbf16>) -> vector<32xbf16> {
  // CHECK-NOT: scf.if
  // CHECK: return
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = fp8.convert %0 : vector<32xf32> to vector<32xbf16>
  %turned = vector.shuffle %1, %1 [31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<32xbf16>, vector<32xbf16>
  %2 = fp8.convert %turned : vector<32xbf16> to vector<32xf32>
  %3 = arith.mulf %0, %2 : vector<32xf32>
  %4 = fp8.convert %3 : vector<32xf32> to vector<32xbf16>
  return %4 : vector<32xbf16>
}

// -----

// Nor where a byte is read again, which is rounded on the way.

// CHECK-LABEL: @negative_read_again
func.func @negative_read_again(%p: vector<32xbf16>, %to: !llvm.ptr) -> vector<32xbf16> {
  // CHECK-NOT: scf.if
  // CHECK: return
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = arith.mulf %0, %0 : vector<32xf32>
  %2 = fp8.convert %1 : vector<32xf32> to vector<32xf8E4M3FN>
  %3 = arith.bitcast %2 : vector<32xf8E4M3FN> to vector<32xi8>
  llvm.store %3, %to : vector<32xi8>, !llvm.ptr
  %4 = fp8.convert %2 : vector<32xf8E4M3FN> to vector<32xf32>
  %5 = arith.subf %1, %4 : vector<32xf32>
  %6 = fp8.convert %5 : vector<32xf32> to vector<32xbf16>
  return %6 : vector<32xbf16>
}

// -----

// Alternating elements: values that are not paired have separate positions and branches.

// CHECK-LABEL: @turns
func.func @turns(%p: vector<32xbf16>, %from: !llvm.ptr, %to: !llvm.ptr) {
  // CHECK: %[[FIRST:.*]] = scf.if
  // CHECK: llvm.store %[[FIRST]]
  // CHECK: llvm.load
  // CHECK: %[[SECOND:.*]] = scf.if
  // CHECK: llvm.store %[[SECOND]]
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = arith.mulf %0, %0 : vector<32xf32>
  %2 = fp8.convert %1 : vector<32xf32> to vector<32xbf16>
  llvm.store %2, %to : vector<32xbf16>, !llvm.ptr
  %q = llvm.load %from : !llvm.ptr -> vector<32xbf16>
  %3 = fp8.convert %q : vector<32xbf16> to vector<32xf32>
  %4 = arith.mulf %3, %3 : vector<32xf32>
  %5 = fp8.convert %4 : vector<32xf32> to vector<32xbf16>
  llvm.store %5, %from : vector<32xbf16>, !llvm.ptr
  return
}

// -----

// Bytes are rounded in order of pairs and permuted as bytes. A maximum with one
// from before is taken in order: one permutation in place of two.

// CHECK-LABEL: @cast
// CHECK-SAME: %[[HIGHEST:[a-z0-9]+]]: vector<32xf32>
func.func @cast(%p: vector<32xbf16>, %highest: vector<32xf32>, %scale: f32) -> (vector<32xbf16>, vector<32xf8E4M3FN>, vector<32xf32>) {
  // CHECK-NOT: vector.shuffle
  // CHECK: %[[CODE:.*]] = fp8.convert %{{.*}} : vector<32xf32> to vector<32xf8E4M3FN>
  // CHECK: %[[ALL:.*]]:3 = scf.if
  // CHECK: else
  // CHECK: vector.shuffle {{.*}} : vector<32xf32>, vector<32xf32>
  // CHECK: %[[BYTES:.*]] = arith.bitcast %[[CODE]] : vector<32xf8E4M3FN> to vector<32xi8>
  // CHECK: vector.shuffle %[[BYTES]], %[[BYTES]]
  // CHECK-NOT: vector.shuffle
  // CHECK: arith.maximumf %[[HIGHEST]], %[[ALL]]#0
  %0 = fp8.convert %p : vector<32xbf16> to vector<32xf32>
  %1 = arith.mulf %0, %0 : vector<32xf32>
  %2 = fp8.convert %1 : vector<32xf32> to vector<32xbf16>
  %scales = vector.broadcast %scale : f32 to vector<32xf32>
  %3 = arith.mulf %1, %scales : vector<32xf32>
  %4 = fp8.convert %3 : vector<32xf32> to vector<32xf8E4M3FN>
  %5 = arith.maximumf %highest, %1 : vector<32xf32>
  return %2, %4, %5 : vector<32xbf16>, vector<32xf8E4M3FN>, vector<32xf32>
}

// -----

// More than registers hold is computed in order: code would grow with it.

// CHECK-LABEL: @long
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @long(%p: vector<4611686018427387904xbf16>) -> vector<4611686018427387904xbf16> {
  %0 = fp8.convert %p : vector<4611686018427387904xbf16> to vector<4611686018427387904xf32>
  %1 = arith.mulf %0, %0 : vector<4611686018427387904xf32>
  %2 = fp8.convert %1 : vector<4611686018427387904xf32> to vector<4611686018427387904xbf16>
  return %2 : vector<4611686018427387904xbf16>
}

// -----

// A load without a cast after it says nothing of special numbers: it is computed
// in order, and the part before it in pairs.

// CHECK-LABEL: @negative_without_cast
// CHECK: scf.if
// CHECK: llvm.load
// CHECK-NOT: scf.if
// CHECK: return
func.func @negative_without_cast(%x: vector<32xbf16>, %from: !llvm.ptr, %to: !llvm.ptr) -> vector<32xf32> {
  %0 = fp8.convert %x : vector<32xbf16> to vector<32xf32>
  %1 = arith.mulf %0, %0 : vector<32xf32>
  %2 = fp8.convert %1 : vector<32xf32> to vector<32xbf16>
  llvm.store %2, %to : vector<32xbf16>, !llvm.ptr
  %3 = llvm.load %from : !llvm.ptr -> vector<32xbf16>
  %4 = fp8.convert %3 : vector<32xbf16> to vector<32xf32>
  return %4 : vector<32xf32>
}
