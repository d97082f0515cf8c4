// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=2 --fp8-verify-form=form=planned | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=1 --fp8-verify-form=form=planned | FileCheck %s --check-prefix=ONE
// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=3 --fp8-verify-form=form=planned | FileCheck %s --check-prefix=THREE

// Two independent ops overlap. An op that reads both results waits for the op
// on the other stream. One stream needs no events.

// CHECK-LABEL: @independent
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.launch @b on<1> items
// CHECK-NEXT: fp8.launch @c on<1 waits[0]> items
// ONE-LABEL: @independent
// ONE-NOT: on<
func.func @independent(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
  fp8.launch @b items 8 grain 8 outs(%y : memref<8xf32>)
  fp8.launch @c items 8 grain 8 ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%z : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// A write follows all reads of the old value. A stream waits for an event
// only once, unless it already follows it.

// CHECK-LABEL: @readers
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.launch @b on<0 event 1> items
// CHECK-NEXT: fp8.launch @c on<1 waits[0]> items
// CHECK-NEXT: fp8.launch @d items
// CHECK-NEXT: fp8.launch @e on<1 waits[1]> items
// THREE-LABEL: @readers
// THREE:      fp8.launch @a on<0 event 0> items
// THREE-NEXT: fp8.launch @b on<0 event 1> items
// THREE-NEXT: fp8.launch @c on<1 waits[0]> items
// THREE-NEXT: fp8.launch @d on<2> items
func.func @readers(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %u: memref<8xf32>) {
  fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
  fp8.launch @b items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  fp8.launch @c items 8 grain 8 ins(%x : memref<8xf32>) outs(%z : memref<8xf32>)
  fp8.launch @d items 8 grain 8 outs(%u : memref<8xf32>)
  fp8.launch @e items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @d(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @e(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Buffers that share bytes of the arena follow each other, others do not.

// CHECK-LABEL: @arena
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.launch @b on<1> items
// CHECK-NEXT: fp8.launch @c on<1 waits[0]> items
func.func @arena(%arena: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %0 = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
  %1 = memref.view %arena[%c32][] : memref<64xi8> to memref<8xf32>
  %2 = memref.view %arena[%c16][] : memref<64xi8> to memref<8xf32>
  fp8.launch @a items 8 grain 8 outs(%0 : memref<8xf32>)
  fp8.launch @b items 8 grain 8 outs(%1 : memref<8xf32>)
  fp8.launch @c items 8 grain 8 outs(%2 : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Halves of one argument are two buffers; a product waits as a launch does.

// CHECK-LABEL: @halves
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.launch @b on<1> items
// CHECK-NEXT: fp8.gemm {{.*}} on<1 waits[0]> outs
func.func @halves(%x: memref<4x8xf32>, %y: memref<2x2xf32>) {
  %low = memref.subview %x[0, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
  %high = memref.subview %x[2, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 16>>
  fp8.launch @a items 8 grain 8 outs(%low : memref<2x8xf32, strided<[8, 1]>>)
  fp8.launch @b items 8 grain 8 outs(%high : memref<2x8xf32, strided<[8, 1], offset: 16>>)
  fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    %low, %high outs(%y : memref<2x2xf32>) : memref<2x8xf32, strided<[8, 1]>>, memref<2x8xf32, strided<[8, 1], offset: 16>>
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Updates have the last stream for themselves, including their measurements,
// so that the backward pass does not wait for them. A state that the step
// reads afterwards is not an update.

// CHECK-LABEL: @updates
// CHECK:      fp8.launch @renew items
// CHECK-NEXT: fp8.launch @gradient on<0 event 0> items
// CHECK-NEXT: fp8.launch @update on<1 waits[0]> items
// CHECK-NEXT: fp8.launch @measure on<1> items
// CHECK-NEXT: fp8.launch @backward items
// CHECK-NEXT: fp8.launch @last on<0 event 1> items
// CHECK-NEXT: fp8.launch @update on<1 waits[1]> items
// THREE-LABEL: @updates
// THREE:      fp8.launch @update on<2
// THREE:      fp8.launch @backward on<1
// THREE:      fp8.launch @update on<2
// ONE-LABEL: @updates
// ONE-NOT: on<
func.func @updates(%w: memref<8xf32> {fp8.in_place}, %v: memref<8xf32> {fp8.in_place}, %scale: memref<8xf32> {fp8.in_place}, %kept: memref<8xf32> {fp8.in_place}, %arena: memref<192xi8>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %dw = memref.view %arena[%c0][] : memref<192xi8> to memref<8xf32>
  %dx = memref.view %arena[%c64][] : memref<192xi8> to memref<8xf32>
  %amax = memref.view %arena[%c128][] : memref<192xi8> to memref<8xf32>
  fp8.launch @renew items 8 grain 8 outs(%kept : memref<8xf32>)
  fp8.launch @gradient items 8 grain 8 ins(%kept : memref<8xf32>) outs(%dw : memref<8xf32>)
  fp8.launch @update items 8 grain 8 ins(%dw : memref<8xf32>) outs(%w, %amax : memref<8xf32>, memref<8xf32>)
  fp8.launch @measure items 8 grain 8 ins(%amax : memref<8xf32>) outs(%scale : memref<8xf32>)
  fp8.launch @backward items 8 grain 8 outs(%dx : memref<8xf32>)
  fp8.launch @last items 8 grain 8 ins(%dx : memref<8xf32>) outs(%dx : memref<8xf32>)
  fp8.launch @update items 8 grain 8 ins(%dx : memref<8xf32>) outs(%v : memref<8xf32>)
  return
}
func.func private @renew(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @gradient(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @update(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @measure(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @backward(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @last(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Bytes that an update had for itself are no result of it for who overwrites
// them.

// CHECK-LABEL: @reused
// CHECK:      fp8.launch @update on<1 event 0> items
// CHECK-NEXT: fp8.launch @backward on<0 waits[0]> items
func.func @reused(%w: memref<8xf32> {fp8.in_place}, %g: memref<8xf32>, %y: memref<8xf32>, %arena: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %partial = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
  fp8.launch @update items 8 grain 8 ins(%g : memref<8xf32>) outs(%w, %partial : memref<8xf32>, memref<8xf32>)
  fp8.launch @backward items 8 grain 8 ins(%g : memref<8xf32>) outs(%partial, %y : memref<8xf32>, memref<8xf32>)
  return
}
func.func private @update(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @backward(i64, i64, !llvm.ptr, !llvm.ptr)
