//===- HandRows.h - Hand-written row reductions, exact ----------*- C++ -*-===//

#ifndef FP8_TOOLS_BENCH_HANDROWS_H
#define FP8_TOOLS_BENCH_HANDROWS_H

#include "fp8/Numerics/MathExp.h"
#include "fp8/Numerics/MathPow.h"
#include "fp8/Runtime/fp8rt.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace bench {

template <typename V>
struct HandRows {
  using F32 = typename V::F32;
  using I32 = typename V::I32;
  static constexpr int64_t width = V::width;
  static constexpr int64_t lanes = 32;
  static constexpr int64_t vectors = lanes / width;
  static constexpr int64_t block = 4096;
  static constexpr int64_t maxBlocks = 256;
  /// Number of elements by which reads of the pipelined loops are ahead of
  /// their writes. Rows are often a power of two bytes apart, so accesses to
  /// the same column of two rows would share one set of the cache.
  static constexpr int64_t readAhead = 64;
  /// Number of elements by which result lines are prefetched before they are
  /// written: a store that waits for its line delays all later stores.
  static constexpr int64_t writeAhead = 2048;

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

  /// Computes y[i] = map(i, x[i]) in vectors. Copies a remainder that does not
  /// fill a vector.
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

  /// Returns the sum of map(x[i]) in the declared order.
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

  /// Returns the maximum of the elements that are not NaN, or -infinity if
  /// there are none.
  static float max(V v, const float *x, int64_t n) {
    F32 maxima[vectors];
    for (F32 &lane : maxima)
      lane = v.f32(-__builtin_inff());
    int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
      for (int64_t l = 0; l < vectors; ++l)
        maxima[l] = v.maxOrSecond(v.load(x + i + l * width), maxima[l]);
    for (int64_t l = 0; i < n; ++l, i += width)
      maxima[l] = v.maxOrSecond(
          loadFirst(v, x + i, std::min(width, n - i), -__builtin_inff()),
          maxima[l]);
    return maxOf(v, maxima);
  }

  /// Returns exp(x) for x <= 0 or NaN, without the operations of expandExp for
  /// other x.
  static F32 expNotPositive(V v, F32 x) {
    using namespace mlir::fp8::numerics;
    x = v.maxOrSecond(v.f32(-104.0f), x);
    F32 magic = v.f32(0x1.8p23f);
    F32 n = v.sub(v.add(v.mul(x, v.f32(log2E)), magic), magic);
    Pair<V> rest = {v.fnma(n, v.f32(ln2High), x), v.mul(n, v.f32(-ln2Low))};
    return v.scale(v.add(v.f32(1.0f), expm1Reduced(v, rest)), n);
  }

  /// Returns true if the pipelined loops support rows of that length: whole
  /// lanes, one block of the sum.
  static bool isPlain(int64_t cols) {
    return cols % lanes == 0 && cols <= block;
  }

  /// Calls the body for every lane of a reduction in turn, with element i and
  /// vector l.
  template <typename Body>
  static void forLanes(int64_t begin, int64_t end, Body body) {
    for (int64_t i = begin; i < end; i += lanes)
      for (int64_t l = 0; l < vectors; ++l)
        body(i + l * width, l);
  }

  static float maxOf(V v, const F32 (&maxima)[vectors]) {
    float values[lanes];
    for (int64_t l = 0; l < vectors; ++l)
      v.store(values + l * width, maxima[l]);
    return *std::max_element(values, values + lanes);
  }

  /// Computes the softmax. Pointers: x, y. Sizes: rows, cols. Items: rows.
  static void softmax(int64_t begin, int64_t end, void *const *pointers,
                      const int64_t *sizes) {
    V v = V::streaming();
    int64_t cols = sizes[1];
    const float *x = static_cast<const float *>(pointers[0]) + begin * cols;
    float *y = static_cast<float *>(pointers[1]) + begin * cols;
    if (isPlain(cols))
      return softmaxPipelined(v, x, y, end - begin, cols);
    for (int64_t row = begin; row < end; ++row, x += cols, y += cols) {
      F32 highest = v.f32(max(v, x, cols));
      forEach(v, x, y, cols, [&](int64_t, int64_t, F32 value) {
        return expNotPositive(v, v.sub(value, highest));
      });
      float total = sum(v, y, cols, [](F32 value) { return value; });
      divide(v, y, cols, total);
    }
  }

  static void divide(V v, float *y, int64_t cols, float total) {
    if (total != total)
      return void(std::fill_n(y, cols, __builtin_nanf("")));
    forEach(v, y, y, cols, [&](int64_t, int64_t, F32 value) {
      return v.div(value, v.f32(total));
    });
  }

  /// Processes three rows at a time, each in a different pass, so that memory,
  /// multipliers and divider are busy at the same time: the maximum of the next
  /// row, exp of the current row, and the division of the previous row. The
  /// exponentials are stored in the result or, for non-temporal stores, on the
  /// stack until the division.
  static void softmaxPipelined(V v, const float *x, float *y, int64_t rows,
                               int64_t cols) {
    alignas(64) float kept[2][block + readAhead];
    float highest = max(v, x, cols), total = 1.0f;
    for (int64_t row = 0; row < rows; ++row, x += cols, y += cols) {
      // Before the first row and after the last row, an existing row replaces
      // the missing one; its result is not used.
      const float *next = row + 1 < rows ? x + cols : x;
      float *last = row > 0 ? y - cols : y;
      float *powers = v.streams ? kept[row % 2] : y;
      const float *lastPowers =
          v.streams && row > 0 ? kept[(row + 1) % 2] : last;
      F32 highs = v.f32(highest), totals = v.f32(total);
      F32 maxima[vectors], sums[vectors];
      std::fill_n(maxima, vectors, v.f32(-__builtin_inff()));
      std::fill_n(sums, vectors, v.f32(-0.0f));
      auto read = [&](int64_t i, int64_t l) {
        maxima[l] = v.maxOrSecond(v.load(next + i), maxima[l]);
      };
      auto compute = [&](int64_t i, int64_t l) {
        if (!v.streams)
          v.prefetchForWrite(y + i + writeAhead);
        v.storeResult(last + i, v.div(v.load(lastPowers + i), totals));
        F32 power = expNotPositive(v, v.sub(v.load(x + i), highs));
        sums[l] = v.add(sums[l], power);
        v.store(powers + i, power);
      };
      const int64_t ahead = std::min(cols, readAhead);
      forLanes(0, ahead, read);
      forLanes(ahead, cols, [&](int64_t i, int64_t l) {
        read(i, l);
        compute(i - ahead, l);
      });
      forLanes(cols - ahead, cols, compute);
      if (row > 0 && total != total)
        std::fill_n(last, cols, __builtin_nanf(""));
      highest = maxOf(v, maxima);
      total = combine(v, sums);
    }
    if (v.streams && total == total)
      std::copy_n(kept[(rows + 1) % 2], cols, y - cols);
    divide(v, y - cols, cols, total);
    v.fence();
  }

  struct LayerNorm {
    const float *gamma, *beta;
    float eps;
    float *mean, *rstd;
  };

  /// Computes the statistics of a row whose sum is known.
  static void finishRow(V v, const LayerNorm &norm, int64_t row, float mean,
                        float variance) {
    float rstd[width];
    v.store(rstd,
            mlir::fp8::numerics::expandRsqrt(v, v.f32(variance + norm.eps)));
    norm.mean[row] = mean;
    norm.rstd[row] = rstd[0];
  }

  /// Computes the layer norm. Pointers: x, gamma, beta, eps, y, mean, rstd.
  /// Sizes: rows, cols. Items: rows.
  static void layerNorm(int64_t begin, int64_t end, void *const *pointers,
                        const int64_t *sizes) {
    V v = V::streaming();
    int64_t cols = sizes[1];
    auto numCols = static_cast<float>(cols);
    const float *x = static_cast<const float *>(pointers[0]) + begin * cols;
    float *y = static_cast<float *>(pointers[4]) + begin * cols;
    LayerNorm norm = {static_cast<const float *>(pointers[1]),
                      static_cast<const float *>(pointers[2]),
                      *static_cast<const float *>(pointers[3]),
                      static_cast<float *>(pointers[5]) + begin,
                      static_cast<float *>(pointers[6]) + begin};
    if (isPlain(cols))
      return layerNormPipelined(v, norm, x, y, end - begin, cols);
    for (int64_t row = 0; row < end - begin; ++row, x += cols, y += cols) {
      float mean = sum(v, x, cols, [](F32 value) { return value; }) / numCols;
      F32 means = v.f32(mean);
      auto squared = [&](F32 value) {
        F32 d = v.sub(value, means);
        return v.mul(d, d);
      };
      finishRow(v, norm, row, mean, sum(v, x, cols, squared) / numCols);
      F32 rstds = v.f32(norm.rstd[row]);
      forEach(v, x, y, cols, [&](int64_t i, int64_t count, F32 value) {
        bool whole = count == width;
        F32 g = whole ? v.load(norm.gamma + i)
                      : loadFirst(v, norm.gamma + i, count, 0);
        F32 b = whole ? v.load(norm.beta + i)
                      : loadFirst(v, norm.beta + i, count, 0);
        F32 normal = v.mul(v.sub(value, means), rstds);
        return v.add(v.mul(normal, g), b);
      });
    }
  }

  /// Normalizes a row while the next one is read and summed. Memory is idle
  /// only during the sum of squares.
  static void layerNormPipelined(V v, const LayerNorm &norm, const float *x,
                                 float *y, int64_t rows, int64_t cols) {
    const int64_t ahead = std::min(cols, readAhead);
    auto numCols = static_cast<float>(cols);
    float mean = sum(v, x, cols, [](F32 value) { return value; }) / numCols;
    for (int64_t row = 0; row < rows; ++row, x += cols, y += cols) {
      const float *next = row + 1 < rows ? x + cols : x;
      F32 means = v.f32(mean);
      F32 sums[vectors];
      std::fill_n(sums, vectors, v.f32(-0.0f));
      forLanes(0, cols, [&](int64_t i, int64_t l) {
        F32 d = v.sub(v.load(x + i), means);
        sums[l] = v.add(sums[l], v.mul(d, d));
      });
      finishRow(v, norm, row, mean, combine(v, sums) / numCols);
      F32 rstds = v.f32(norm.rstd[row]);
      std::fill_n(sums, vectors, v.f32(-0.0f));
      auto accumulate = [&](int64_t i, int64_t l) {
        sums[l] = v.add(sums[l], v.load(next + i));
      };
      auto normalize = [&](int64_t i) {
        if (!v.streams)
          v.prefetchForWrite(y + i + writeAhead);
        F32 normal = v.mul(v.sub(v.load(x + i), means), rstds);
        v.storeResult(y + i, v.add(v.mul(normal, v.load(norm.gamma + i)),
                                   v.load(norm.beta + i)));
      };
      forLanes(0, ahead, accumulate);
      forLanes(ahead, cols, [&](int64_t i, int64_t l) {
        normalize(i - ahead);
        accumulate(i, l);
      });
      forLanes(cols - ahead, cols, [&](int64_t i, int64_t) { normalize(i); });
      mean = combine(v, sums) / numCols;
    }
    v.fence();
  }
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_HANDROWS_H
