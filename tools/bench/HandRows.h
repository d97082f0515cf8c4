//===- HandRows.h - Row reductions by hand, exact ---------------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDROWS_H
#define FP8_TOOLS_BENCH_HANDROWS_H

#include "fp8/Numerics/MathExp.h"
#include "fp8/Numerics/MathPow.h"
#include "fp8/Runtime/fp8rt.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

template <typename V>
struct HandRows {
  using F32 = typename V::F32;
  using I32 = typename V::I32;
  static constexpr int64_t width = V::width;
  static constexpr int64_t lanes = 32;
  static constexpr int64_t vectors = lanes / width;
  static constexpr int64_t block = 4096;
  static constexpr int64_t maxBlocks = 256;

  static F32 loadFirst(V v, const float *p, int64_t count, float rest) {
    float values[width];
    std::fill_n(values, width, rest);
    std::memcpy(values, p, static_cast<size_t>(count) * 4);
    return v.load(values);
  }
  static void storeFirst(V v, float *p, int64_t count, F32 value) {
    float values[width];
    v.store(values, value);
    std::memcpy(p, values, static_cast<size_t>(count) * 4);
  }

  /// y[i] = map(i, x[i]), in vectors; the last few through copies.
  template <typename Map>
  static void forEach(V v, const float *x, float *y, int64_t n, Map map) {
    int64_t i = 0;
    for (; i + width <= n; i += width)
      v.store(y + i, map(i, width, v.load(x + i)));
    if (i < n)
      storeFirst(v, y + i, n - i, map(i, n - i, loadFirst(v, x + i, n - i, 0)));
  }

  static float combine(V v, F32 (&sums)[vectors]) {
    for (int64_t half = vectors / 2; half != 0; half /= 2)
      for (int64_t i = 0; i < half; ++i)
        sums[i] = v.add(sums[i], sums[i + half]);
    float values[width];
    v.store(values, sums[0]);
    for (int64_t half = width / 2; half != 0; half /= 2)
      for (int64_t i = 0; i < half; ++i)
        values[i] = values[i] + values[i + half];
    return values[0];
  }

  /// The sum of map(x[i]) in the declared order.
  template <typename Map>
  static float sum(V v, const float *x, int64_t n, Map map) {
    float partials[maxBlocks];
    int64_t numBlocks = 0;
    for (int64_t begin = 0; begin < n; begin += block) {
      int64_t end = std::min(begin + block, n);
      F32 sums[vectors];
      for (F32 &lane : sums)
        lane = v.f32(-0.0f);
      int64_t i = begin;
      for (; i + lanes <= end; i += lanes)
        for (int64_t l = 0; l < vectors; ++l)
          sums[l] = v.add(sums[l], map(v.load(x + i + l * width)));
      for (int64_t l = 0; i < end; ++l, i += width) {
        int64_t count = std::min(width, end - i);
        float values[width];
        v.store(values, map(loadFirst(v, x + i, count, 0)));
        std::fill(values + count, values + width, -0.0f);
        sums[l] = v.add(sums[l], v.load(values));
      }
      partials[numBlocks++] = combine(v, sums);
    }
    return fp8rt_combine_sums(partials, numBlocks);
  }

  /// The maximum; NaN if there is any. Order does not matter.
  static float max(V v, const float *x, int64_t n) {
    F32 maxima[vectors], anyNaN = v.f32(0);
    for (F32 &lane : maxima)
      lane = v.f32(-__builtin_inff());
    auto visit = [&](int64_t l, F32 value) {
      maxima[l] = v.select(v.gt(value, maxima[l]), value, maxima[l]);
      anyNaN = v.select(v.isNaN(value), value, anyNaN);
    };
    int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
      for (int64_t l = 0; l < vectors; ++l)
        visit(l, v.load(x + i + l * width));
    for (int64_t l = 0; i < n; ++l, i += width)
      visit(l, loadFirst(v, x + i, std::min(width, n - i), x[n - 1]));
    if (v.any(v.isNaN(anyNaN)))
      return __builtin_nanf("");
    float values[lanes];
    for (int64_t l = 0; l < vectors; ++l)
      v.store(values + l * width, maxima[l]);
    return *std::max_element(values, values + lanes);
  }

  /// pointers: x, y; sizes: rows, cols; items: rows.
  static void softmax(int64_t begin, int64_t end, void *const *pointers,
                      const int64_t *sizes) {
    V v;
    int64_t cols = sizes[1];
    for (int64_t row = begin; row < end; ++row) {
      const float *x = static_cast<const float *>(pointers[0]) + row * cols;
      float *y = static_cast<float *>(pointers[1]) + row * cols;
      F32 highest = v.f32(max(v, x, cols));
      forEach(v, x, y, cols, [&](int64_t, int64_t, F32 value) {
        return mlir::fp8::numerics::expandExp(v, v.sub(value, highest));
      });
      F32 total = v.f32(sum(v, y, cols, [](F32 value) { return value; }));
      forEach(v, y, y, cols,
              [&](int64_t, int64_t, F32 value) { return v.div(value, total); });
    }
  }

  /// pointers: x, gamma, beta, eps, y, mean, rstd; sizes: rows, cols; items:
  /// rows.
  static void layerNorm(int64_t begin, int64_t end, void *const *pointers,
                        const int64_t *sizes) {
    V v;
    int64_t cols = sizes[1];
    const auto *gamma = static_cast<const float *>(pointers[1]);
    const auto *beta = static_cast<const float *>(pointers[2]);
    float eps = *static_cast<const float *>(pointers[3]);
    auto numCols = static_cast<float>(cols);
    for (int64_t row = begin; row < end; ++row) {
      const float *x = static_cast<const float *>(pointers[0]) + row * cols;
      float *y = static_cast<float *>(pointers[4]) + row * cols;
      float mean = sum(v, x, cols, [](F32 value) { return value; }) / numCols;
      F32 means = v.f32(mean);
      float variance = sum(v, x, cols,
                           [&](F32 value) {
                             F32 d = v.sub(value, means);
                             return v.mul(d, d);
                           }) /
                       numCols;
      F32 rstds = mlir::fp8::numerics::expandRsqrt(v, v.f32(variance + eps));
      forEach(v, x, y, cols, [&](int64_t i, int64_t count, F32 value) {
        bool whole = count == width;
        F32 g = whole ? v.load(gamma + i) : loadFirst(v, gamma + i, count, 0);
        F32 b = whole ? v.load(beta + i) : loadFirst(v, beta + i, count, 0);
        F32 normal = v.mul(v.sub(value, means), rstds);
        return v.add(v.mul(normal, g), b);
      });
      float first[width];
      v.store(first, rstds);
      static_cast<float *>(pointers[5])[row] = mean;
      static_cast<float *>(pointers[6])[row] = first[0];
    }
  }
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDROWS_H
