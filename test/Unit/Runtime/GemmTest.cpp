//===- GemmTest.cpp - Matrix products against f64 -------------------------===//

#include "GemmCase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace fp8rt::test;

namespace {

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
