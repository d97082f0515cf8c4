//===- GemmTest.cpp - Matrix products against f64 -------------------------===//

#include "TestUtils.h"
#include "fp8/Numerics/Formats.h"

#include <array>
#include <cmath>
#include <vector>

using namespace fp8rt::test;
namespace numerics = mlir::fp8::numerics;

namespace {

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
      return numerics::decode(*address, numerics::e4m3);
    case FP8RT_E5M2:
      return numerics::decode(*address, numerics::e5m2);
    case FP8RT_BF16: {
      uint16_t code;
      std::memcpy(&code, address, sizeof(code));
      return numerics::decodeBF16(code);
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
      *address = numerics::encode(value * 100.0f, numerics::e4m3);
    } else if (desc.dtype == FP8RT_E5M2) {
      *address = numerics::encode(value * 100.0f, numerics::e5m2);
    } else if (desc.dtype == FP8RT_BF16) {
      uint16_t code = numerics::encodeBF16(value);
      std::memcpy(address, &code, sizeof(code));
    } else {
      std::memcpy(address, &value, sizeof(value));
    }
  }
};

enum class Order { Rows, Cols, Neither };

Matrix makeMatrix(Random &random, int32_t dtype, const int64_t (&batch)[2],
                  int64_t rows, int64_t cols, Order order, bool mayRepeat) {
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

Problem makeProblem(Random &random, int32_t lhsType, int32_t rhsType, int64_t m,
                    int64_t n, int64_t k, Order lhsOrder, Order rhsOrder) {
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

fp8rt_status run(fp8rt_context context, Problem &p, void *workspace = nullptr) {
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
void check(const Problem &p, const Matrix &before) {
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

const int32_t typePairs[][2] = {
    {FP8RT_F32, FP8RT_F32},   {FP8RT_BF16, FP8RT_BF16},
    {FP8RT_E4M3, FP8RT_E4M3}, {FP8RT_E5M2, FP8RT_E4M3},
    {FP8RT_E4M3, FP8RT_E5M2}, {FP8RT_E5M2, FP8RT_BF16},
    {FP8RT_F32, FP8RT_E4M3}};

const int64_t extents[] = {0, 1, 2, 3, 15, 16, 17, 31, 33, 64, 70};

TEST(Gemm, AgreesWithF64) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  Random random{1};
  for (auto [lhsType, rhsType] : typePairs)
    for (Order lhsOrder : {Order::Rows, Order::Cols, Order::Neither})
      for (Order rhsOrder : {Order::Rows, Order::Cols, Order::Neither})
        for (int trial = 0; trial < 8; ++trial) {
          int64_t m = extents[random.below(std::size(extents))];
          int64_t n = extents[random.below(std::size(extents))];
          int64_t k = extents[random.below(std::size(extents))];
          SCOPED_TRACE(testing::Message()
                       << "types " << lhsType << " " << rhsType << ", orders "
                       << int(lhsOrder) << " " << int(rhsOrder) << ", " << m
                       << "x" << n << "x" << k);
          Problem p = makeProblem(random, lhsType, rhsType, m, n, k, lhsOrder,
                                  rhsOrder);
          Matrix before = p.out;
          ASSERT_EQ(run(context, p), FP8RT_OK) << fp8rt_last_error();
          check(p, before);
          if (HasFatalFailure())
            return;
        }
}

TEST(Gemm, LargeOddShapes) {
  SKIP_WITHOUT_LIBRARY();
  Context context(2);
  Random random{2};
  const int64_t shapes[][3] = {
      {1, 1, 5000}, {1, 1500, 33}, {1300, 1, 65}, {517, 259, 129}};
  for (auto [lhsType, rhsType] : typePairs)
    for (auto [m, n, k] : shapes) {
      Problem p = makeProblem(random, lhsType, rhsType, m, n, k, Order::Rows,
                              Order::Cols);
      Matrix before = p.out;
      ASSERT_EQ(run(context, p), FP8RT_OK) << fp8rt_last_error();
      check(p, before);
      if (HasFatalFailure())
        return;
    }
}

TEST(Gemm, SameBitsOnAnyNumberOfThreads) {
  SKIP_WITHOUT_LIBRARY();
  for (auto [lhsType, rhsType] : typePairs) {
    Random random{3};
    Problem p = makeProblem(random, lhsType, rhsType, 300, 520, 77, Order::Rows,
                            Order::Rows);
    Matrix start = p.out;
    std::vector<uint8_t> expected;
    for (int numThreads = 1; numThreads <= 8; ++numThreads) {
      Context context(numThreads);
      p.out = start;
      ASSERT_EQ(run(context, p), FP8RT_OK) << fp8rt_last_error();
      if (numThreads == 1)
        expected = p.out.bytes;
      ASSERT_EQ(p.out.bytes, expected) << numThreads << " threads";
    }
  }
}

/// Copies the elements of one matrix into another layout, or a larger matrix.
void copyElements(const Matrix &source, Matrix &target, int64_t rows,
                  int64_t cols) {
  int64_t size = Matrix::sizeOf(source.desc.dtype);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j)
      std::memcpy(target.bytes.data() + size * target.index(0, 0, i, j),
                  source.bytes.data() + size * source.index(0, 0, i, j),
                  size_t(size));
}

/// A product of one matrix by one, without bias.
Problem makeSingle(Random &random, int32_t lhsType, int32_t rhsType, int64_t m,
                   int64_t n, int64_t k, Order lhsOrder, Order rhsOrder) {
  Problem p =
      makeProblem(random, lhsType, rhsType, m, n, k, lhsOrder, rhsOrder);
  p.desc.batch[0] = p.desc.batch[1] = 1;
  p.desc.beta = p.desc.has_bias = 0;
  return p;
}

void expectSameResults(const Problem &a, const Problem &b) {
  for (int64_t i = 0; i < a.desc.m; ++i)
    for (int64_t j = 0; j < a.desc.n; ++j)
      ASSERT_EQ(a.out.at(a.out.index(0, 0, i, j)),
                b.out.at(b.out.index(0, 0, i, j)))
          << a.desc.m << "x" << a.desc.n << "x" << a.desc.k << " at " << i
          << ", " << j;
}

/// Libraries may add in another order if an operand is transposed, and targets
/// use different layouts. The bits must not depend on the layout.
TEST(Gemm, SameBitsInAnyLayout) {
  SKIP_WITHOUT_LIBRARY();
  Context context(2);
  Random random{5};
  const int64_t shapes[][3] = {{65, 1, 65},     {1, 65, 300},  {65, 33, 65},
                               {160, 208, 144}, {40, 24, 9},   {160, 300, 9},
                               {100, 65, 400},  {128, 64, 192}};
  const Order orders[] = {Order::Rows, Order::Cols, Order::Neither};
  for (auto [lhsType, rhsType] : typePairs)
    for (auto [m, n, k] : shapes) {
      Problem p = makeSingle(random, lhsType, rhsType, m, n, k, Order::Rows,
                             Order::Rows);
      ASSERT_EQ(run(context, p), FP8RT_OK) << fp8rt_last_error();
      for (Order lhsOrder : orders)
        for (Order rhsOrder : orders) {
          Problem other =
              makeSingle(random, lhsType, rhsType, m, n, k, lhsOrder, rhsOrder);
          copyElements(p.lhs, other.lhs, m, k);
          copyElements(p.rhs, other.rhs, k, n);
          other.lhsScale = p.lhsScale, other.rhsScale = p.rhsScale;
          ASSERT_EQ(run(context, other), FP8RT_OK) << fp8rt_last_error();
          expectSameResults(p, other);
        }
    }
}

/// Libraries may also add in another order if there are more columns. Targets
/// for GPUs pad codes with zeros to multiples of 16. The bits must not depend
/// on the padding.
TEST(Gemm, SameBitsOfCodesBesidePadding) {
  SKIP_WITHOUT_LIBRARY();
  Context context(2);
  Random random{6};
  for (auto [lhsType, rhsType] :
       {std::pair(FP8RT_E4M3, FP8RT_E4M3), std::pair(FP8RT_E5M2, FP8RT_E4M3)})
    for (auto [m, n, k] : {std::array<int64_t, 3>{24, 40, 32},
                           {31, 40, 16},
                           {100, 40, 100},
                           {64, 65, 24},
                           {32, 24, 9}}) {
      Problem p = makeSingle(random, lhsType, rhsType, m, n, k, Order::Rows,
                             Order::Rows);
      Problem padded =
          makeSingle(random, lhsType, rhsType, m, (n + 15) / 16 * 16,
                     (k + 15) / 16 * 16, Order::Rows, Order::Cols);
      for (Matrix *matrix : {&padded.lhs, &padded.rhs})
        std::fill(matrix->bytes.begin(), matrix->bytes.end(), uint8_t(0));
      copyElements(p.lhs, padded.lhs, m, k);
      copyElements(p.rhs, padded.rhs, k, n);
      padded.lhsScale = p.lhsScale, padded.rhsScale = p.rhsScale;
      ASSERT_EQ(run(context, p), FP8RT_OK) << fp8rt_last_error();
      ASSERT_EQ(run(context, padded), FP8RT_OK) << fp8rt_last_error();
      expectSameResults(p, padded);
    }
}

TEST(Gemm, WorkspaceIsEnoughAndGuarded) {
  SKIP_WITHOUT_LIBRARY();
  Context context(2, FP8RT_GUARD);
  Random random{4};
  for (auto [lhsType, rhsType] : typePairs) {
    Problem p = makeProblem(random, lhsType, rhsType, 65, 33, 129, Order::Cols,
                            Order::Neither);
    uint64_t bytes = 0;
    ASSERT_EQ(fp8rt_gemm_workspace(&p.desc, &bytes), FP8RT_OK);
    EXPECT_GT(bytes, 0u);
    void *workspace = nullptr;
    ASSERT_EQ(fp8rt_alloc(context, bytes, 64, &workspace), FP8RT_OK);
    Matrix before = p.out;
    ASSERT_EQ(run(context, p, workspace), FP8RT_OK) << fp8rt_last_error();
    check(p, before);
    EXPECT_EQ(fp8rt_free(context, workspace), FP8RT_OK) << fp8rt_last_error();
  }
}

TEST(Gemm, ScalesThatVanishTogether) {
  SKIP_WITHOUT_LIBRARY();
  Context context(2);
  Random random{5};
  for (auto [lhsScale, rhsScale] :
       {std::pair(0x1p-100f, 0x1p-30f), std::pair(0x1p-120f, 0x1p100f),
        std::pair(0.0f, 1.0f), std::pair(0x1p100f, 0x1p100f)}) {
    Problem p = makeProblem(random, FP8RT_E5M2, FP8RT_E5M2, 40, 50, 60,
                            Order::Rows, Order::Rows);
    // Values up to 2^15 on both sides, so that results are normal although the
    // product of the scales is not.
    for (Matrix *matrix : {&p.lhs, &p.rhs})
      for (uint8_t &code : matrix->bytes)
        code = static_cast<uint8_t>(0x78 | (code & 0x83));
    p.desc.beta = p.desc.has_bias = 0;
    p.lhsScale = lhsScale, p.rhsScale = rhsScale;
    Matrix before = p.out;
    ASSERT_EQ(run(context, p), FP8RT_OK);
    if (lhsScale != rhsScale)
      check(p, before);
    else
      EXPECT_TRUE(std::isinf(p.out.at(0)) || std::isnan(p.out.at(0)));
    // A NaN propagates to the result, even with a scale of 0.
    p.lhs.bytes[static_cast<size_t>(p.lhs.index(0, 0, 0, 0))] = 0x7F;
    ASSERT_EQ(run(context, p), FP8RT_OK);
    EXPECT_TRUE(std::isnan(p.out.at(p.out.index(0, 0, 0, 0))));
  }
}

/// Returns a matrix of the same shape and layout for elements of bf16.
Matrix makeNarrow(const Matrix &matrix) {
  Matrix narrow = matrix;
  narrow.desc.dtype = FP8RT_BF16;
  narrow.bytes.assign(matrix.bytes.size() / 2, 0xAB);
  return narrow;
}

TEST(Gemm, RoundsToBF16AsConvertDoes) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  Random random{7};
  for (auto [lhsType, rhsType] : typePairs)
    // The last product overflows in part, and so do the sums in f32.
    for (float scale : {1.0f, 0x1p-125f, 0x1p123f, 0x1p127f}) {
      Problem wide = makeProblem(random, lhsType, rhsType, 300, 130, 17,
                                 Order::Rows, Order::Cols);
      wide.desc.beta = 0;
      wide.rhsScale = scale;
      if (lhsType == FP8RT_E4M3)
        wide.lhs.bytes[static_cast<size_t>(wide.lhs.index(0, 0, 2, 1))] = 0x7F;
      Problem narrow = wide;
      narrow.out = makeNarrow(wide.out);
      narrow.desc.out.dtype = FP8RT_BF16;
      std::vector<uint8_t> expected = narrow.out.bytes;
      ASSERT_EQ(run(context, wide), FP8RT_OK) << fp8rt_last_error();
      ASSERT_EQ(run(context, narrow), FP8RT_OK) << fp8rt_last_error();
      const fp8rt_gemm_desc &d = wide.desc;
      for (int64_t outer = 0; outer < d.batch[0]; ++outer)
        for (int64_t inner = 0; inner < d.batch[1]; ++inner)
          for (int64_t i = 0; i < d.m; ++i)
            for (int64_t j = 0; j < d.n; ++j) {
              int64_t index = wide.out.index(outer, inner, i, j);
              auto code = static_cast<uint16_t>(numerics::encodeBits(
                  static_cast<float>(wide.out.at(index)), numerics::bf16));
              std::memcpy(expected.data() + 2 * index, &code, sizeof(code));
            }
      EXPECT_EQ(narrow.out.bytes, expected) << lhsType << " " << rhsType;
    }
}

TEST(Gemm, RoundsToBF16WhereItSaturates) {
  SKIP_WITHOUT_LIBRARY();
  Context context;
  // The largest value, the last sum that rounds to it, sums beyond it, and two
  // ties.
  const std::array<uint32_t, 7> bits = {0x7F7F0000, 0x7F7F7FFF, 0x7F7F8000,
                                        0x7F7F8001, 0xFF7F8000, 0x00808000,
                                        0x00818000};
  std::array<float, bits.size()> sums;
  std::memcpy(sums.data(), bits.data(), sizeof(sums));
  std::array<uint16_t, bits.size()> rounded = {};
  auto getColumn = [](int32_t dtype) {
    return fp8rt_matrix{dtype, FP8RT_SCALE_TENSOR, 1, 1, {0, 0}};
  };
  fp8rt_gemm_desc desc = {};
  desc.m = bits.size();
  desc.n = desc.k = desc.batch[0] = desc.batch[1] = 1;
  desc.lhs = desc.rhs = getColumn(FP8RT_F32);
  desc.out = getColumn(FP8RT_BF16);
  float one = 1;
  fp8rt_gemm_args args = {
      sums.data(), &one, reinterpret_cast<float *>(rounded.data()),
      &one,        &one, nullptr,
      nullptr};
  ASSERT_EQ(fp8rt_gemm(context, nullptr, &desc, &args), FP8RT_OK)
      << fp8rt_last_error();
  for (size_t i = 0; i < bits.size(); ++i)
    EXPECT_EQ(rounded[i], numerics::encodeBits(sums[i], numerics::bf16))
        << std::hex << bits[i];
}

/// One addition after the sum, then max(y, 0), then one rounding.
TEST(Gemm, EpilogueOfTheSum) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  Random random{8};
  for (auto [lhsType, rhsType] : typePairs)
    for (int32_t biasType : {FP8RT_F32, FP8RT_BF16})
      for (int32_t beta : {0, 1}) {
        Problem sums = makeProblem(random, lhsType, rhsType, 70, 130, 17,
                                   Order::Rows, Order::Cols);
        sums.desc.has_bias = 0;
        sums.desc.beta = beta;
        if (lhsType == FP8RT_E4M3)
          sums.lhs.bytes[size_t(sums.lhs.index(0, 0, 2, 1))] = 0x7F;
        Problem ended = sums;
        ended.desc.has_bias = 1;
        ended.desc.bias_dtype = biasType;
        ended.desc.activation = FP8RT_ACTIVATION_RELU;
        // Make the biases of both types equal.
        std::vector<uint16_t> narrow;
        for (float &value : sums.bias) {
          narrow.push_back(static_cast<uint16_t>(
              numerics::encodeBits(value, numerics::bf16)));
          uint32_t bits = uint32_t{narrow.back()} << 16;
          std::memcpy(&value, &bits, sizeof(bits));
        }
        fp8rt_gemm_args args = {
            ended.lhs.bytes.data(),
            ended.rhs.bytes.data(),
            reinterpret_cast<float *>(ended.out.bytes.data()),
            &ended.lhsScale,
            &ended.rhsScale,
            biasType == FP8RT_BF16 ? static_cast<const void *>(narrow.data())
                                   : sums.bias.data(),
            nullptr};
        ASSERT_EQ(fp8rt_gemm(context, nullptr, &ended.desc, &args), FP8RT_OK)
            << fp8rt_last_error();
        ASSERT_EQ(run(context, sums), FP8RT_OK) << fp8rt_last_error();
        const fp8rt_gemm_desc &d = sums.desc;
        for (int64_t outer = 0; outer < d.batch[0]; ++outer)
          for (int64_t inner = 0; inner < d.batch[1]; ++inner)
            for (int64_t i = 0; i < d.m; ++i)
              for (int64_t j = 0; j < d.n; ++j) {
                int64_t index = sums.out.index(outer, inner, i, j);
                float y = static_cast<float>(sums.out.at(index)) +
                          sums.bias[size_t(j)];
                if (std::isnan(y)) {
                  EXPECT_TRUE(std::isnan(ended.out.at(index)));
                  continue;
                }
                ASSERT_EQ(ended.out.at(index), y > 0 ? double{y} : 0.0);
              }
      }
}

TEST(Gemm, InsideAKernel) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  std::vector<Problem> problems;
  std::vector<Matrix> before;
  Random random{6};
  for (int i = 0; i < 6; ++i) {
    problems.push_back(makeProblem(random, FP8RT_E4M3, FP8RT_E4M3, 33, 17, 65,
                                   Order::Rows, Order::Rows));
    before.push_back(problems.back().out);
  }
  ASSERT_EQ(parallelFor(context, 6, 1,
                        [&](int64_t i, int64_t) {
                          EXPECT_EQ(
                              run(context, problems[static_cast<size_t>(i)]),
                              FP8RT_OK);
                        }),
            FP8RT_OK);
  for (size_t i = 0; i < problems.size(); ++i)
    check(problems[i], before[i]);
}

} // namespace
