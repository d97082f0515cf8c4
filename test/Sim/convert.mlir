// RUN: fp8-sim %s --chip=sm_86 --kernel=encode --block=1 --arg='f32[8]=nan,-inf,449,-0.0,0.001953125,0.0009765625,0.0029296875,-1.0625' --arg='i8[8]=0' --print=1 --hex | FileCheck %s
// RUN: fp8-sim %s --chip=sm_90a --kernel=encode --block=1 --arg='f32[8]=nan,-inf,449,-0.0,0.001953125,0.0009765625,0.0029296875,-1.0625' --arg='i8[8]=0' --print=1 --hex | FileCheck %s

// fp8.convert has one answer, in integer arithmetic and in instructions: one
// NaN, saturation, signed zero, subnormals, ties to even.
// CHECK: arg 1: i8 = 7f fe 7e 80 01 00 02 b8
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @encode(%x: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
      %v = llvm.load %x {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf32>
      %c = fp8.convert %v : vector<8xf32> to vector<8xf8E4M3FN>
      %b = arith.bitcast %c : vector<8xf8E4M3FN> to vector<8xi8>
      llvm.store %b, %q {alignment = 8 : i64} : vector<8xi8>, !llvm.ptr<1>
      gpu.return
    }
  }
}
