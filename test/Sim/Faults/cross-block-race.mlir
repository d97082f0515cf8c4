// RUN: not fp8-sim %s --kernel=write --grid=2 --block=1 --arg='i32[1]=0' 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not fp8-sim %s --kernel=read --grid=2 --block=1 --arg='i32[2]=0' 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not fp8-sim %s --kernel=plain_and_atomic --grid=2 --block=1 --arg='i32[1]=0' 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not fp8-sim %s --kernel=block_scope --grid=2 --block=1 --arg='i32[1]=0' 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not fp8-sim %s --kernel=last_block_no_fence --grid=3 --block=32 --arg='i32[3]=0' --arg='i32[1]=0' --arg='i32[1]=0' 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: fp8-sim %s --kernel=atomic --grid=2 --block=1 --arg='i32[1]=0' --print=0 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: fp8-sim %s --kernel=last_block --grid=3 --block=32 --arg='i32[3]=0' --arg='i32[1]=0' --arg='i32[1]=0' --print=2 2>&1 | FileCheck %s --check-prefix=LAST

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @write(%p: !llvm.ptr<1>) kernel {
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      // WRITE: cross-block-race.mlir:[[@LINE+3]]:7: error: expected accesses in order, but this store of 4 bytes at offset 0 of --arg 0 races with the store of another block [global-race]
      // WRITE-NEXT: note: in kernel 'write', thread (0,0,0) of block (1,0,0)
      // WRITE-NEXT: cross-block-race.mlir:[[@LINE+1]]:7: note: the store is here, by thread (0,0,0) of block (0,0,0)
      llvm.store %b, %p : i32, !llvm.ptr<1>
      gpu.return
    }

    // Each block reads the result of the previous block.
    gpu.func @read(%p: !llvm.ptr<1>) kernel {
      %c1 = arith.constant 1 : i32
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      %other = arith.subi %c1, %b : i32
      %own = llvm.getelementptr %p[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // READ: error: expected accesses in order, but this store of 4 bytes at offset 4 of --arg 0 races with the load of another block [global-race]
      llvm.store %b, %own : i32, !llvm.ptr<1>
      %q = llvm.getelementptr %p[%other] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      // READ: error: expected accesses in order, but this load of 4 bytes at offset 0 of --arg 0 races with the store of another block [global-race]
      %v = llvm.load %q : !llvm.ptr<1> -> i32
      %w = arith.addi %v, %c1 : i32
      llvm.store %w, %own : i32, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @atomic(%p: !llvm.ptr<1>) kernel {
      %c5 = arith.constant 5 : i32
      %old = llvm.atomicrmw add %p, %c5 syncscope("device") monotonic : !llvm.ptr<1>, i32
      // ATOMIC: {{^}}arg 0: i32 = 10{{$}}
      // ATOMIC-NOT: {{.}}
      gpu.return
    }

    gpu.func @plain_and_atomic(%p: !llvm.ptr<1>) kernel {
      %c5 = arith.constant 5 : i32
      // MIXED: error: expected accesses in order, but this atomic access of 4 bytes at offset 0 of --arg 0 races with the store of another block [global-race]
      %old = llvm.atomicrmw add %p, %c5 syncscope("device") monotonic : !llvm.ptr<1>, i32
      llvm.store %c5, %p : i32, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @block_scope(%p: !llvm.ptr<1>) kernel {
      %c5 = arith.constant 5 : i32
      // SCOPE: error: expected accesses in order, but this atomic access of 4 bytes at offset 0 of --arg 0 races with the atomic access of another block [global-race]
      %old = llvm.atomicrmw add %p, %c5 syncscope("block") monotonic : !llvm.ptr<1>, i32
      gpu.return
    }

    // The block that finishes last adds the results of all.
    gpu.func @last_block(%partial: !llvm.ptr<1>, %count: !llvm.ptr<1>, %out: !llvm.ptr<1>)
        workgroup(%flag: memref<1xi32, #gpu.address_space<workgroup>>) kernel {
      %i0 = arith.constant 0 : index
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %c3 = arith.constant 3 : i32
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %is_first = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_first {
        %p = llvm.getelementptr %partial[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
        %v = arith.addi %b, %c1 : i32
        llvm.store %v, %p : i32, !llvm.ptr<1>
        llvm.fence syncscope("device") acq_rel
        %old = llvm.atomicrmw add %count, %c1 syncscope("device") monotonic : !llvm.ptr<1>, i32
        llvm.fence syncscope("device") acq_rel
        memref.store %old, %flag[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %order = memref.load %flag[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
      %is_last = arith.cmpi eq, %order, %c2 : i32
      %is_second = arith.cmpi eq, %t, %c1 : i32
      %sums = arith.andi %is_last, %is_second : i1
      scf.if %sums {
        %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %c0) -> i32 : i32 {
          %p = llvm.getelementptr %partial[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
          %v = llvm.load %p : !llvm.ptr<1> -> i32
          %n = arith.addi %s, %v : i32
          scf.yield %n : i32
        }
        // LAST: {{^}}arg 2: i32 = 6{{$}}
        // LAST-NOT: {{.}}
        llvm.store %sum, %out : i32, !llvm.ptr<1>
        // The counter is ready for the next launch.
        llvm.store %c0, %count : i32, !llvm.ptr<1>
      }
      gpu.return
    }

    gpu.func @last_block_no_fence(%partial: !llvm.ptr<1>, %count: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %b = nvvm.read.ptx.sreg.ctaid.x : i32
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %is_first = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_first {
        %p = llvm.getelementptr %partial[%b] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
        llvm.store %c1, %p : i32, !llvm.ptr<1>
        %old = llvm.atomicrmw add %count, %c1 syncscope("device") monotonic : !llvm.ptr<1>, i32
        %is_last = arith.cmpi eq, %old, %c2 : i32
        scf.if %is_last {
          // FENCE: error: expected accesses in order, but this load of 4 bytes at offset 0 of --arg 0 races with the store of another block [global-race]
          %v = llvm.load %partial : !llvm.ptr<1> -> i32
          llvm.store %v, %out : i32, !llvm.ptr<1>
        }
      }
      gpu.return
    }
  }
}
