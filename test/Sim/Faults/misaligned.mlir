// RUN: not fp8-sim %s --kernel=load --block=1 --arg='f32[16]=iota' --arg=i64=1 2>&1 | FileCheck %s
// RUN: fp8-sim %s --kernel=load --block=1 --arg='f32[16]=iota' --arg=i64=4 --print=0 2>&1 | FileCheck %s --check-prefix=ALIGNED
// Without checks the host reads the unaligned data.
// RUN: fp8-sim %s --fast --kernel=load --block=1 --arg='f32[16]=iota' --arg=i64=1 --print=0 2>&1 | FileCheck %s --check-prefix=FAST

// ALIGNED: {{^}}arg 0: f32 = 4 5 6 7 4 5
// FAST: {{^}}arg 0: f32 = 1 2 3 4 4 5
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @load(%x: !llvm.ptr<1>, %i: i64) kernel {
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      // CHECK: misaligned.mlir:[[@LINE+2]]:12: error: expected a load of 16 bytes at an address that is a multiple of 16, but it is 4 past such an address [misaligned]
      // CHECK-NEXT: note: in kernel 'load', thread (0,0,0) of block (0,0,0)
      %v = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
      llvm.store %v, %x {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
      gpu.return
    }
  }
}
