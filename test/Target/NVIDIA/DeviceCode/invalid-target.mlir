// RUN: not fp8-opt %s --fp8-gpu-to-ptx=chip=sm_75 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not fp8-opt %s --fp8-gpu-to-ptx="chip=sm_90a ptx=78" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not fp8-opt %s --fp8-gpu-to-ptx="chip=sm_90a ptx=91" 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: not fp8-opt %s --fp8-gpu-to-ptx="chip=sm_89 ptx=80" 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not fp8-translate %s --gpu-to-ptx --chip=sm_900 2>&1 | FileCheck %s --check-prefix=TRANSLATE

// CHIP: error: unsupported chip 'sm_75'
// CHIP: note: supported chips are sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a
// OLD: error: expected a PTX version from 80 to 90 for sm_90a, but got 78
// NEW: error: expected a PTX version from 80 to 90 for sm_90a, but got 91
// FEATURE: invalid-target.mlir:[[@LINE+6]]:15: error: expected PTX version 81 or later for conversion to e4m3 (llvm.nvvm.ff.to.e4m3x2.rn), but got 80
// TRANSLATE: error: unsupported chip 'sm_900'
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @encode(%p: !llvm.ptr<1>, %a: f32) kernel {
      // One value twice.
      %pair = nvvm.convert.f32x2.to.f8x2 %a, %a {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
      llvm.store %pair, %p : i16, !llvm.ptr<1>
      gpu.return
    }
  }
}
