//===- AttentionTest.cpp - softmax attention and its gradients ------------===//

#include "AttentionCase.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace fp8rt::test;

//===----------------------------------------------------------------------===//
// Comparison with double precision
//===----------------------------------------------------------------------===//

namespace {
/// The probabilities of a row and the derivatives of its scores, in double
/// precision.
struct ExactRow {
  std::vector<double> p, g;
  double max = -std::numeric_limits<float>::max(), sum = 0.0;
};
} // namespace

static ExactRow computeRow(AttentionCase &test, int64_t b, int64_t h,
                           int64_t i) {
  ExactRow row;
  const fp8rt_attention_desc &desc = test.desc;
  for (int64_t j = 0; j < desc.keys; ++j) {
    double s = 0.0;
    for (int64_t d = 0; d < desc.d; ++d)
      s += double(test.at(FP8RT_ATTENTION_Q, b, h, i, 0, d)) *
           test.at(FP8RT_ATTENTION_K, b, h, i, j, d);
    double score = s * AttentionCase::scale + test.getBias(b, h, i, j);
    double derivative = AttentionCase::scale;
    if (test.traits.hasCap) {
      double tanh = std::tanh(score / AttentionCase::cap);
      score = tanh * AttentionCase::cap;
      derivative *= 1.0 - tanh * tanh;
    }
    bool isMasked = test.isMasked(i, j);
    row.p.push_back(isMasked ? double(test.traits.fill) : score);
    row.g.push_back(isMasked ? 0.0 : derivative);
    row.max = std::max(row.max, row.p.back());
  }
  for (double &p : row.p) {
    p = std::exp(p - row.max);
    row.sum += p;
  }
  row.sum = std::max(row.sum, 1.0);
  for (double &p : row.p)
    p /= row.sum;
  return row;
}

template <typename Body>
static void forRows(const AttentionCase &test, Body body) {
  for (int64_t b = 0; b < test.desc.rows[AttentionCase::Batch]; ++b)
    for (int64_t h = 0; h < test.desc.rows[AttentionCase::Heads]; ++h)
      for (int64_t i = 0; i < test.desc.rows[AttentionCase::Rows]; ++i)
        body(b, h, i);
}

/// Sufficient because values are at most 2, and sums have at most 600 terms or
/// cancel.
constexpr double tolerance = 2e-4;

/// Returns the tolerance of `o`. Probabilities that are rounded to bf16 have
/// errors of 2^-9.
static double getTolerance(const AttentionCase &test) {
  return test.traits.isBF16 ? 2.0 / 512 : tolerance;
}

/// Runs the forward pass of a case, and compares its results.
static void checkForward(fp8rt_context context, AttentionCase &test) {
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  forRows(test, [&](int64_t b, int64_t h, int64_t i) {
    ExactRow row = computeRow(test, b, h, i);
    ASSERT_NEAR(test.at(FP8RT_ATTENTION_MAX, b, h, i, 0, 0), row.max, 1e-4);
    ASSERT_NEAR(test.at(FP8RT_ATTENTION_SUM, b, h, i, 0, 0), row.sum,
                1e-4 * row.sum);
    for (int64_t e = 0; e < test.desc.e; ++e) {
      double o = 0.0;
      for (int64_t j = 0; j < test.desc.keys; ++j)
        o += row.p[static_cast<size_t>(j)] * test.getFactor(b, h, i, j) *
             test.at(FP8RT_ATTENTION_V, b, h, i, j, e);
      ASSERT_NEAR(test.at(FP8RT_ATTENTION_O, b, h, i, 0, e), o,
                  getTolerance(test));
    }
  });
}

/// Runs both passes of a case, and compares the gradients. `forward` and
/// `test` have the same values and layouts.
static void checkBackward(fp8rt_context context, AttentionCase &forward,
                          AttentionCase &test) {
  ASSERT_EQ(forward.run(context, false), FP8RT_OK) << fp8rt_last_error();
  for (int32_t i :
       {FP8RT_ATTENTION_O, FP8RT_ATTENTION_MAX, FP8RT_ATTENTION_SUM})
    std::copy(forward.values[i].begin(), forward.values[i].end(),
              test.values[i].begin());
  ASSERT_EQ(test.run(context, true), FP8RT_OK) << fp8rt_last_error();
  const fp8rt_attention_desc &desc = test.desc;
  int64_t batches = desc.rows[AttentionCase::Batch];
  std::vector<double> dk(static_cast<size_t>(batches * desc.keys * desc.d)),
      dv(static_cast<size_t>(batches * desc.keys * desc.e));
  auto place = [&](int64_t b, int64_t j, int64_t e, int64_t width) {
    return static_cast<size_t>((b * desc.keys + j) * width + e);
  };
  forRows(test, [&](int64_t b, int64_t h, int64_t i) {
    ExactRow row = computeRow(test, b, h, i);
    // Gradients of probabilities.
    std::vector<double> dp(row.p.size());
    double c = 0.0;
    for (int64_t j = 0; j < desc.keys; ++j) {
      size_t n = static_cast<size_t>(j);
      double factor = test.getFactor(b, h, i, j);
      for (int64_t e = 0; e < desc.e; ++e) {
        double grad = test.at(FP8RT_ATTENTION_GRAD, b, h, i, 0, e);
        dp[n] += factor * grad * test.at(FP8RT_ATTENTION_V, b, h, i, j, e);
        dv[place(b, j, e, desc.e)] += row.p[n] * factor * grad;
      }
      c += row.p[n] * dp[n];
    }
    for (int64_t d = 0; d < desc.d; ++d) {
      double dq = 0.0;
      for (int64_t j = 0; j < desc.keys; ++j) {
        size_t n = static_cast<size_t>(j);
        double ds = row.p[n] * (dp[n] - c) * row.g[n];
        dq += ds * test.at(FP8RT_ATTENTION_K, b, h, i, j, d);
        dk[place(b, j, d, desc.d)] +=
            ds * test.at(FP8RT_ATTENTION_Q, b, h, i, 0, d);
      }
      ASSERT_NEAR(test.at(FP8RT_ATTENTION_DQ, b, h, i, 0, d), dq,
                  10 * getTolerance(test));
    }
  });
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t j = 0; j < desc.keys; ++j) {
      for (int64_t d = 0; d < desc.d; ++d)
        ASSERT_NEAR(test.at(FP8RT_ATTENTION_DK, b, 0, 0, j, d),
                    dk[place(b, j, d, desc.d)], 10 * getTolerance(test));
      for (int64_t e = 0; e < desc.e; ++e)
        ASSERT_NEAR(test.at(FP8RT_ATTENTION_DV, b, 0, 0, j, e),
                    dv[place(b, j, e, desc.e)], 10 * getTolerance(test));
    }
}

/// Returns the number of random cases: FP8_TEST_ATTENTION_CASES, or 200.
static uint64_t getNumCases() {
  const char *number = std::getenv("FP8_TEST_ATTENTION_CASES");
  return number ? std::strtoull(number, nullptr, 10) : 200;
}

TEST(Attention, IsWithinTheBoundOfRandomCases) {
  Context context;
  for (uint64_t seed = 0, end = getNumCases(); seed < end; ++seed) {
    AttentionCase test(seed, /*isBackward=*/false);
    checkForward(context, test);
    ASSERT_FALSE(HasFailure()) << seed;
  }
}

TEST(Attention, GradientsAreWithinTheBoundOfRandomCases) {
  Context context;
  for (uint64_t seed = 0, end = getNumCases(); seed < end; ++seed) {
    AttentionCase forward(seed, /*isBackward=*/false);
    AttentionCase backward(seed, /*isBackward=*/true);
    checkBackward(context, forward, backward);
    ASSERT_FALSE(HasFailure()) << seed;
  }
}

/// Checks both passes of a case, after `change` of its values.
template <typename Change>
static void checkCase(const AttentionTraits &traits, Change change) {
  Context context;
  AttentionCase forward(7, /*isBackward=*/false, traits);
  AttentionCase backward(7, /*isBackward=*/true, traits);
  change(forward);
  change(backward);
  checkForward(context, forward);
  checkBackward(context, forward, backward);
}
static void checkCase(const AttentionTraits &traits) {
  checkCase(traits, [](AttentionCase &) {});
}

TEST(Attention, IsWithinTheBoundOfSeveralTiles) {
  AttentionTraits traits = getTraits(/*rows=*/70, /*keys=*/300);
  traits.hasBias = traits.hasCap = traits.hasFactor = true;
  checkCase(traits);
  traits.isCausal = traits.canSkip = true;
  checkCase(traits);
}

/// Rows of several blocks of the sum tree.
TEST(Attention, IsWithinTheBoundOfLongRows) {
  checkCase(getTraits(/*rows=*/1, /*keys=*/5000));
  checkCase(getTraits(/*rows=*/2, /*keys=*/3, /*d=*/5, /*e=*/5000));
}

TEST(Attention, IsWithinTheBoundOfBF16) {
  AttentionTraits traits = getTraits(/*rows=*/10, /*keys=*/30);
  traits.isBF16 = traits.hasBias = traits.hasFactor = true;
  checkCase(traits);
}

TEST(Attention, RowsOfInfiniteMasksAreZero) {
  AttentionTraits traits = getTraits(/*rows=*/6, /*keys=*/140);
  traits.hasBias = true;
  auto mask = [](AttentionCase &test) {
    for (int64_t i = 0; i < 6; i += 2)
      for (int64_t j = 0; j < 140; ++j)
        test.bias[AttentionCase::place(test.desc.captured[test.biasNumber], 0,
                                       0, i, j)] =
            -std::numeric_limits<float>::infinity();
  };
  checkCase(traits, mask);
  Context context;
  AttentionCase test(7, /*isBackward=*/false, traits);
  mask(test);
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(test.at(FP8RT_ATTENTION_O, 0, 0, 2, 0, 0), 0.0f);
  EXPECT_EQ(test.at(FP8RT_ATTENTION_SUM, 0, 0, 2, 0, 0), 1.0f);
}

TEST(Attention, ExtentsMayBeZero) {
  checkCase(getTraits(/*rows=*/0, /*keys=*/4));
  checkCase(getTraits(/*rows=*/4, /*keys=*/0));
  checkCase(getTraits(/*rows=*/4, /*keys=*/4, /*d=*/0));
  checkCase(getTraits(/*rows=*/4, /*keys=*/4, /*d=*/5, /*e=*/0));
  AttentionTraits traits = getTraits(/*rows=*/4, /*keys=*/4);
  traits.batches = 0;
  checkCase(traits);
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

TEST(Attention, DoesNotDependOnTheNumberOfThreads) {
  Context one(1), three(3);
  for (bool isBackward : {false, true})
    for (uint64_t seed = 0; seed < 20; ++seed) {
      AttentionCase a(seed, isBackward), b(seed, isBackward);
      ASSERT_EQ(a.run(one, isBackward), FP8RT_OK) << fp8rt_last_error();
      ASSERT_EQ(b.run(three, isBackward), FP8RT_OK) << fp8rt_last_error();
      for (size_t i = 0; i < a.values.size(); ++i)
        ASSERT_EQ(std::memcmp(a.values[i].data(), b.values[i].data(),
                              a.values[i].size() * sizeof(float)),
                  0)
            << seed;
    }
}

/// Two rows and 40 keys: all but two keys may be skipped.
static AttentionTraits getSkippingTraits() {
  AttentionTraits traits = getTraits(/*rows=*/2, /*keys=*/40);
  traits.isCausal = traits.canSkip = true;
  return traits;
}

TEST(Attention, KeysAfterTheRowsOfATileAreSkipped) {
  Context context;
  AttentionCase test(1, /*isBackward=*/false, getSkippingTraits());
  float &value = test.at(FP8RT_ATTENTION_V, 0, 0, 0, 2, 0);
  value = std::numeric_limits<float>::quiet_NaN();
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  EXPECT_TRUE(std::isfinite(test.at(FP8RT_ATTENTION_O, 0, 0, 0, 0, 0)));
  EXPECT_TRUE(std::isfinite(test.at(FP8RT_ATTENTION_O, 0, 0, 1, 0, 0)));
  // A key that the second row reads has a probability of 0 in the first row.
  value = 0.0f;
  test.at(FP8RT_ATTENTION_V, 0, 0, 0, 1, 0) =
      std::numeric_limits<float>::quiet_NaN();
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  EXPECT_TRUE(std::isnan(test.at(FP8RT_ATTENTION_O, 0, 0, 0, 0, 0)));
}

TEST(Attention, SkippedKeysAreReadIfARowHasNoOthers) {
  Context context;
  AttentionCase test(1, /*isBackward=*/false, getSkippingTraits());
  // All scores equal `causal_fill`, so all probabilities are equal.
  test.desc.causal_fill = -5.0f;
  test.desc.num_ops = 0;
  test.desc.score = test.addConstant(-5.0f);
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  double mean = 0.0;
  for (int64_t j = 0; j < test.desc.keys; ++j)
    mean += test.at(FP8RT_ATTENTION_V, 0, 0, 0, j, 0);
  EXPECT_NEAR(test.at(FP8RT_ATTENTION_O, 0, 0, 0, 0, 0),
              mean / double(test.desc.keys), tolerance);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

TEST(Attention, IsLaunchedAsAKernel) {
  Context context;
  AttentionTraits traits = getTraits(/*rows=*/9, /*keys=*/11);
  traits.hasBias = true;
  AttentionCase direct(3, /*isBackward=*/false, traits),
      launched(3, /*isBackward=*/false, traits);
  ASSERT_EQ(direct.run(context, false), FP8RT_OK) << fp8rt_last_error();
  fp8rt_kernel kernel = {"attention", fp8rt_attention_kernel, nullptr, 1, 8, 0};
  std::vector<void *> pointers = {&launched.desc};
  pointers.insert(pointers.end(), launched.buffers.begin(),
                  launched.buffers.begin() + FP8RT_ATTENTION_GRAD);
  pointers.push_back(launched.bias.data());
  auto launch = [&](int64_t n) {
    return fp8rt_launch(context, nullptr, &kernel, n, pointers.data(), nullptr);
  };
  ASSERT_EQ(launch(1), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(direct.values[FP8RT_ATTENTION_O],
            launched.values[FP8RT_ATTENTION_O]);
  EXPECT_FAILS(launch(2), FP8RT_INVALID_ARGUMENT,
               "kernel attention: expected n = 1, but got 2");
  kernel.num_pointers = 7;
  EXPECT_FAILS(launch(1), FP8RT_INVALID_ARGUMENT,
               "expected 8 pointers, but got 7");
  kernel.finish = fp8rt_attention_kernel;
  EXPECT_FAILS(launch(1), FP8RT_INVALID_ARGUMENT, "expected no finish");
}

TEST(Attention, IsNotLaunchedAsABucket) {
  Context context;
  fp8rt_kernel kernel = {"attention", fp8rt_attention_kernel, nullptr, 1, 1, 0};
  const int64_t sizes[] = {1}, starts[] = {0, 1};
  fp8rt_bucket bucket = {1, sizes, starts};
  void *pointers[] = {nullptr};
  EXPECT_FAILS(
      fp8rt_launch_bucket(context, nullptr, &kernel, &bucket, pointers),
      FP8RT_INVALID_ARGUMENT,
      "fp8rt_launch_bucket: kernel attention: expected a body that computes "
      "chunks, but got fp8rt_attention_kernel");
}

TEST(Attention, BodyEndsTheProgram) {
  EXPECT_DEATH(fp8rt_attention_kernel(0, 1, nullptr, nullptr),
               "expected fp8rt_launch of the same copy of the runtime");
}
