// RUN: not fp8-sim %s --kernel=two_barriers --block=64 --arg='i32[64]=0' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not fp8-sim %s --kernel=early_exit --block=64 --arg=i32=63 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: fp8-sim %s --kernel=early_exit --block=64 --arg=i32=64 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=two_names --block=64 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not fp8-sim %s --fast --kernel=two_names --block=64 2>&1 | FileCheck %s --check-prefix=NAMES
// Only the number of a barrier counts where nothing is checked.
// RUN: fp8-sim %s --fast --kernel=two_barriers --block=64 --arg='i32[64]=0' 2>&1 | count 0
// RUN: fp8-sim %s --fast --kernel=early_exit --block=64 --arg=i32=63 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // The stores keep LLVM from making one barrier of the two.
    gpu.func @two_barriers(%x: !llvm.ptr<1>) kernel {
      %c32 = arith.constant 32 : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %low = arith.cmpi ult, %t, %c32 : i32
      scf.if %low {
        gpu.barrier
        llvm.store %t, %p : i32, !llvm.ptr<1>
      } else {
        llvm.store %c32, %p : i32, !llvm.ptr<1>
        // TWO: divergent-barrier.mlir:[[@LINE+3]]:9: error: expected all threads of the block at the same barrier, but thread (0,0,0) waits at another [divergent-barrier]
        // TWO-NEXT: note: in kernel 'two_barriers', thread (32,0,0) of block (0,0,0)
        // TWO-NEXT: divergent-barrier.mlir:[[@LINE-6]]:9: note: the other barrier is here
        gpu.barrier
      }
      gpu.return
    }

    gpu.func @early_exit(%n: i32) kernel {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %stays = arith.cmpi ult, %t, %n : i32
      cf.cond_br %stays, ^work, ^exit
    ^work:
      // EXIT: error: expected all 64 threads of the block at the barrier, but 1 exited before it [divergent-barrier]
      gpu.barrier
      cf.br ^exit
    ^exit:
      gpu.return
    }

    // Two barriers with different numbers: none is ever complete.
    gpu.func @two_names() kernel {
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %c32 = arith.constant 32 : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %low = arith.cmpi ult, %t, %c32 : i32
      %id = arith.select %low, %c1, %c2 : i32
      // NAMES: error: kernel 'two_names' was stopped at a fault; see the reports
      // NAMES: divergent-barrier.mlir:[[@LINE+2]]:7: error: expected all threads to wait at one barrier or operation, but thread (0,0,0) waits at barrier 1 and thread (32,0,0) at barrier 2 [deadlock]
      // NAMES-NEXT: note: in kernel 'two_names', thread (0,0,0) of block (0,0,0)
      nvvm.barrier id = %id
      gpu.return
    }
  }
}
