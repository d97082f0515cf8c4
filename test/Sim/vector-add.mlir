// RUN: fp8-sim %s --kernel=add --grid=3 --block=32 --arg='f32[80]=iota:0:0.5' \
// RUN:   --arg='f32[80]=iota:100:-1' --arg='f32[80]=0' --arg=i64=77 \
// RUN:   --print=2 --print-limit=100 | FileCheck %s

// A tail of 13 elements: the last 3 of the buffer stay 0.
// CHECK: arg 2: f32 = 100 99.5 99 98.5
// CHECK-SAME: 62.5 62 0 0 0{{$}}
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %n: i64) kernel {
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %size = gpu.block_dim x
      %first = arith.muli %block, %size : index
      %i = arith.addi %first, %thread : index
      %i64 = arith.index_cast %i : index to i64
      %in = arith.cmpi slt, %i64, %n : i64
      scf.if %in {
        %pa = llvm.getelementptr inbounds %a[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        %pb = llvm.getelementptr inbounds %b[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        %pc = llvm.getelementptr inbounds %c[%i64] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
        %x = llvm.load %pa : !llvm.ptr<1> -> f32
        %y = llvm.load %pb : !llvm.ptr<1> -> f32
        %z = arith.addf %x, %y : f32
        llvm.store %z, %pc : f32, !llvm.ptr<1>
      }
      gpu.return
    }
  }
}
