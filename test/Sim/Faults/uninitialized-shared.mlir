// RUN: not fp8-sim %s --kernel=copy --block=32 --arg='f32[32]=iota' --arg='f32[32]=0' --arg=i32=31 2>&1 | FileCheck %s
// RUN: fp8-sim %s --kernel=copy --block=32 --arg='f32[32]=iota' --arg='f32[32]=0' --arg=i32=32 2>&1 | count 0

!tile = memref<32xf32, #gpu.address_space<workgroup>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Only %n threads write.
    gpu.func @copy(%x: memref<?xf32>, %y: memref<?xf32>, %n: i32) workgroup(%tile: !tile) kernel {
      %t = gpu.thread_id x
      %t32 = arith.index_cast %t : index to i32
      %writes = arith.cmpi ult, %t32, %n : i32
      scf.if %writes {
        %v = memref.load %x[%t] : memref<?xf32>
        memref.store %v, %tile[%t] : !tile
      }
      gpu.barrier
      // CHECK: uninitialized-shared.mlir:[[@LINE+2]]:12: error: expected shared memory that was written before, but 4 bytes at offset 124 were not [uninitialized-shared]
      // CHECK-NEXT: note: in kernel 'copy', thread (31,0,0) of block (0,0,0)
      %w = memref.load %tile[%t] : !tile
      memref.store %w, %y[%t] : memref<?xf32>
      gpu.return
    }
  }
}
