// RUN: not fp8-sim %s --kernel=tail --grid=2 --block=32 --arg='f32[50]=0' --arg=i64=51 2>&1 | FileCheck %s --check-prefix=TAIL
// RUN: fp8-sim %s --kernel=tail --grid=2 --block=32 --arg='f32[50]=0' --arg=i64=50 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=shared --block=17 --arg='f32[32]=0' 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: fp8-sim %s --kernel=shared --block=16 --arg='f32[32]=0' 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=dynamic --block=9 --shared=32 --arg='f32[32]=0' 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: fp8-sim %s --kernel=dynamic --block=8 --shared=32 --arg='f32[32]=0' 2>&1 | count 0
// RUN: not fp8-sim %s --kernel=before --block=1 --arg='f32[1]=0' --arg='f32[1]=0' 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not fp8-sim %s --kernel=nowhere --block=1 --arg=i64=64 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not fp8-sim %s --kernel=local --block=1 --arg='i32[4]=1' --arg=i64=4 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: fp8-sim %s --kernel=local --block=1 --arg='i32[4]=1' --arg=i64=3 2>&1 | count 0

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @tail(%x: !llvm.ptr<1>, %n: i64) kernel {
      %one = arith.constant 1.0 : f32
      %i = gpu.global_id x
      %i64 = arith.index_cast %i : index to i64
      %in = arith.cmpi slt, %i64, %n : i64
      scf.if %in {
        %p = llvm.getelementptr %x[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        // TAIL: error: kernel 'tail' was stopped at a fault; see the reports
        // TAIL: out-of-bounds.mlir:[[@LINE+3]]:9: error: expected a store of 4 bytes within '--arg 0' (200 bytes), but it is at offset 200 [out-of-bounds]
        // TAIL-NEXT: note: in kernel 'tail', thread (18,0,0) of block (1,0,0)
        // TAIL-NEXT: note: the address is computed from argument 0 of kernel 'tail'
        llvm.store %one, %p : f32, !llvm.ptr<1>
      }
      gpu.return
    }

    // Past the end of one variable, and within the next.
    gpu.func @shared(%y: memref<?xf32>)
        workgroup(%a: memref<16xf32, #gpu.address_space<workgroup>>,
                  %b: memref<16xf32, #gpu.address_space<workgroup>>) kernel {
      %one = arith.constant 1.0 : f32
      %t = gpu.thread_id x
      // SHARED: error: expected a store of 4 bytes within '__wg_shared_0' (64 bytes), but it is at offset 64 [out-of-bounds]
      memref.store %one, %a[%t] : memref<16xf32, #gpu.address_space<workgroup>>
      memref.store %one, %b[%t] : memref<16xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c0 = arith.constant 0 : index
      %u = memref.load %a[%c0] : memref<16xf32, #gpu.address_space<workgroup>>
      %v = memref.load %b[%c0] : memref<16xf32, #gpu.address_space<workgroup>>
      %w = arith.addf %u, %v : f32
      memref.store %w, %y[%t] : memref<?xf32>
      gpu.return
    }

    gpu.func @dynamic(%y: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c7 = arith.constant 7 : index
      %one = arith.constant 1.0 : f32
      %t = gpu.thread_id x
      %n = gpu.block_dim x
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %a = memref.view %bytes[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
      // DYNAMIC: error: expected a store of 4 bytes within 'shared memory' (32 bytes), but it is at offset 32 [out-of-bounds]
      memref.store %one, %a[%t] : memref<?xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %v = memref.load %a[%c7] : memref<?xf32, #gpu.address_space<workgroup>>
      memref.store %v, %y[%t] : memref<?xf32>
      gpu.return
    }

    // Far before the start, where the other buffer may lie.
    gpu.func @before(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
      %one = arith.constant 1.0 : f32
      %p = llvm.getelementptr %y[-1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
      // BEFORE: error: expected a store of 4 bytes within '--arg 1' (4 bytes), but it is at offset -4 [out-of-bounds]
      llvm.store %one, %p : f32, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @nowhere(%address: i64) kernel {
      %one = arith.constant 1.0 : f32
      %p = llvm.inttoptr %address : i64 to !llvm.ptr<1>
      // NOWHERE: error: expected a store of 4 bytes within a buffer, but there is none at this address [out-of-bounds]
      llvm.store %one, %p : f32, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @local(%x: !llvm.ptr<1>, %i: i64) kernel {
      %c4 = arith.constant 4 : i64
      %array = llvm.alloca %c4 x i32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
      %v = llvm.load %x {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
      llvm.store %v, %array : vector<4xi32>, !llvm.ptr
      %p = llvm.getelementptr %array[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      // LOCAL: error: expected a load of 4 bytes within a buffer, but there is none at this address [out-of-bounds]
      %w = llvm.load %p : !llvm.ptr -> i32
      llvm.store %w, %x : i32, !llvm.ptr<1>
      gpu.return
    }
  }
}
