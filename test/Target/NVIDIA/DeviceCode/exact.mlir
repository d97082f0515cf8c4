// RUN: fp8-translate --gpu-to-ptx --chip=sm_80 %s | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: fp8-translate --gpu-to-ptx --chip=sm_89 %s | FileCheck %s --check-prefixes=CHECK
// RUN: fp8-translate --gpu-to-ptx --chip=sm_90a %s | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: fp8-translate --gpu-to-ptx --chip=sm_100a %s | FileCheck %s --check-prefixes=CHECK,SM100
// RUN: fp8-translate --gpu-to-ptx --chip=sm_120a --ptx=90 %s | FileCheck %s --check-prefixes=CHECK,SM120

// Correctly rounded, subnormals kept, and fused only where it says so.
// SM80: .version 8.0
// SM80: .target sm_80
// SM90: .version 8.4
// SM90: .target sm_90a
// SM100: .version 8.8
// SM100: .target sm_100a
// SM120: .version 9.0
// SM120: .target sm_120a
// CHECK-NOT: .ftz
// CHECK-NOT: .approx
// CHECK-NOT: fma.rn
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: .visible .entry separate(
    // CHECK-NOT: .ftz
    // CHECK-NOT: .approx
    // CHECK-NOT: fma.
    // CHECK: mul.rn.f32
    // CHECK-NOT: fma.
    // CHECK: add.rn.f32
    // CHECK-NOT: fma.
    // CHECK: sqrt.rn.f32
    // CHECK-NOT: fma.
    // CHECK: div.rn.f32
    // CHECK-NOT: fma.
    gpu.func @separate(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) kernel {
      %ab = arith.mulf %a, %b : f32
      %sum = arith.addf %ab, %c : f32
      %root = math.sqrt %sum : f32
      %ratio = arith.divf %a, %root : f32
      llvm.store %ratio, %p : f32, !llvm.ptr<1>
      gpu.return
    }

    // CHECK-LABEL: .visible .entry fused(
    // CHECK: fma.rn.f32
    gpu.func @fused(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) kernel {
      %r = math.fma %a, %b, %c : f32
      llvm.store %r, %p : f32, !llvm.ptr<1>
      gpu.return
    }

    // The maximum that drops NaN, and the maximum that returns it; no libdevice.
    // CHECK-LABEL: .visible .entry maxima(
    // CHECK-NOT: call
    // CHECK: max.f32
    // CHECK: abs.f32
    // CHECK: max.NaN.f32
    // CHECK-NOT: call
    gpu.func @maxima(%p: !llvm.ptr<1>, %a: f32, %b: f32) kernel {
      %m = arith.maxnumf %a, %b : f32
      %n = math.absf %m : f32
      %r = arith.maximumf %n, %b : f32
      llvm.store %r, %p : f32, !llvm.ptr<1>
      gpu.return
    }

    // Rows of a vector of rank 2, and a vector of rank 0.
    // CHECK-LABEL: .visible .entry ranks(
    // CHECK-COUNT-5: sqrt.rn.f32
    // CHECK-NOT: sqrt
    gpu.func @ranks(%p: !llvm.ptr<1>, %a: f32) kernel {
      %x = llvm.load %p : !llvm.ptr<1> -> vector<4xf32>
      %square = vector.shape_cast %x : vector<4xf32> to vector<2x2xf32>
      %roots = math.sqrt %square : vector<2x2xf32>
      %flat = vector.shape_cast %roots : vector<2x2xf32> to vector<4xf32>
      %scalar = vector.broadcast %a : f32 to vector<f32>
      %root = math.sqrt %scalar : vector<f32>
      %b = vector.extract %root[] : f32 from vector<f32>
      %bs = vector.broadcast %b : f32 to vector<4xf32>
      %sum = arith.addf %flat, %bs : vector<4xf32>
      llvm.store %sum, %p : vector<4xf32>, !llvm.ptr<1>
      gpu.return
    }

    // Upstream's reductions reach shuffles without libdevice.
    // CHECK-LABEL: .visible .entry reduce(
    // CHECK-NOT: call
    // CHECK: shfl.sync.bfly
    // CHECK: max.f32
    // CHECK: redux.sync.add.s32
    // CHECK-NOT: call
    // CHECK: ret;
    gpu.func @reduce(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %a: f32, %i: i32) kernel {
      %m = gpu.all_reduce maxnumf %a uniform {} : (f32) -> f32
      llvm.store %m, %p : f32, !llvm.ptr<1>
      %all = arith.constant -1 : i32
      %s = nvvm.redux.sync add %i, %all : i32 -> i32
      llvm.store %s, %q : i32, !llvm.ptr<1>
      gpu.return
    }
  }
}
