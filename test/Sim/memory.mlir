// RUN: fp8-sim %s --kernel=histogram --grid=2 --block=64 --arg='i32[128]=iota' --arg='i32[4]=0' --print=1 \
// RUN:   | FileCheck %s --check-prefix=HISTOGRAM
// RUN: fp8-sim %s --fast --host-threads=2 --kernel=histogram --grid=200 --block=64 --arg='i32[12800]=iota' --arg='i32[4]=0' --print=1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// RUN: fp8-sim %s --kernel=copy_async --block=32 --arg='f32[128]=iota' --arg='f32[128]=0' --print=1 --print-limit=5 \
// RUN:   | FileCheck %s --check-prefix=ASYNC
// RUN: fp8-sim %s --kernel=no_wait --block=32 --arg='f32[128]=iota:1' --arg='f32[128]=0' --print=1 --print-limit=128 \
// RUN:   | FileCheck %s --check-prefix=LATE
// RUN: fp8-sim %s --kernel=masked --block=2 --arg='f32[7]=iota' --arg='f32[7]=-1' --arg=i64=7 --print=1 \
// RUN:   | FileCheck %s --check-prefix=MASKED
// RUN: fp8-sim %s --kernel=gather --block=1 --arg='f32[4]=iota' --arg='f32[4]=0' --print=1 \
// RUN:   | FileCheck %s --check-prefix=GATHER
// RUN: fp8-sim %s --kernel=half --block=1 --arg='f32[8]=1e-45,65519,65520,-1e-7,nan,0.1,1.00048828125,-inf' --arg='i16[8]=0' --arg='i16[8]=0' --print=1,2 --hex \
// RUN:   | FileCheck %s --check-prefix=HALF
// RUN: fp8-sim %s --kernel=compare_and_swap --grid=3 --block=32 --arg='f32[1]=0' --print=0 \
// RUN:   | FileCheck %s --check-prefix=SWAP

// HISTOGRAM: arg 1: i32 = 32 32 32 32{{$}}
// PARALLEL: arg 1: i32 = 3200 3200 3200 3200{{$}}
// ASYNC: arg 1: f32 = 0 1 2 3 4 ...
// A copy that nothing waits for may come late; here it never does.
// LATE-NOT: 128
// MASKED: arg 1: f32 = 0 1 2 3 4 5 6{{$}}
// GATHER: arg 1: f32 = 3 1 9 2{{$}}
// HALF: arg 1: i16 = 0000 7bff 7c00 8002 7fff 2e66 3c00 fc00
// HALF: arg 2: i16 = 0000 4780 4780 b3d7 7fff 3dcd 3f80 ff80
// SWAP: arg 0: f32 = 96{{$}}
!bins = memref<4xi32, #gpu.address_space<workgroup>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Atomics on shared memory, and then on global memory.
    gpu.func @histogram(%x: memref<?xi32>, %out: memref<?xi32>) workgroup(%bins: !bins) kernel {
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %c3 = arith.constant 3 : i32
      %t = gpu.thread_id x
      %i = gpu.global_id x
      %few = arith.cmpi ult, %t, %c4 : index
      scf.if %few {
        memref.store %zero, %bins[%t] : !bins
      }
      gpu.barrier
      %v = memref.load %x[%i] : memref<?xi32>
      %bin = arith.andi %v, %c3 : i32
      %b = arith.index_cast %bin : i32 to index
      %old = memref.atomic_rmw addi %one, %bins[%b] : (i32, !bins) -> i32
      gpu.barrier
      scf.if %few {
        %n = memref.load %bins[%t] : !bins
        %old2 = memref.atomic_rmw addi %n, %out[%t] : (i32, memref<?xi32>) -> i32
      }
      gpu.return
    }

    gpu.func @copy_async(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) workgroup(%tile: memref<128xf32, #gpu.address_space<workgroup>>) kernel {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %tile_index = memref.extract_aligned_pointer_as_index %tile : memref<128xf32, #gpu.address_space<workgroup>> -> index
      %tile_int = arith.index_cast %tile_index : index to i64
      %tile_ptr = llvm.inttoptr %tile_int : i64 to !llvm.ptr<3>
      %c4 = arith.constant 4 : i32
      %i = arith.muli %t, %c4 : i32
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %s = llvm.getelementptr %tile_ptr[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
      nvvm.cp.async.shared.global %s, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      gpu.barrier
      %v = llvm.load %s {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
      %q = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %v, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
      gpu.return
    }

    gpu.func @no_wait(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) workgroup(%tile: memref<128xf32, #gpu.address_space<workgroup>>) kernel {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %tile_index = memref.extract_aligned_pointer_as_index %tile : memref<128xf32, #gpu.address_space<workgroup>> -> index
      %tile_int = arith.index_cast %tile_index : index to i64
      %tile_ptr = llvm.inttoptr %tile_int : i64 to !llvm.ptr<3>
      %c4 = arith.constant 4 : i32
      %i = arith.muli %t, %c4 : i32
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %s = llvm.getelementptr %tile_ptr[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
      nvvm.cp.async.shared.global %s, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 1
      gpu.barrier
      %v = llvm.load %s {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
      %q = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %v, %q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
      gpu.return
    }

    // The tail of a vector is not touched.
    gpu.func @masked(%x: memref<?xf32>, %y: memref<?xf32>, %n: i64) kernel {
      %c4 = arith.constant 4 : index
      %zero = arith.constant dense<0.0> : vector<4xf32>
      %t = gpu.thread_id x
      %i = arith.muli %t, %c4 : index
      %size = arith.index_cast %n : i64 to index
      %left = arith.subi %size, %i : index
      %mask = vector.create_mask %left : vector<4xi1>
      %v = vector.maskedload %x[%i], %mask, %zero : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.maskedstore %y[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
      gpu.return
    }

    gpu.func @gather(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %places = arith.constant dense<[3, 1, 0, 2]> : vector<4xindex>
      %mask = arith.constant dense<[true, true, false, true]> : vector<4xi1>
      %otherwise = arith.constant dense<9.0> : vector<4xf32>
      %v = vector.gather %x[%c0][%places], %mask, %otherwise : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      vector.store %v, %y[%c0] : memref<?xf32>, vector<4xf32>
      gpu.return
    }

    // To nearest even, with subnormals; NaN is the one of PTX.
    gpu.func @half(%x: !llvm.ptr<1>, %f: !llvm.ptr<1>, %b: !llvm.ptr<1>) kernel {
      %v = llvm.load %x {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf32>
      %h = llvm.fptrunc %v : vector<8xf32> to vector<8xf16>
      llvm.store %h, %f {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<1>
      %g = llvm.fptrunc %v : vector<8xf32> to vector<8xbf16>
      llvm.store %g, %b {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<1>
      gpu.return
    }

    // An atomic addition of floats, as a loop: integers, so in any order.
    gpu.func @compare_and_swap(%x: !llvm.ptr<1>) kernel {
      %one = arith.constant 1.0 : f32
      %old = llvm.atomicrmw fadd %x, %one syncscope("device") monotonic : !llvm.ptr<1>, f32
      gpu.return
    }
  }
}
