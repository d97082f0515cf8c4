//===- HandTranspose.h - Hand-written transposed casts ----------*- C++ -*-===//
//
// This code is for AVX-512 only. A stripe is cast while the previous stripe is
// transposed, a few lines at a time, so memory is never idle. The best measured
// stripes have as many rows as two lines have bytes, and as many columns as a
// page. The transposed codes are in as many pages as a stripe has columns, and
// the codes of a stripe must stay in the second-level cache.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TOOLS_BENCH_HANDTRANSPOSE_H
#define FP8_TOOLS_BENCH_HANDTRANSPOSE_H

#include "HandQuantize.h"
#include "VectorAVX512.h"

#include <algorithm>

namespace { // NOLINT(misc-anonymous-namespace-in-header)

struct HandTranspose {
  using I = __m512i;
  using Quantize = bench::HandQuantize<AVX512>;

  /// Number of items, which are stripes of 64 rows, per chunk.
  static constexpr int64_t stripesGrain = 8;
  static constexpr int64_t side = 64, numRows = 128, numColumns = 1024;
  static constexpr int64_t numSquares = numRows / side;
  /// Number of rows whose bytes are interleaved at once, and of lines that
  /// result.
  static constexpr int64_t part = 16, numParts = side / part;
  /// Number of elements by which x is prefetched.
  static constexpr int64_t ahead = 2048;

  HandTranspose(void *const *pointers, const int64_t *sizes)
      : x(static_cast<const float *>(pointers[0])),
        codes(static_cast<uint8_t *>(pointers[2])),
        transposed(static_cast<uint8_t *>(pointers[3])), rows(sizes[0]),
        cols(sizes[1]),
        scale(_mm512_set1_ps(*static_cast<const float *>(pointers[1]))) {}

  const float *x;
  uint8_t *codes, *transposed;
  int64_t rows, cols;
  __m512 scale;
  AVX512 v;
  I amax = _mm512_setzero_si512();
  /// Two panels of 64 columns; 16 x 16 bytes of them are transposed.
  alignas(64) uint8_t panels[2][numSquares][side * side];

  int64_t place(int64_t begin, int64_t stripe) const {
    int64_t across = cols / numColumns;
    return (begin + stripe / across * numRows) * cols +
           stripe % across * numColumns;
  }

  /// Casts 64 elements, from element `i` of the stripe at `here` on.
  void cast(int64_t here, int64_t next, int64_t i) {
    auto offset = [&](int64_t k) {
      return k / numColumns * cols + k % numColumns;
    };
    int64_t later = i + ahead;
    const float *fetched =
        x + (later < numRows * numColumns
                 ? here + offset(later)
                 : next + offset(later - numRows * numColumns));
    for (int64_t k = 0; k < side; k += AVX512::width)
      v.prefetch(fetched + k);
    int64_t from = here + offset(i);
    Quantize::encode64<false>(v, x + from, scale, amax, codes + from);
  }

  /// Interleaves 16 rows of 64 columns.
  void interleave(const uint8_t *from, uint8_t *to) const {
    I row[part], next[part];
    for (int64_t i = 0; i < part; ++i)
      row[i] = _mm512_loadu_si512(from + i * cols);
    for (int64_t round = 1; round < part; round *= 2) {
      for (int64_t i = 0; i < part / 2; ++i) {
        next[2 * i] = _mm512_unpacklo_epi8(row[i], row[i + part / 2]);
        next[2 * i + 1] = _mm512_unpackhi_epi8(row[i], row[i + part / 2]);
      }
      std::copy_n(next, part, row);
    }
    for (int64_t i = 0; i < part; ++i)
      _mm512_store_si512(to + i * side, row[i]);
  }

  /// Stores the lines of the columns j, 16 + j, 32 + j and 48 + j of a square.
  void storeLines(const uint8_t *from, int64_t j, uint8_t *to) const {
    I row[numParts];
    for (int64_t i = 0; i < numParts; ++i)
      row[i] = _mm512_load_si512(from + (part * i + j) * side);
    auto store = [&](int64_t column, I line) {
      _mm512_storeu_si512(to + column * rows, line);
    };
    I first = _mm512_shuffle_i32x4(row[0], row[1], 0x44);
    I second = _mm512_shuffle_i32x4(row[2], row[3], 0x44);
    store(j, _mm512_shuffle_i32x4(first, second, 0x88));
    store(part + j, _mm512_shuffle_i32x4(first, second, 0xDD));
    first = _mm512_shuffle_i32x4(row[0], row[1], 0xEE);
    second = _mm512_shuffle_i32x4(row[2], row[3], 0xEE);
    store(2 * part + j, _mm512_shuffle_i32x4(first, second, 0x88));
    store(3 * part + j, _mm512_shuffle_i32x4(first, second, 0xDD));
  }

  /// Transposes the stripe at `here`, alternating with the casts of the stripe
  /// at `next`, if there is one.
  void walk(int64_t here, const int64_t *next, int64_t afterNext) {
    uint8_t *out = transposed + here % cols * rows + here / cols;
    auto interleavePart = [&](int64_t panel, int64_t i) {
      interleave(codes + here + i * part * cols + panel * side,
                 panels[panel % 2][i / numParts] + i % numParts * part * side);
    };
    for (int64_t i = 0; i < numSquares * numParts; ++i)
      interleavePart(0, i);
    int64_t element = 0;
    for (int64_t panel = 0; panel < numColumns / side; ++panel) {
      // Alternate between vertically adjacent squares, whose lines are
      // neighbours.
      auto find = [&](int64_t step) {
        return out + (panel * side + step / (part * numSquares) * side) * rows +
               step % numSquares * side;
      };
      for (int64_t step = 0; step < part * numSquares; ++step) {
        int64_t later = step + numSquares;
        for (int64_t i = 0; i < numParts; ++i)
          v.prefetchForWrite(find(later) +
                             (later / numSquares % part + i * part) * rows);
        for (int64_t i = 0; next && i < numParts; ++i, element += side)
          cast(*next, afterNext, element);
        storeLines(panels[panel % 2][step % numSquares], step / numSquares,
                   out + panel * side * rows + step % numSquares * side);
        if (step % numParts == numParts - 1 && panel + 1 < numColumns / side)
          interleavePart(panel + 1, step / numParts);
      }
    }
  }

  uint32_t run(int64_t begin, int64_t end) {
    int64_t count = (end - begin) / numRows * (cols / numColumns);
    auto at = [&](int64_t stripe) {
      return place(begin, std::min(stripe, count - 1));
    };
    for (int64_t i = 0; i < numRows * numColumns; i += side)
      cast(at(0), at(1), i);
    for (int64_t stripe = 0; stripe < count; ++stripe) {
      int64_t next = at(stripe + 1);
      walk(at(stripe), stripe + 1 < count ? &next : nullptr, at(stripe + 2));
    }
    return Quantize::maxOf(v, amax);
  }

  /// Casts and transposes. Pointers: x, scale, codes, transposed, partials,
  /// amax. Sizes: rows, cols. Items: stripes of 64 rows.
  static void stripes(int64_t begin, int64_t end, void *const *pointers,
                      const int64_t *sizes) {
    int64_t rows = sizes[0], cols = sizes[1];
    float scale = *static_cast<const float *>(pointers[1]);
    if (rows % numRows == 0 && cols % numColumns == 0 &&
        begin % numSquares == 0 && end % numSquares == 0 &&
        Quantize::isSafe(scale)) {
      HandTranspose kernel(pointers, sizes);
      uint32_t amax = kernel.streams(begin * side, end * side)
                          ? kernel.runStreamed(begin * side, end * side)
                          : kernel.run(begin * side, end * side);
      if (!Quantize::hasNaN(amax)) {
        for (int64_t item = begin; item < end; ++item)
          Quantize::storeAmax(static_cast<float *>(pointers[4]), item, amax);
        return;
      }
    }
    for (int64_t item = begin; item < end; ++item)
      Quantize::stripes(item, item + 1, pointers, sizes);
  }

  /// Number of rows of a stripe with non-temporal stores. No line is read
  /// before it is written, and only the lines of one column must be written
  /// close together in time. So a stripe is first cast into a copy that stays
  /// in the second-level cache, then transposed.
  static constexpr int64_t streamedRows = 256;
  static constexpr int64_t copyStride = numColumns + side;

  uint32_t runStreamed(int64_t begin, int64_t end) {
    alignas(64) uint8_t copy[streamedRows * copyStride];
    alignas(64) uint8_t panel[side * streamedRows];
    for (int64_t row = begin; row < end; row += streamedRows)
      for (int64_t column = 0; column < cols; column += numColumns) {
        for (int64_t i = 0; i < streamedRows; ++i)
          for (int64_t k = 0; k < numColumns; k += side) {
            int64_t from = (row + i) * cols + column + k;
            uint8_t *code = copy + i * copyStride + k;
            for (int64_t j = 0; j < side; j += AVX512::width)
              v.prefetch(x + from + cols + j);
            Quantize::encode64<false>(v, x + from, scale, amax, code);
            _mm512_stream_si512(reinterpret_cast<I *>(codes + from),
                                _mm512_load_si512(code));
          }
        for (int64_t k = 0; k < numColumns; k += side) {
          for (int64_t i = 0; i < streamedRows; i += side)
            v.transpose64<false>(copy + i * copyStride + k, copyStride,
                                 panel + i, streamedRows);
          for (int64_t j = 0; j < side; ++j)
            for (int64_t i = 0; i < streamedRows; i += side)
              _mm512_stream_si512(
                  reinterpret_cast<I *>(transposed + (column + k + j) * rows +
                                        row + i),
                  _mm512_load_si512(panel + j * streamedRows + i));
        }
      }
    v.fence();
    return Quantize::maxOf(v, amax);
  }

  /// Returns true if lines of both results use non-temporal stores.
  bool streams(int64_t begin, int64_t end) const {
    auto addresses = reinterpret_cast<uintptr_t>(codes) |
                     reinterpret_cast<uintptr_t>(transposed);
    return AVX512::prefersStreams() && addresses % side == 0 &&
           rows * cols >= bench::streamedBytes && rows % streamedRows == 0 &&
           begin % streamedRows == 0 && end % streamedRows == 0;
  }

  static void finishStripes(int64_t begin, int64_t end, void *const *pointers,
                            const int64_t *sizes) {
    Quantize::finishStripes(begin, end, pointers, sizes);
  }
};

} // namespace

#endif // FP8_TOOLS_BENCH_HANDTRANSPOSE_H
