//===- KernelTable.h - The kernels of one instruction set -------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_KERNELTABLE_H
#define FP8_TOOLS_BENCH_KERNELTABLE_H

#include "BenchKernel.h"
#include "Floors.h"
#include "HandAdamW.h"
#include "HandGranules.h"
#include "HandQuantize.h"
#include "HandRows.h"
#include "StoredAdamW.h"

namespace bench {

constexpr int64_t flatGrain = 16384;

/// Table of kernels, terminated by an empty entry. Other kernels of a benchmark
/// are compared with the kernel named "floor".
template <typename V, typename Transpose = HandQuantize<V>>
const fp8_bench_kernel *kernelTable(const char *hand) {
  using Floor = Floors<V>;
  using Quantize = HandQuantize<V>;
  using Granules = HandGranules<V>;
  using Rows = HandRows<V>;
  using AdamW = HandAdamW<V>;
  // clang-format off
  static const fp8rt_kernel
      floor4r1w  = {"floor-4r1w", Floor::quantize, nullptr, flatGrain, 2, 1},
      floor4r2w  = {"floor-4r2w", Floor::quantizeTwice, nullptr, flatGrain, 3, 1},
      floorCopy  = {"floor-copy", Floor::copy, nullptr, flatGrain, 2, 1},
      floor16r12w = {"floor-16r12w", Floor::update, nullptr, flatGrain, 4, 1},
      quantize   = {"quantize", Quantize::flat, Quantize::finishFlat, quantizeGrain, 5, 1},
      transpose  = {"cast-transpose", Transpose::stripes, Transpose::finishStripes, Transpose::stripesGrain, 6, 2},
      softmax    = {"softmax", Rows::softmax, nullptr, 16, 2, 2},
      layerNorm  = {"layer-norm", Rows::layerNorm, nullptr, 16, 7, 2},
      floor16r13w = {"floor-16r13w", Floor::updateAndCast, nullptr, flatGrain, 5, 1},
      gelu       = {"gelu-quantize", Quantize::gelu, Quantize::finishFlat, quantizeGrain, 5, 1},
      adamwCast  = {"adamw-e4m3", AdamW::flatAndCast, AdamW::finishCast, quantizeGrain, 8 + NumAdamWScalars, 1},
      granules   = {"quantize-1x128", Granules::rows, nullptr, 128, 3, 0},
      squares    = {"quantize-128x128", Granules::blocks, nullptr, 4, 3, 1},
      mx         = {"quantize-mx", Granules::mx, nullptr, 256, 3, 0},
      mxBoth     = {"quantize-mx-both", Granules::mxBoth, nullptr, 64, 5, 1},
      amax       = {"amax", Quantize::amax, Quantize::finishAmax, quantizeGrain, 3, 1},
      floor4r    = {"floor-4r", Floor::read, nullptr, flatGrain, 2, 1},
      geluOnly   = {"gelu", Quantize::geluOnly, nullptr, quantizeGrain, 2, 1},
      floorBF16  = {"floor-bf16", Floor::template stored<2, 2, 2, 2>, nullptr, storedGrain, 5, 0},
      floorSplit8 = {"floor-split8", Floor::template stored<1, 1, 1, 1>, nullptr, storedGrain, 5, 0},
      floorSplit16 = {"floor-split16", Floor::template stored<1, 2, 1, 1>, nullptr, storedGrain, 5, 0},
      adamw      = {"adamw", AdamW::flat, nullptr, flatGrain, 4 + NumAdamWScalars, 1};
  static const fp8_bench_kernel table[] = {
      {"quantize", "floor", "x codes", "n", "n", &floor4r1w},
      {"quantize", hand, "x scale codes partials amax", "n", "n", &quantize},
      {"cast-transpose", "floor", "x codes transposed", "n", "n", &floor4r2w},
      {"cast-transpose", hand, "x scale codes transposed partials amax", "rows cols", "stripes", &transpose},
      {"softmax", "floor", "x y", "n", "n", &floorCopy},
      {"softmax", hand, "x y", "rows cols", "rows", &softmax},
      {"layer-norm", "floor", "x y", "n", "n", &floorCopy},
      {"layer-norm", hand, "x gamma beta eps y mean rstd", "rows cols", "rows", &layerNorm},
      {"adamw", "floor", "p g m v", "n", "n", &floor16r12w},
      {"adamw", hand, "p g m v beta1 alpha1 beta2 alpha2 correct1 correct2 eps rate decay", "n", "n", &adamw},
      {"gelu-quantize", "floor", "x codes", "n", "n", &floor4r1w},
      {"gelu-quantize", hand, "x scale codes partials amax", "n", "n", &gelu},
      {"adamw-e4m3", "floor", "p g m v codes", "n", "n", &floor16r13w},
      {"adamw-e4m3", hand, "p g m v beta1 alpha1 beta2 alpha2 correct1 correct2 eps rate decay scale codes partials amax", "n", "n", &adamwCast},
      {"quantize-1x128", "floor", "x codes", "n", "n", &floor4r1w},
      {"quantize-1x128", hand, "x codes scale_inv", "", "granules", &granules},
      {"quantize-128x128", "floor", "x codes", "n", "n", &floor4r1w},
      {"quantize-128x128", hand, "x codes scale_inv", "cols", "blocks", &squares},
      {"quantize-mx", "floor", "x codes", "n", "n", &floor4r1w},
      {"quantize-mx", hand, "x codes scale_inv", "", "pairs", &mx},
      {"quantize-mx-both", "floor", "x row_codes column_codes", "n", "n", &floor4r2w},
      {"quantize-mx-both", hand, "x row_codes row_scales column_codes column_scales", "cols", "blocks", &mxBoth},
      {"amax", "floor", "x partials", "n", "n", &floor4r},
      {"amax", hand, "x partials amax", "n", "n", &amax},
      {"gelu", "floor", "x y", "n", "n", &floorCopy},
      {"gelu", hand, "x y", "n", "n", &geluOnly},
      {"gelu-quantize-1x128", "floor", "x codes", "n", "n", &floor4r1w},
      {"adamw-bf16-residual", "floor", "w r m v g", "", "groups", &floorBF16},
      {"adamw-split8", "floor", "w r m v g", "", "groups", &floorSplit8},
      {"adamw-split16", "floor", "w r m v g", "", "groups", &floorSplit16},
      {}};
  // clang-format on
  return table;
}

} // namespace bench

#endif // FP8_TOOLS_BENCH_KERNELTABLE_H
