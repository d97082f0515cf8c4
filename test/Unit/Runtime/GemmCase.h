//===- GemmCase.h - random matrix products ----------------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_GEMMCASE_H
#define FP8_TEST_UNIT_RUNTIME_GEMMCASE_H

#include "TestUtils.h"
#include "fp8/Numerics/Formats.h"

#include <cmath>
#include <vector>

namespace fp8rt::test {

#define SKIP_WITHOUT_LIBRARY()                                                 \
  if (!fp8rt_gemm_backend(FP8RT_F32, FP8RT_F32))                               \
  GTEST_SKIP() << fp8rt_last_error()

/// A batch of matrices at a random position in a larger buffer of guard values.
struct Matrix {
  fp8rt_matrix desc;
  std::vector<uint8_t> bytes;

  static int64_t sizeOf(int32_t dtype) {
    return dtype == FP8RT_F32 ? 4 : dtype == FP8RT_BF16 ? 2 : 1;
  }

  int64_t index(int64_t outer, int64_t inner, int64_t i, int64_t j) const {
    return outer * desc.batch_stride[0] + inner * desc.batch_stride[1] +
           i * desc.row_stride + j * desc.col_stride;
  }

  double at(int64_t index) const {
    const uint8_t *address = bytes.data() + index * sizeOf(desc.dtype);
    switch (desc.dtype) {
    case FP8RT_E4M3:
      return mlir::fp8::numerics::decode(*address, mlir::fp8::numerics::e4m3);
    case FP8RT_E5M2:
      return mlir::fp8::numerics::decode(*address, mlir::fp8::numerics::e5m2);
    case FP8RT_BF16: {
      uint16_t code;
      std::memcpy(&code, address, sizeof(code));
      return mlir::fp8::numerics::decodeBF16(code);
    }
    default: {
      float value;
      std::memcpy(&value, address, sizeof(value));
      return value;
    }
    }
  }

  void set(int64_t index, float value) {
    uint8_t *address = bytes.data() + index * sizeOf(desc.dtype);
    if (desc.dtype == FP8RT_E4M3) {
      *address = mlir::fp8::numerics::encode(value * 100.0f,
                                             mlir::fp8::numerics::e4m3);
    } else if (desc.dtype == FP8RT_E5M2) {
      *address = mlir::fp8::numerics::encode(value * 100.0f,
                                             mlir::fp8::numerics::e5m2);
    } else if (desc.dtype == FP8RT_BF16) {
      uint16_t code = mlir::fp8::numerics::encodeBF16(value);
      std::memcpy(address, &code, sizeof(code));
    } else {
      std::memcpy(address, &value, sizeof(value));
    }
  }
};

enum class Order { Rows, Cols, Neither };

inline Matrix makeMatrix(Random &random, int32_t dtype,
                         const int64_t (&batch)[2], int64_t rows, int64_t cols,
                         Order order, bool mayRepeat) {
  Matrix matrix;
  int64_t pad = random.below(3);
  int64_t rowStride, colStride, size;
  if (order == Order::Rows) {
    colStride = 1, rowStride = cols + pad;
  } else if (order == Order::Cols) {
    rowStride = 1, colStride = rows + pad;
  } else {
    colStride = 2, rowStride = 2 * cols + pad;
  }
  size = rowStride * rows + colStride * cols + random.below(4);
  // In half of the cases, the inner batch dimension has the larger stride.
  int64_t first = size, second = size;
  if (random.below(2))
    first = size * (batch[1] + 1);
  else
    second = size * (batch[0] + 1);
  if (mayRepeat && random.below(4) == 0)
    first = 0;
  if (mayRepeat && random.below(4) == 0)
    second = 0;
  matrix.desc = {dtype, 0, rowStride, colStride, {first, second}};
  int64_t elements = 1 + first * batch[0] + second * batch[1] + size;
  matrix.bytes.resize(static_cast<size_t>(elements * Matrix::sizeOf(dtype)));
  for (int64_t i = 0; i < elements; ++i)
    matrix.set(i, random.unit());
  return matrix;
}

struct Problem {
  fp8rt_gemm_desc desc;
  Matrix lhs, rhs, out;
  std::vector<float> bias;
  float lhsScale, rhsScale;
};

inline Problem makeProblem(Random &random, int32_t lhsType, int32_t rhsType,
                           int64_t m, int64_t n, int64_t k, Order lhsOrder,
                           Order rhsOrder) {
  Problem p;
  int64_t batch[2] = {1 + random.below(3), 1 + random.below(2)};
  p.lhs = makeMatrix(random, lhsType, batch, m, k, lhsOrder, true);
  p.rhs = makeMatrix(random, rhsType, batch, k, n, rhsOrder, true);
  p.out = makeMatrix(random, FP8RT_F32, batch, m, n, Order::Rows, false);
  p.desc = {m,
            n,
            k,
            {batch[0], batch[1]},
            p.lhs.desc,
            p.rhs.desc,
            p.out.desc,
            static_cast<int32_t>(random.below(2)),
            static_cast<int32_t>(random.below(2)),
            FP8RT_F32,
            FP8RT_ACTIVATION_NONE};
  for (int64_t j = 0; j < n; ++j)
    p.bias.push_back(random.unit());
  p.lhsScale = random.unit() + 2.0f;
  p.rhsScale = random.unit() * 0.01f;
  return p;
}

inline fp8rt_status run(fp8rt_context context, Problem &p,
                        void *workspace = nullptr) {
  fp8rt_gemm_args args = {p.lhs.bytes.data(),
                          p.rhs.bytes.data(),
                          reinterpret_cast<float *>(p.out.bytes.data()),
                          &p.lhsScale,
                          &p.rhsScale,
                          p.desc.has_bias ? p.bias.data() : nullptr,
                          workspace};
  return fp8rt_gemm(context, nullptr, &p.desc, &args);
}

/// Compares with f64 and the stated bound. Memory outside of `out` must not
/// change.
inline void check(const Problem &p, const Matrix &before) {
  const fp8rt_gemm_desc &d = p.desc;
  double unit = 2 * static_cast<double>(d.k + 4) * 0x1p-24;
  double scale = static_cast<double>(p.lhsScale) * p.rhsScale;
  std::vector<uint8_t> expectedBytes = before.bytes;
  for (int64_t outer = 0; outer < d.batch[0]; ++outer)
    for (int64_t inner = 0; inner < d.batch[1]; ++inner)
      for (int64_t i = 0; i < d.m; ++i)
        for (int64_t j = 0; j < d.n; ++j) {
          double sum = 0, bound = 0;
          for (int64_t l = 0; l < d.k; ++l) {
            double product = p.lhs.at(p.lhs.index(outer, inner, i, l)) *
                             p.rhs.at(p.rhs.index(outer, inner, l, j)) * scale;
            sum += product;
            bound += std::fabs(product);
          }
          int64_t index = p.out.index(outer, inner, i, j);
          for (double term :
               {d.has_bias ? static_cast<double>(p.bias[static_cast<size_t>(j)])
                           : 0.0,
                d.beta ? before.at(index) : 0.0}) {
            sum += term;
            bound += std::fabs(term);
          }
          ASSERT_NEAR(p.out.at(index), sum, unit * bound)
              << "[" << outer << "][" << inner << "][" << i << "][" << j << "]";
          std::memcpy(expectedBytes.data() + 4 * index,
                      p.out.bytes.data() + 4 * index, 4);
        }
  EXPECT_EQ(expectedBytes, p.out.bytes);
}

inline constexpr int32_t typePairs[][2] = {
    {FP8RT_F32, FP8RT_F32},   {FP8RT_BF16, FP8RT_BF16},
    {FP8RT_E4M3, FP8RT_E4M3}, {FP8RT_E5M2, FP8RT_E4M3},
    {FP8RT_E4M3, FP8RT_E5M2}, {FP8RT_E5M2, FP8RT_BF16},
    {FP8RT_F32, FP8RT_E4M3}};

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_GEMMCASE_H
