// RUN: fp8-translate --gpu-to-ptx --chip=sm_89 %s | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: fp8-translate --gpu-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: fp8-translate --gpu-to-ptx --chip=sm_100a %s | FileCheck %s --check-prefixes=CHECK,WIDER
// RUN: fp8-translate --gpu-to-ptx --chip=sm_120a %s | FileCheck %s --check-prefixes=CHECK,WIDER
// RUN: fp8-opt --fp8-gpu-to-ptx=chip=sm_90a %s | FileCheck %s --check-prefix=BINARY

// BINARY: gpu.binary @kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx84">, assembly = "
// BINARY-NOT: gpu.func

// 128 bits per access, and 256 where the chip has it.
// CHECK-LABEL: .visible .entry quantize(
// WIDE-COUNT-2: ld.global.nc.v4.b32
// WIDER: ld.global.nc.v4.b64
// CHECK-NOT: ld.global
// CHECK-COUNT-4: cvt.rn.satfinite.e4m3x2.f32
// CHECK: st.global.v4.b16
// CHECK: redux.sync.max.u32
// CHECK: .global.max.u32
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @quantize(%x: !llvm.ptr<1> {llvm.noalias}, %q: !llvm.ptr<1> {llvm.noalias}, %amax: !llvm.ptr<1>, %scale: f32) kernel {
      %c0 = arith.constant 0 : i32
      %c8 = arith.constant 8 : index
      %all = arith.constant -1 : i32
      %i = gpu.global_id x
      %first = arith.muli %i, %c8 : index
      %first64 = arith.index_cast %first : index to i64
      %p = llvm.getelementptr inbounds %x[%first64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %v = llvm.load %p {alignment = 32 : i64} : !llvm.ptr<1> -> vector<8xf32>
      %scales = vector.broadcast %scale : f32 to vector<8xf32>
      %y = arith.mulf %v, %scales : vector<8xf32>
      %e:8 = vector.to_elements %y : vector<8xf32>
      %c01 = nvvm.convert.f32x2.to.f8x2 %e#1, %e#0 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %c23 = nvvm.convert.f32x2.to.f8x2 %e#3, %e#2 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %c45 = nvvm.convert.f32x2.to.f8x2 %e#5, %e#4 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %c67 = nvvm.convert.f32x2.to.f8x2 %e#7, %e#6 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      %codes = vector.from_elements %c01, %c23, %c45, %c67 : vector<4xi16>
      %pq = llvm.getelementptr inbounds %q[%first64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
      llvm.store %codes, %pq {alignment = 8 : i64} : vector<4xi16>, !llvm.ptr<1>
      %abs = math.absf %v : vector<8xf32>
      %max = vector.reduction <maximumf>, %abs : vector<8xf32> into f32
      %bits = arith.bitcast %max : f32 to i32
      %of_warp = nvvm.redux.sync umax %bits, %all : i32 -> i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %is_first = arith.cmpi eq, %lane, %c0 : i32
      scf.if %is_first {
        %old = llvm.atomicrmw umax %amax, %of_warp syncscope("device") monotonic : !llvm.ptr<1>, i32
      }
      gpu.return
    }
  }
}
