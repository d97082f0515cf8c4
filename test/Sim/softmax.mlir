// RUN: fp8-sim %s --kernel=softmax --grid=2 --block=64 --arg='f32[2x100]=iota:0:0.5' \
// RUN:   --arg='f32[2x100]=0' --print=1 --print-limit=200 | FileCheck %s
// RUN: fp8-sim %s --kernel=softmax --grid=2 --block=32 --arg='f32[2x4]=0,1,2,3,-1000,0,0,-1e38' \
// RUN:   --arg='f32[2x4]=0' --print=1 | FileCheck %s --check-prefix=SMALL

// Both rows are the same but for a constant. The last four are
// (1 - exp(-1/2)) * exp(-k/2).
// CHECK: arg 1: f32 = 1.2
// CHECK-SAME: 0.087{{[0-9]+}} 0.144749 0.238651 0.393469 1.2
// CHECK-SAME: 0.087{{[0-9]+}} 0.144749 0.238651 0.393469{{$}}

// SMALL: arg 1: f32 = 0.0320586 0.0871443 0.236883 0.643914 0 0.5 0.5 0{{$}}
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // 2^k p(r) with k + r = x / ln 2, for x <= 0; 0 below the normal numbers.
    func.func private @exp(%x: f32) -> f32 {
      %log2e = arith.constant 1.44269502 : f32
      %ln2_high = arith.constant -6.9314575e-01 : f32
      %ln2_low = arith.constant -1.42860677e-06 : f32
      %least = arith.constant -87.0 : f32
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %p2 = arith.constant 0.5 : f32
      %p3 = arith.constant 0.166666671 : f32
      %p4 = arith.constant 0.0416665562 : f32
      %p5 = arith.constant 0.00833328068 : f32
      %p6 = arith.constant 0.00139354519 : f32
      %c23 = arith.constant 23 : i32
      %c127 = arith.constant 127 : i32
      %is_zero = arith.cmpf olt, %x, %least : f32
      %bounded = arith.maximumf %x, %least : f32
      %t = arith.mulf %bounded, %log2e : f32
      %k = math.roundeven %t : f32
      %r0 = math.fma %k, %ln2_high, %bounded : f32
      %r = math.fma %k, %ln2_low, %r0 : f32
      %q5 = math.fma %p6, %r, %p5 : f32
      %q4 = math.fma %q5, %r, %p4 : f32
      %q3 = math.fma %q4, %r, %p3 : f32
      %q2 = math.fma %q3, %r, %p2 : f32
      %q1 = math.fma %q2, %r, %one : f32
      %q0 = math.fma %q1, %r, %one : f32
      %ki = arith.fptosi %k : f32 to i32
      %biased = arith.addi %ki, %c127 : i32
      %bits = arith.shli %biased, %c23 : i32
      %power = arith.bitcast %bits : i32 to f32
      %e = arith.mulf %q0, %power : f32
      %result = arith.select %is_zero, %zero, %e : f32
      return %result : f32
    }

    // One block per row.
    gpu.func @softmax(%x: memref<?x?xf32>, %y: memref<?x?xf32>) kernel {
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %lowest = arith.constant 0xff800000 : f32
      %row = gpu.block_id x
      %t = gpu.thread_id x
      %size = gpu.block_dim x
      %n = memref.dim %x, %c1 : memref<?x?xf32>
      %max_thread = scf.for %j = %t to %n step %size iter_args(%m = %lowest) -> f32 {
        %v = memref.load %x[%row, %j] : memref<?x?xf32>
        %next = arith.maximumf %m, %v : f32
        scf.yield %next : f32
      }
      %max = gpu.all_reduce maximumf %max_thread uniform {} : (f32) -> f32
      %sum_thread = scf.for %j = %t to %n step %size iter_args(%s = %zero) -> f32 {
        %v = memref.load %x[%row, %j] : memref<?x?xf32>
        %d = arith.subf %v, %max : f32
        %e = func.call @exp(%d) : (f32) -> f32
        memref.store %e, %y[%row, %j] : memref<?x?xf32>
        %next = arith.addf %s, %e : f32
        scf.yield %next : f32
      }
      %sum = gpu.all_reduce add %sum_thread uniform {} : (f32) -> f32
      scf.for %j = %t to %n step %size {
        %e = memref.load %y[%row, %j] : memref<?x?xf32>
        %r = arith.divf %e, %sum : f32
        memref.store %r, %y[%row, %j] : memref<?x?xf32>
      }
      gpu.return
    }
  }
}
