// RUN: split-file %s %t
// RUN: not fp8-sim %t/assembly.mlir --kernel=k 2>&1 | FileCheck %t/assembly.mlir
// RUN: not fp8-sim %t/intrinsic.mlir --kernel=k 2>&1 | FileCheck %t/intrinsic.mlir
// RUN: not fp8-sim %t/approximate.mlir --kernel=k 2>&1 | FileCheck %t/approximate.mlir
// RUN: not fp8-sim %t/generic.mlir --kernel=k 2>&1 | FileCheck %t/generic.mlir
// RUN: not fp8-sim %t/fast-math.mlir --kernel=k 2>&1 | FileCheck %t/fast-math.mlir

//--- assembly.mlir
gpu.module @kernels {
  gpu.func @k(%p: !llvm.ptr<1>) kernel {
    // CHECK: assembly.mlir:[[@LINE+2]]:10: error: unsupported by the simulator: inline assembly in 'k'
    // CHECK-NEXT: note: supported are the ops and intrinsics of the nvvm dialect
    %v = llvm.inline_asm has_side_effects "mov.u32 $0, %smid;", "=r" : () -> i32
    llvm.store %v, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

//--- intrinsic.mlir
gpu.module @kernels {
  gpu.func @k() kernel {
    // CHECK: intrinsic.mlir:[[@LINE+2]]:5: error: unsupported by the simulator: the intrinsic llvm.nvvm.barrier.cluster.arrive in 'k'
    // CHECK-NEXT: note: supported are special registers, shfl.sync, redux.sync,
    llvm.call_intrinsic "llvm.nvvm.barrier.cluster.arrive"() : () -> ()
    gpu.return
  }
}

//--- approximate.mlir
gpu.module @kernels {
  gpu.func @k(%p: !llvm.ptr<1>, %a: f32) kernel {
    // CHECK: error: unsupported by the simulator: the intrinsic llvm.nvvm.ex2.approx.f{{(32)?}} in 'k'
    %v = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%a) : (f32) -> f32
    llvm.store %v, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

//--- generic.mlir
gpu.module @kernels {
  gpu.func @k(%p: !llvm.ptr<1>, %a: f32) kernel {
    // CHECK: error: unsupported by the simulator: the intrinsic llvm.cos.f32 in 'k'
    // CHECK-NEXT: note: supported are intrinsics with one exact result
    %v = llvm.call_intrinsic "llvm.cos.f32"(%a) : (f32) -> f32
    llvm.store %v, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

//--- fast-math.mlir
gpu.module @kernels {
  gpu.func @k(%p: !llvm.ptr<1>, %a: f32) kernel {
    // CHECK: error: unsupported by the simulator: fast-math flags that change results in 'k'
    // CHECK-NEXT: note: supported are nnan, ninf and nsz
    %v = arith.mulf %a, %a fastmath<contract> : f32
    llvm.store %v, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
