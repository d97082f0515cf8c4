// RUN: fp8-translate --gpu-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: fp8-translate --gpu-to-ptx --chip=sm_100a %s | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: fp8-translate --gpu-to-ptx --chip=sm_120a %s | FileCheck %s --check-prefixes=CHECK,WIDE

// 32 bytes that are aligned are one access, and floats are added in pairs, on
// chips that can; elsewhere these are two accesses and eight additions.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: .visible .entry aligned(
    // NARROW-COUNT-2: ld.global.v4.b32
    // NARROW-NOT: ld.global
    // NARROW-COUNT-8: add.rn.f32 {{.*}};
    // NARROW-COUNT-2: st.global.v4.b32
    // WIDE: ld.global.v4.b64
    // WIDE-NOT: ld.global
    // WIDE-COUNT-4: add.rn.f32x2
    // WIDE-NOT: add.rn
    // WIDE: st.global.v4.b64
    gpu.func @aligned(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
      %x = llvm.load %p {alignment = 32 : i64} : !llvm.ptr<1> -> vector<8xf32>
      %y = arith.addf %x, %x : vector<8xf32>
      llvm.store %y, %q {alignment = 32 : i64} : vector<8xf32>, !llvm.ptr<1>
      gpu.return
    }

    // CHECK-LABEL: .visible .entry bytes(
    // NARROW-COUNT-2: ld.global.v4.b32
    // WIDE: ld.global.v8.b32
    // NARROW-COUNT-2: st.global.v4.b32
    // WIDE: st.global.v8.b32
    gpu.func @bytes(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
      %x = llvm.load %p {alignment = 32 : i64} : !llvm.ptr<1> -> vector<32xi8>
      %y = arith.addi %x, %x : vector<32xi8>
      llvm.store %y, %q {alignment = 32 : i64} : vector<32xi8>, !llvm.ptr<1>
      gpu.return
    }

    // Data that may be unaligned are read in halves.
    // CHECK-LABEL: .visible .entry halves(
    // CHECK-COUNT-2: ld.global.{{v4.b32|v2.b64}}
    // CHECK-NOT: ld.global
    // CHECK: ret;
    gpu.func @halves(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
      %x = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf32>
      llvm.store %x, %q {alignment = 16 : i64} : vector<8xf32>, !llvm.ptr<1>
      gpu.return
    }
  }
}
