//===- KernelsAVX512.cpp - Floors and hand kernels for AVX-512 ------------===//

#include "VectorAVX512.h"

#include "Bench.h"
#include "KernelTable.h"

const fp8_bench_kernel *bench::kernelsAVX512() {
  return kernelTable<AVX512>("hand-avx512");
}
