// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=2 --fp8-verify-form=form=planned | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=1 --fp8-verify-form=form=planned | FileCheck %s --check-prefix=ONE
// RUN: fp8-opt %s --split-input-file --fp8-assign-streams --fp8-verify-form=form=planned | FileCheck %s --check-prefix=THREE
// RUN: fp8-opt %s --split-input-file --fp8-assign-streams=streams=0 --fp8-verify-form=form=planned | FileCheck %s --check-prefix=THREE

// Exchanges have the stream behind all others, in list order, although they
// are independent. A launch that reads no exchange does not wait for one, and
// a launch never continues the stream of exchanges.

// CHECK-LABEL: @gathers
// CHECK:      fp8.all_gather {{.*}} on<2 event 0> outs
// CHECK-NEXT: fp8.all_gather {{.*}} on<2 event 1> outs
// CHECK-NEXT: fp8.launch @a items
// CHECK-NEXT: fp8.launch @b on<1 waits[0]> items
// CHECK-NEXT: fp8.launch @c on<0 waits[1]> items
// ONE-LABEL: @gathers
// ONE:      fp8.all_gather {{.*}} on<1 event 0> outs
// ONE-NEXT: fp8.all_gather {{.*}} on<1 event 1> outs
// ONE-NEXT: fp8.launch @a items
// ONE-NEXT: fp8.launch @b on<0 waits[0]> items
// ONE-NEXT: fp8.launch @c on<0 waits[1]> items
// THREE-LABEL: @gathers
// THREE:      fp8.all_gather {{.*}} on<3 event 0> outs
// THREE-NEXT: fp8.all_gather {{.*}} on<3 event 1> outs
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @gathers(%w: memref<4xf32>, %v: memref<4xf32>, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %p: memref<8xf32>, %q: memref<8xf32>) {
    fp8.all_gather %w over ["dp"] outs(%p : memref<8xf32>) : memref<4xf32>
    fp8.all_gather %v over ["dp"] outs(%q : memref<8xf32>) : memref<4xf32>
    fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
    fp8.launch @b items 8 grain 8 ins(%p : memref<8xf32>) outs(%y : memref<8xf32>)
    fp8.launch @c items 8 grain 8 ins(%q, %x : memref<8xf32>, memref<8xf32>) outs(%z : memref<8xf32>)
    return
  }
  func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// An exchange waits for the launch that writes its input, and for the last
// reader of its result's bytes.

// CHECK-LABEL: @reused
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.all_to_all {{.*}} on<2 waits[0] event 1> outs
// CHECK-NEXT: fp8.launch @b on<1 waits[1] event 2> items
// CHECK-NEXT: fp8.all_to_all {{.*}} on<2 waits[2]> outs
// ONE-LABEL: @reused
// ONE:      fp8.launch @a on<0 event 0> items
// ONE-NEXT: fp8.all_to_all {{.*}} on<1 waits[0] event 1> outs
// ONE-NEXT: fp8.launch @b on<0 waits[1] event 2> items
// ONE-NEXT: fp8.all_to_all {{.*}} on<1 waits[2]> outs
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @reused(%g: memref<8xf32>, %p: memref<2x4xf32>, %s: memref<4xf32>) {
    fp8.launch @a items 8 grain 8 outs(%g : memref<8xf32>)
    fp8.all_to_all %g over ["dp"] outs(%p : memref<2x4xf32>) : memref<8xf32>
    fp8.launch @b items 4 grain 4 ins(%p : memref<2x4xf32>) outs(%s : memref<4xf32>)
    fp8.all_to_all %g over ["dp"] outs(%p : memref<2x4xf32>) : memref<8xf32>
    return
  }
  func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// An update stays on the stream of updates if an exchange gathers its state, or
// if an exchange hands its maximum to another update.

// CHECK-LABEL: @updates
// CHECK:      fp8.launch @gradient on<0 event 0> items
// CHECK-NEXT: fp8.launch @update on<1 waits[0] event 1> items
// CHECK-NEXT: fp8.all_gather {{.*}} on<2 waits[1]> outs
// CHECK-NEXT: fp8.all_gather {{.*}} on<2 event 2> outs
// CHECK-NEXT: fp8.launch @scale on<1 waits[2]> items
// CHECK-NEXT: fp8.launch @backward items
// ONE-LABEL: @updates
// ONE:      fp8.launch @gradient items
// ONE-NEXT: fp8.launch @update on<0 event 0> items
// ONE-NEXT: fp8.all_gather {{.*}} on<1 waits[0]> outs
// ONE-NEXT: fp8.all_gather {{.*}} on<1 event 1> outs
// ONE-NEXT: fp8.launch @scale on<0 waits[1]> items
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @updates(%w: memref<4xf32> {fp8.in_place}, %whole: memref<8xf32> {fp8.in_place}, %scale: memref<1xf32> {fp8.in_place}, %g: memref<4xf32>, %amax: memref<1xf32>, %all: memref<2xf32>, %x: memref<8xf32>) {
    fp8.launch @gradient items 4 grain 4 outs(%g : memref<4xf32>)
    fp8.launch @update items 4 grain 4 ins(%g : memref<4xf32>) outs(%w, %amax : memref<4xf32>, memref<1xf32>)
    fp8.all_gather %w over ["dp"] outs(%whole : memref<8xf32>) : memref<4xf32>
    fp8.all_gather %amax over ["dp"] outs(%all : memref<2xf32>) : memref<1xf32>
    fp8.launch @scale items 1 grain 1 ins(%all : memref<2xf32>) outs(%scale : memref<1xf32>)
    fp8.launch @backward items 8 grain 8 outs(%x : memref<8xf32>)
    return
  }
  func.func private @gradient(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @update(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @scale(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @backward(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// Without updates, all other streams are for launches.

// CHECK-LABEL: @reduced
// CHECK:      fp8.launch @a on<0 event 0> items
// CHECK-NEXT: fp8.launch @b on<1 event 1> items
// CHECK-NEXT: fp8.all_gather {{.*}} on<2 waits[0]> outs
// CHECK-NEXT: fp8.all_gather {{.*}} on<2 waits[1]> outs
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @reduced(%w: memref<4xf32>, %v: memref<4xf32>, %p: memref<8xf32>, %q: memref<8xf32>) {
    fp8.launch @a items 4 grain 4 outs(%w : memref<4xf32>)
    fp8.launch @b items 4 grain 4 outs(%v : memref<4xf32>)
    fp8.all_gather %w over ["dp"] outs(%p : memref<8xf32>) : memref<4xf32>
    fp8.all_gather %v over ["dp"] outs(%q : memref<8xf32>) : memref<4xf32>
    return
  }
  func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
}
