// RUN: not fp8-sim %s --kernel=shuffle --block=32 --arg='i32[32]=iota' --arg=i32=31 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// RUN: fp8-sim %s --kernel=shuffle --block=32 --arg='i32[32]=iota' --arg=i32=32 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=redux --block=48 --arg='i32[48]=iota' --arg=i32=-1 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: fp8-sim %s --kernel=redux --block=64 --arg='i32[64]=iota' --arg=i32=-1 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=redux --block=32 --arg='i32[32]=iota' --arg=i32=1 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: not fp8-sim %s --kernel=outside_mask --block=32 --arg='i32[32]=iota' 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not fp8-sim %s --kernel=masks --block=32 2>&1 | FileCheck %s --check-prefix=MASKS

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @shuffle(%x: !llvm.ptr<1>, %n: i32) kernel {
      %all = arith.constant -1 : i32
      %c1 = arith.constant 1 : i32
      %c31 = arith.constant 31 : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %stays = arith.cmpi ult, %t, %n : i32
      cf.cond_br %stays, ^work, ^exit
    ^work:
      %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %p : !llvm.ptr<1> -> i32
      // SHUFFLE: error: expected a mask of live lanes, but 0xffffffff names lane 31, which has exited [warp-mask]
      // SHUFFLE-NEXT: note: in kernel 'shuffle', thread (0,0,0) of block (0,0,0)
      %w = nvvm.shfl.sync bfly %all, %v, %c1, %c31 : i32 -> i32
      llvm.store %w, %p : i32, !llvm.ptr<1>
      cf.br ^exit
    ^exit:
      gpu.return
    }

    gpu.func @redux(%x: !llvm.ptr<1>, %mask: i32) kernel {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %v = llvm.load %p : !llvm.ptr<1> -> i32
      // ABSENT: error: expected a mask of live lanes, but 0xffffffff names lane 16, which the block does not have [warp-mask]
      // SELF: error: expected a mask with the lane that executes the operation, but lane 1 is not in it [warp-mask]
      %w = nvvm.redux.sync umax %v, %mask : i32 -> i32
      llvm.store %w, %p : i32, !llvm.ptr<1>
      gpu.return
    }

    // The lower half of the warp shuffles, and lane 15 reads from lane 16.
    gpu.func @outside_mask(%x: !llvm.ptr<1>) kernel {
      %low = arith.constant 0xffff : i32
      %c1 = arith.constant 1 : i32
      %c16 = arith.constant 16 : i32
      %c31 = arith.constant 31 : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %is_low = arith.cmpi ult, %t, %c16 : i32
      scf.if %is_low {
        %p = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
        %v = llvm.load %p : !llvm.ptr<1> -> i32
        // OUTSIDE: error: expected a shuffle from a live lane in the mask, but it reads lane 16 [warp-mask]
        // OUTSIDE-NEXT: note: in kernel 'outside_mask', thread (15,0,0) of block (0,0,0)
        %w = nvvm.shfl.sync down %low, %v, %c1, %c31 : i32 -> i32
        llvm.store %w, %p : i32, !llvm.ptr<1>
      }
      gpu.return
    }

    // Lane 0 waits for lanes 0 and 1, lane 1 for all.
    gpu.func @masks() kernel {
      %c1 = arith.constant 1 : i32
      %c3 = arith.constant 3 : i32
      %all = arith.constant -1 : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %low = arith.cmpi ult, %t, %c1 : i32
      %mask = arith.select %low, %c3, %all : i32
      // MASKS: error: expected the lanes of mask 0xffffffff at the same operation with the same mask, but lane 0 is at another one or has mask 0x00000003 [warp-mask]
      nvvm.bar.warp.sync %mask : i32
      gpu.return
    }
  }
}
