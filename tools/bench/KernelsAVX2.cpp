//===- KernelsAVX2.cpp - Floors and hand-written kernels for AVX2 ---------===//

#include "VectorAVX2.h"

#include "Bench.h"
#include "KernelTable.h"

const fp8_bench_kernel *bench::kernelsAVX2() {
  return kernelTable<AVX2>("hand-avx2");
}
