// RUN: fp8-sim %s --kernel=transpose --grid=2,2 --block=32,8 --arg='f32[40x36]=iota' \
// RUN:   --arg='f32[36x40]=0' --print=1 --print-limit=82 | FileCheck %s

// Column 0 of the input, then column 1.
// CHECK: arg 1: f32 = 0 36 72 108 144
// CHECK-SAME: 1368 1404 1 37 73
// CHECK-SAME: 1369 1405 2 38 ...
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // A tile of 32 x 32 through shared memory, 4 rows per thread. The odd row
    // length keeps the columns in different banks.
    gpu.func @transpose(%in: memref<?x?xf32>, %out: memref<?x?xf32>)
        workgroup(%tile: memref<32x33xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %rows = memref.dim %in, %c0 : memref<?x?xf32>
      %cols = memref.dim %in, %c1 : memref<?x?xf32>
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %x0 = arith.muli %bx, %c32 : index
      %y0 = arith.muli %by, %c32 : index
      %x = arith.addi %x0, %tx : index
      %x_in = arith.cmpi ult, %x, %cols : index
      scf.for %r = %ty to %c32 step %c8 {
        %y = arith.addi %y0, %r : index
        %y_in = arith.cmpi ult, %y, %rows : index
        %inside = arith.andi %x_in, %y_in : i1
        scf.if %inside {
          %v = memref.load %in[%y, %x] : memref<?x?xf32>
          memref.store %v, %tile[%r, %tx] : memref<32x33xf32, #gpu.address_space<workgroup>>
        }
      }
      gpu.barrier
      %ox = arith.addi %y0, %tx : index
      %ox_in = arith.cmpi ult, %ox, %rows : index
      scf.for %r = %ty to %c32 step %c8 {
        %oy = arith.addi %x0, %r : index
        %oy_in = arith.cmpi ult, %oy, %cols : index
        %inside = arith.andi %ox_in, %oy_in : i1
        scf.if %inside {
          %v = memref.load %tile[%tx, %r] : memref<32x33xf32, #gpu.address_space<workgroup>>
          memref.store %v, %out[%oy, %ox] : memref<?x?xf32>
        }
      }
      gpu.return
    }
  }
}
