//===- KernelsAVX512.cpp - Floors and hand-written kernels, AVX-512 -------===//

#include "VectorAVX512.h"

#include "Bench.h"
#include "HandResidual.h"
#include "HandSplit.h"
#include "HandTranspose.h"
#include "KernelTable.h"

using namespace bench;

const fp8_bench_kernel *bench::kernelsAVX512() {
  return kernelTable<AVX512, HandTranspose>("hand-avx512");
}

const fp8_bench_kernel *bench::storedKernelsAVX512() {
  using Split8 = HandSplit::Split<8, uint8_t>;
  using Split16 = HandSplit::Split<16, int16_t>;
  // clang-format off
  static const fp8rt_kernel
      bf16    = {"adamw-bf16-residual", HandResidual::bf16, nullptr, storedGrain, 5 + numStoredScalars, 0},
      split8  = {"adamw-split8", Split8::run, Split8::finish, storedGrain, 9 + numStoredScalars, 0},
      split16 = {"adamw-split16", Split16::run, Split16::finish, storedGrain, 9 + numStoredScalars, 0};
  static const fp8_bench_kernel table[] = {
      {"adamw-bf16-residual", "hand-avx512", "w r m v g rate correct1 correct2 bound old_inverse scale seed step", "", "groups", &bf16},
      {"adamw-split8", "hand-avx512", "w r m m_scale v v_scale g rate correct1 correct2 bound old_inverse scale seed step partials amax", "", "groups", &split8},
      {"adamw-split16", "hand-avx512", "w r m m_scale v v_scale g rate correct1 correct2 bound old_inverse scale seed step partials amax", "", "groups", &split16},
      {}};
  // clang-format on
  return table;
}
