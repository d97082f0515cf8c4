//===- Floors.h - Memory traffic of kernels without arithmetic --*- C++ -*-===//
//
// The time of a kernel is compared with the time of a loop in which the same
// threads read and write the same streams in the same order, with almost no
// computation. The STREAM benchmark is not a lower bound: a kernel that updates
// in place needs no read-for-ownership and is faster.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_FLOORS_H
#define FP8_TOOLS_BENCH_FLOORS_H

#include <cstdint>

namespace bench {

template <typename V>
struct Floors {
  /// Size of a vector, in bytes.
  static constexpr int64_t step = 4 * V::width;

  /// Reads four bytes per element and writes almost nothing. Pointers: x, out.
  static void read(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v;
    const auto *x = static_cast<const float *>(pointers[0]);
    auto word = v.i32(0);
    int64_t i = begin;
    for (; i + step <= end; i += step)
      for (int64_t k = 0; k < step; k += V::width)
        word = v.xori(word, v.loadWords(x + i + k));
    float bits[V::width];
    v.storeWords(bits, word);
    for (; i < end; ++i)
      bits[0] += x[i];
    for (int64_t k = 1; k < V::width; ++k)
      bits[0] += bits[k];
    static_cast<float *>(pointers[1])[begin / (step * step)] = bits[0];
  }

  /// Reads four bytes per element and writes one. Pointers: x, out.
  static void quantize(int64_t begin, int64_t end, void *const *pointers,
                       const int64_t *) {
    V v;
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *out = static_cast<char *>(pointers[1]);
    int64_t i = begin;
    for (; i + step <= end; i += step) {
      auto word = v.xori(v.loadWords(x + i), v.loadWords(x + i + V::width));
      word = v.xori(word, v.loadWords(x + i + 2 * V::width));
      word = v.xori(word, v.loadWords(x + i + 3 * V::width));
      v.storeWords(out + i, word);
    }
    for (; i < end; ++i)
      out[i] = static_cast<char>(x[i] > 0);
  }

  /// Reads four bytes per element and writes one to each of two outputs.
  /// Pointers: x, out, out2.
  static void quantizeTwice(int64_t begin, int64_t end, void *const *pointers,
                            const int64_t *) {
    V v;
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *first = static_cast<char *>(pointers[1]);
    auto *second = static_cast<char *>(pointers[2]);
    int64_t i = begin;
    for (; i + step <= end; i += step) {
      auto word = v.xori(v.loadWords(x + i), v.loadWords(x + i + V::width));
      word = v.xori(word, v.loadWords(x + i + 2 * V::width));
      word = v.xori(word, v.loadWords(x + i + 3 * V::width));
      v.storeWords(first + i, word);
      v.storeWords(second + i, word);
    }
    for (; i < end; ++i)
      first[i] = second[i] = static_cast<char>(x[i] > 0);
  }

  /// Reads four bytes per element and writes four. Pointers: x, out.
  static void copy(int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    V v;
    const auto *x = static_cast<const float *>(pointers[0]);
    auto *out = static_cast<float *>(pointers[1]);
    int64_t i = begin;
    for (; i + V::width <= end; i += V::width)
      v.storeWords(out + i, v.loadWords(x + i));
    for (; i < end; ++i)
      out[i] = x[i];
  }

  /// Reads four streams and updates three of them in place. Pointers: p, g, m,
  /// v.
  static void update(int64_t begin, int64_t end, void *const *pointers,
                     const int64_t *) {
    V v;
    float *state[3] = {static_cast<float *>(pointers[0]),
                       static_cast<float *>(pointers[2]),
                       static_cast<float *>(pointers[3])};
    const auto *g = static_cast<const float *>(pointers[1]);
    int64_t i = begin;
    for (; i + V::width <= end; i += V::width) {
      // Two updates restore the data. They never become all equal or
      // subnormal.
      auto word = v.andi(v.loadWords(g + i), v.i32(1));
      for (float *plane : state)
        v.storeWords(plane + i, v.xori(word, v.loadWords(plane + i)));
    }
    for (; i < end; ++i)
      for (float *plane : state)
        plane[i] = plane[i] + 0.0f;
  }

  /// Updates planes with the given bytes per element in place, and reads four
  /// bytes per element. Pointers: w, r, m, v, g. Items: groups of 128.
  template <int wBytes, int rBytes, int mBytes, int vBytes>
  static void stored(int64_t begin, int64_t end, void *const *pointers,
                     const int64_t *) {
    V v;
    constexpr int bytes[4] = {wBytes, rBytes, mBytes, vBytes};
    constexpr int64_t vectorBytes = 4 * V::width;
    const auto *g = static_cast<const float *>(pointers[4]);
    // Zero, which the compiler must not know: the codes do not change.
    static volatile int32_t none = 0;
    auto zero = v.i32(none);
    for (int64_t i = 128 * begin; i < 128 * end; i += 64) {
      auto word = v.loadWords(g + i);
      for (int64_t k = V::width; k < 64; k += V::width)
        word = v.xori(word, v.loadWords(g + i + k));
      word = v.andi(word, zero);
      for (int plane = 0; plane < 4; ++plane) {
        char *p = static_cast<char *>(pointers[plane]) + i * bytes[plane];
        for (int64_t k = 0; k < 64 * bytes[plane]; k += vectorBytes)
          v.storeWords(p + k, v.xori(word, v.loadWords(p + k)));
      }
    }
  }

  /// Does the same as `update`, and writes one byte per element. Pointers: p,
  /// g, m, v, out.
  static void updateAndCast(int64_t begin, int64_t end, void *const *pointers,
                            const int64_t *sizes) {
    V v;
    const auto *p = static_cast<const float *>(pointers[0]);
    auto *out = static_cast<char *>(pointers[4]);
    for (int64_t i = begin; i < end; i += step) {
      int64_t next = i + step < end ? i + step : end;
      update(i, next, pointers, sizes);
      if (i + step <= end)
        v.storeWords(out + i, v.loadWords(p + i));
      for (int64_t j = i + step <= end ? end : i; j < end; ++j)
        out[j] = static_cast<char>(p[j] > 0);
    }
  }
};

} // namespace bench

#endif // FP8_TOOLS_BENCH_FLOORS_H
