// RUN: not fp8-sim %s --kernel=missing --block=64 --arg='f32[64]=iota' --arg='f32[64]=0' 2>&1 | FileCheck %s
// RUN: not fp8-sim %s --kernel=missing_second --block=64 --arg='f32[64]=iota' --arg='f32[64]=0' 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: fp8-sim %s --kernel=present --block=64 --arg='f32[64]=iota' --arg='f32[64]=0' 2>&1 | count 0

!tile = memref<64xf32, #gpu.address_space<workgroup>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @missing(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%tile: !tile) kernel {
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<?xf32>
      memref.store %v, %tile[%t] : !tile
      %other = arith.subi %c63, %t : index
      // The loads are not checked one by one: every thread's is at one place.
      // CHECK: missing-barrier.mlir:[[@LINE+3]]:12: error: expected accesses in order, but this load of 4 bytes at offset {{[0-9]+}} of shared memory races with the store of another thread [shared-race]
      // CHECK-NEXT: note: in kernel 'missing', thread (32,0,0) of block (0,0,0), the first of 32
      // CHECK-NEXT: missing-barrier.mlir:[[@LINE-5]]:7: note: the store is here, by thread (31,0,0) of block (0,0,0)
      %w = memref.load %tile[%other] : !tile
      memref.store %w, %y[%t] : memref<?xf32>
      gpu.return
    }

    // Between the loads of one step and the stores of the next.
    gpu.func @missing_second(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%tile: !tile) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %other = arith.subi %c63, %t : index
      scf.for %i = %c0 to %c2 step %c1 {
        %v = memref.load %x[%t] : memref<?xf32>
        // SECOND: error: expected accesses in order, but this store of 4 bytes at offset {{[0-9]+}} of shared memory races with the load of another thread [shared-race]
        memref.store %v, %tile[%t] : !tile
        gpu.barrier
        %w = memref.load %tile[%other] : !tile
        memref.store %w, %y[%t] : memref<?xf32>
      }
      gpu.return
    }

    gpu.func @present(%x: memref<?xf32>, %y: memref<?xf32>) workgroup(%tile: !tile) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c63 = arith.constant 63 : index
      %t = gpu.thread_id x
      %other = arith.subi %c63, %t : index
      scf.for %i = %c0 to %c2 step %c1 {
        %v = memref.load %x[%t] : memref<?xf32>
        memref.store %v, %tile[%t] : !tile
        gpu.barrier
        %w = memref.load %tile[%other] : !tile
        memref.store %w, %y[%t] : memref<?xf32>
        gpu.barrier
      }
      gpu.return
    }
  }
}
