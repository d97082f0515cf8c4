// A kernel that ptxas spills is assembled again with a bound, and warned of if that does not help. What stands in for ptxas says
// how much is spilled, without a bound and with one.

// REQUIRES: ptxas
// RUN: mkdir -p %t/bin && ln -sf %fatbinary %t/bin/fatbinary
// RUN: printf '#!/bin/sh\n[ "$1" = --version ] && exec %ptxas --version\n%ptxas "$@" 2>/dev/null || exit 1\nfor input; do :; done\nbytes=24; grep -q minnctapersm "$input" && bytes=$BOUND\n' > %t/bin/ptxas
// RUN: printf 'printf "ptxas info : Compiling entry function '"'%%%%s'"' for '"'sm_90a'"'\\n    8 bytes stack frame, %%%%s bytes spill stores, 8 bytes spill loads\\nptxas info : Used 128 registers\\n" fill $bytes >&2\n' >> %t/bin/ptxas
// RUN: chmod +x %t/bin/ptxas
// RUN: env BOUND=0 FP8_CACHE_DIR= fp8-opt %s --fp8-gpu-to-fatbin="chips=sm_90a toolkit=%t" 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: env BOUND=16 FP8_CACHE_DIR= fp8-opt %s --fp8-gpu-to-fatbin="chips=sm_90a toolkit=%t" 2>&1 | FileCheck %s --check-prefixes=LESS,CHECK
// RUN: env BOUND=32 FP8_CACHE_DIR= fp8-opt %s --fp8-gpu-to-fatbin="chips=sm_90a toolkit=%t" 2>&1 | FileCheck %s --check-prefixes=MORE,CHECK

// LESS: spills.mlir:[[@LINE+5]]:3: warning: kernel 'fill' spills 16 bytes of registers on sm_90a
// MORE: spills.mlir:[[@LINE+4]]:3: warning: kernel 'fill' spills 24 bytes of registers on sm_90a
// CHECK: gpu.binary @kernels
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @fill(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %one = arith.constant 1.0 : f32
    llvm.store %one, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
}
