// Several chips are compiled at once. What is wrong on all of them is said once,
// and the code is the same as that of one thread.

// RUN: split-file %s %t
// RUN: env CUDA_HOME=%t.none not fp8-opt %t/inexact.mlir --fp8-gpu-to-fatbin=chips=sm_80,sm_86,sm_89,sm_90a 2>&1 | FileCheck %s --check-prefix=INEXACT
// INEXACT-NOT: error:
// INEXACT: error: unsupported in device code: 'math.exp'
// INEXACT: note: supported are
// INEXACT-NOT: error:

// LLVM ends the process at ops that it cannot select, in several threads here.
// RUN: env CUDA_HOME=%t.none not fp8-opt %t/selection.mlir --fp8-gpu-to-fatbin=chips=sm_80,sm_86,sm_89 2>&1 | FileCheck %s --check-prefix=SELECTION
// SELECTION-NOT: error:
// SELECTION: error: unsupported by LLVM's back end for sm_80 and PTX version 80
// SELECTION: note: LLVM says: Cannot select
// SELECTION-NOT: error:

// RUN: env CUDA_HOME=%t.none fp8-opt %S/exact.mlir --fp8-gpu-to-fatbin=chips=sm_80,sm_89,sm_90a,sm_100a -o %t.threads.mlir
// RUN: env CUDA_HOME=%t.none fp8-opt %S/exact.mlir --mlir-disable-threading --fp8-gpu-to-fatbin=chips=sm_80,sm_89,sm_90a,sm_100a -o %t.alone.mlir
// RUN: cmp %t.threads.mlir %t.alone.mlir

//--- inexact.mlir
gpu.module @kernels {
  gpu.func @power(%p: !llvm.ptr<1>, %x: f32) kernel {
    %y = math.exp %x : f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

//--- selection.mlir
gpu.module @kernels {
  gpu.func @fence() kernel {
    llvm.call_intrinsic "llvm.nvvm.fence.mbarrier_init.release.cluster"() : () -> ()
    gpu.return
  }
}
