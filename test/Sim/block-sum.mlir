// RUN: fp8-sim %s --kernel=sum --grid=2 --block=100 --arg='i32[200]=iota' \
// RUN:   --arg='i32[2]=0' --print=1 | FileCheck %s --check-prefix=SUM
// RUN: fp8-sim %s --kernel=scan --block=32 --arg='i32[32]=iota:1' \
// RUN:   --arg='i32[32]=0' --print=1 | FileCheck %s --check-prefix=SCAN
// RUN: fp8-sim %s --kernel=warp_ops --block=32 --arg='i32[32]=iota:-3' \
// RUN:   --arg='i32[9]=0' --print=1 | FileCheck %s --check-prefix=WARP

// 0 + ... + 99 and 100 + ... + 199.
// SUM: arg 1: i32 = 4950 14950{{$}}

// SCAN: arg 1: i32 = 1 3 6 10 15 21
// SCAN-SAME: 496 528{{$}}

// The lanes hold -3, -2, ..., 28. Sum, smallest and largest, as signed and as
// unsigned; and, or, xor; ballot of the even; the lanes whose
// value / 4 is that of lane 5, as a mask.
// WARP: arg 1: i32 = 400 -3 28 0 -1 0 -1
// WARP-SAME: -1431655766 120{{$}}
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Upstream's reduction of a block: shuffles, shared memory, shuffles. The
    // last of four warps has four lanes.
    gpu.func @sum(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %n = gpu.block_dim x
      %first = arith.muli %b, %n : index
      %i = arith.addi %first, %t : index
      %i64 = arith.index_cast %i : index to i64
      %b64 = arith.index_cast %b : index to i64
      %p = llvm.getelementptr %in[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      %x = llvm.load %p : !llvm.ptr<1> -> i32
      %sum = gpu.all_reduce add %x uniform {} : (i32) -> i32
      %is_first = arith.cmpi eq, %t, %c0 : index
      scf.if %is_first {
        %q = llvm.getelementptr %out[%b64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
        llvm.store %sum, %q : i32, !llvm.ptr<1>
      }
      gpu.return
    }

    // The sum of all lanes up to each lane.
    gpu.func @scan(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
      %c1 = arith.constant 1 : i32
      %c32 = arith.constant 32 : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %p = llvm.getelementptr %in[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %x = llvm.load %p : !llvm.ptr<1> -> i32
      %sum = scf.for %d = %c1 to %c32 step %c1 iter_args(%s = %x) -> i32 : i32 {
        %v, %valid = gpu.shuffle up %x, %d, %c32 : i32
        %next = arith.addi %s, %v : i32
        %r = arith.select %valid, %next, %s : i32
        scf.yield %r : i32
      }
      %q = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %sum, %q : i32, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @warp_ops(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
      %all = arith.constant -1 : i32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %c5 = arith.constant 5 : i32
      %c31 = arith.constant 31 : i32
      %lane = nvvm.read.ptx.sreg.laneid : i32
      %p = llvm.getelementptr %in[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %x = llvm.load %p : !llvm.ptr<1> -> i32
      %add = nvvm.redux.sync add %x, %all : i32 -> i32
      %min = nvvm.redux.sync min %x, %all : i32 -> i32
      %max = nvvm.redux.sync max %x, %all : i32 -> i32
      %umin = nvvm.redux.sync umin %x, %all : i32 -> i32
      %umax = nvvm.redux.sync umax %x, %all : i32 -> i32
      %and = nvvm.redux.sync and %x, %all : i32 -> i32
      %or = nvvm.redux.sync or %x, %all : i32 -> i32
      %bit = arith.andi %x, %c1 : i32
      %even = arith.cmpi eq, %bit, %c0 : i32
      %ballot = nvvm.vote.sync ballot %all, %even -> i32
      %quarter = arith.shrsi %x, %c2 : i32
      %match = nvvm.match.sync any %all, %quarter : i32 -> i32
      %of5 = nvvm.shfl.sync idx %all, %match, %c5, %c31 : i32 -> i32
      %is_first = arith.cmpi eq, %lane, %c0 : i32
      scf.if %is_first {
        %v = vector.from_elements %add, %min, %max, %umin, %umax, %and, %or, %ballot, %of5 : vector<9xi32>
        llvm.store %v, %out {alignment = 4 : i64} : vector<9xi32>, !llvm.ptr<1>
      }
      gpu.return
    }
  }
}
