// RUN: fp8-translate --gpu-to-ptx --chip=sm_90a %s | FileCheck %s
// RUN: fp8-translate --gpu-to-device-llvm --chip=sm_90a %s | FileCheck %s --check-prefix=SIM

// Non-temporal stores of global memory become stores that caches evict first.
// The simulator reads the device IR, in which they are ordinary stores.

// SIM-NOT: asm
// SIM-COUNT-3: !nontemporal

// CHECK-LABEL: .entry streamed(
// CHECK-COUNT-2: st.global.cs.v4.b32 [
// CHECK: st.global.cs.b32 [
// CHECK: st.global.cs.v2.b32 [
// CHECK-NOT: st.global
// CHECK: ret;

// Values that are not 1, 2 or a multiple of 4 words, and values with less
// alignment, keep their stores.

// CHECK-LABEL: .entry negative_other_stores(
// CHECK-NOT: .cs
// CHECK: st.global.b16
// CHECK-NOT: .cs
// CHECK: st.global.b32
// CHECK-NOT: .cs
gpu.module @kernels {
  gpu.func @streamed(%p: !llvm.ptr<1>, %x: vector<8xf32>, %y: f32, %z: vector<4xbf16>) kernel {
    %c8 = arith.constant 8 : i64
    %c10 = arith.constant 10 : i64
    %q = llvm.getelementptr %p[%c8] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %r = llvm.getelementptr %p[%c10] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %x, %p {alignment = 32 : i64, nontemporal} : vector<8xf32>, !llvm.ptr<1>
    llvm.store %y, %q {alignment = 4 : i64, nontemporal} : f32, !llvm.ptr<1>
    llvm.store %z, %r {alignment = 8 : i64, nontemporal} : vector<4xbf16>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @negative_other_stores(%p: !llvm.ptr<1>, %x: bf16, %y: vector<4xf32>) kernel {
    %c16 = arith.constant 16 : i64
    %q = llvm.getelementptr %p[%c16] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %i = llvm.bitcast %x : bf16 to i16
    llvm.store %i, %p {alignment = 2 : i64, nontemporal} : i16, !llvm.ptr<1>
    llvm.store %y, %q {alignment = 4 : i64, nontemporal} : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}
