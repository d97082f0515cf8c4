// RUN: fp8-translate --gpu-to-ptx --chip=sm_89 %s | FileCheck %s --check-prefixes=CHECK,POINT
// RUN: fp8-translate --gpu-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefixes=CHECK,POINT
// RUN: fp8-translate --gpu-to-ptx --chip=sm_100a %s | FileCheck %s --check-prefixes=CHECK,POINT
// RUN: fp8-translate --gpu-to-ptx --chip=sm_120a %s | FileCheck %s --check-prefixes=CHECK,POINT
// RUN: fp8-translate --gpu-to-ptx --chip=sm_80 %s | FileCheck %s --check-prefixes=CHECK,INTEGERS

// Four codes: fixed point, and a draw of either half of a word; no conversion.
// CHECK-LABEL: .visible .entry round(
// POINT-NOT: cvt.rzi
// POINT: mul.rz.f32 [[FIRST:%r[0-9]+]],
// POINT: mov.b32 [[LOW:%r[0-9]+]], 8;
// POINT: dp2a.lo.u32.u32 {{%r[0-9]+}}, [[DRAWS:%r[0-9]+]], [[LOW]], [[FIRST]];
// POINT: mul.rz.f32 [[SECOND:%r[0-9]+]],
// POINT: mov.b32 [[HIGH:%r[0-9]+]], 2048;
// POINT: dp2a.lo.u32.u32 {{%r[0-9]+}}, [[DRAWS]], [[HIGH]], [[SECOND]];
// POINT: prmt.b32 {{.*}}, 0x7632
// POINT: prmt.b32 {{.*}}, 0x6420
// POINT-NOT: cvt.rzi
// INTEGERS-NOT: dp2a
// INTEGERS: cvt.rzi.s32.f32
// CHECK: st.global
gpu.module @kernels {
  gpu.func @round(%x: !llvm.ptr<1>, %draws: !llvm.ptr<1>, %codes: !llvm.ptr<1>) kernel {
    %v = llvm.load %x {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %r = llvm.load %draws {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xi16>
    %c = fp8.convert %v random %r format<ue4m4> rounding<stochastic> : vector<4xf32>, vector<4xi16> to vector<4xi8>
    llvm.store %c, %codes {alignment = 4 : i64} : vector<4xi8>, !llvm.ptr<1>
    gpu.return
  }
}
