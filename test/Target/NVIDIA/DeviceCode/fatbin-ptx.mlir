// RUN: env CUDA_HOME=%t.none fp8-opt %s --fp8-gpu-to-fatbin=chips=sm_90a,sm_80 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARN < %t.err
// RUN: not fp8-opt %s --fp8-gpu-to-fatbin=chips=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not fp8-opt %s --fp8-gpu-to-fatbin=chips=sm_80,sm_90a,sm_80 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not fp8-opt %s --fp8-gpu-to-fatbin 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fp8-opt %s --fp8-gpu-to-fatbin='chips=sm_90a ptx=60' 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not fp8-opt %s --fp8-gpu-to-fatbin='chips=sm_90a toolkit=%t.none' 2>&1 | FileCheck %s --check-prefix=TOOLKIT

// Without NVIDIA's assembler the text of every chip is there for the driver, the
// oldest chip first.

// WARN: fatbin-ptx.mlir:27:1: warning: expected ptxas and fatbinary on the PATH or in CUDA_HOME for machine code, but found none

// CHIP: error: unsupported chip 'sm_70'
// CHIP: note: supported chips are sm_80

// TWICE: error: expected each chip once, but got sm_80 twice

// NONE: error: expected at least one chip, but got none

// PTX: error: expected a PTX version from 80 to 90 for sm_90a, but got 60

// TOOLKIT: error: expected ptxas and fatbinary in {{.*}}bin, but there is no ptxas

// CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<{{.*}}chip = "sm_80"{{.*}}assembly = {{.*}}.target sm_80
// CHECK-SAME: #gpu.object<#nvvm.target<{{.*}}chip = "sm_90a"{{.*}}.target sm_90a
gpu.module @kernels {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
