//===- AttentionTest.cpp - softmax attention and its gradients ------------===//

#include "AttentionCase.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace fp8rt::test;

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

static AttentionTraits drawTraits(Random &random) {
  AttentionTraits traits;
  traits.batches = 1 + random.below(3);
  traits.heads = 1 + random.below(2);
  traits.rows = 1 + random.below(random.below(4) ? 20 : 150);
  traits.keys = 1 + random.below(random.below(4) ? 20 : 600);
  traits.d = 1 + random.below(20);
  traits.e = 1 + random.below(20);
  traits.isCausal = random.below(2) != 0;
  traits.canSkip = traits.isCausal && random.below(2) != 0;
  if (random.below(3) == 0)
    traits.fill = -std::numeric_limits<float>::infinity();
  traits.hasBias = random.below(3) == 0;
  traits.hasCap = random.below(3) == 0;
  traits.hasFactor = random.below(3) == 0;
  return traits;
}

AttentionCase::AttentionCase(uint64_t seed, bool isBackward)
    : AttentionCase(seed, isBackward, [&] {
        Random random{~seed};
        return drawTraits(random);
      }()) {}

AttentionCase::AttentionCase(uint64_t seed, bool isBackward,
                             const AttentionTraits &traits)
    : traits(traits) {
  Random random{seed};
  desc.is_backward = isBackward;
  desc.num_row_dims = NumDims;
  desc.num_batch_dims = 1;
  std::fill_n(desc.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
  desc.rows[Batch] = traits.batches;
  desc.rows[Heads] = traits.heads;
  desc.rows[Rows] = traits.rows;
  desc.keys = traits.keys;
  desc.d = traits.d;
  desc.e = traits.e;
  desc.causal_dim = traits.canSkip ? int32_t{Rows} : -1;
  desc.causal_fill = traits.fill;
  addScores(isBackward);
  addTensor(random, FP8RT_ATTENTION_Q, true, desc.d);
  addTensor(random, FP8RT_ATTENTION_K, false, desc.d);
  addTensor(random, FP8RT_ATTENTION_V, false, desc.e);
  addTensor(random, FP8RT_ATTENTION_O, true, desc.e);
  addTensor(random, FP8RT_ATTENTION_MAX, true, 1);
  addTensor(random, FP8RT_ATTENTION_SUM, true, 1);
  addTensor(random, FP8RT_ATTENTION_GRAD, true, desc.e);
  addTensor(random, FP8RT_ATTENTION_DQ, true, desc.d);
  addTensor(random, FP8RT_ATTENTION_DK, false, desc.d);
  addTensor(random, FP8RT_ATTENTION_DV, false, desc.e);
  addCaptured(random);
}

void AttentionCase::addScores(bool isBackward) {
  int32_t product = add(FP8RT_SCORE_PRODUCT);
  int32_t row = add(FP8RT_SCORE_ROW_INDEX, 0, 0, 0, Rows);
  int32_t key = add(FP8RT_SCORE_KEY_INDEX);
  int32_t factor = addConstant(scale), zero = addConstant(0.0f);
  desc.score = add(FP8RT_SCORE_MUL, product, factor);
  desc.derivative = isBackward ? factor : -1;
  desc.factor = -1;
  if (traits.hasBias) {
    biasNumber = desc.num_captured++;
    desc.score = add(FP8RT_SCORE_ADD, desc.score,
                     add(FP8RT_SCORE_CAPTURED, 0, 0, 0, biasNumber));
  }
  if (traits.hasCap) {
    int32_t limit = addConstant(cap);
    int32_t tanh =
        add(FP8RT_SCORE_TANH, add(FP8RT_SCORE_DIV, desc.score, limit));
    desc.score = add(FP8RT_SCORE_MUL, tanh, limit);
    if (isBackward)
      desc.derivative = add(FP8RT_SCORE_MUL, factor,
                            add(FP8RT_SCORE_SUB, addConstant(1.0f),
                                add(FP8RT_SCORE_MUL, tanh, tanh)));
  }
  if (traits.isCausal) {
    int32_t isPast =
        add(FP8RT_SCORE_COMPARE_INT, key, row, 0, FP8RT_LESS | FP8RT_EQUAL);
    desc.score =
        add(FP8RT_SCORE_SELECT, isPast, desc.score, addConstant(traits.fill));
    if (isBackward)
      desc.derivative = add(FP8RT_SCORE_SELECT, isPast, desc.derivative, zero);
  }
  if (traits.hasFactor) {
    factorNumber = desc.num_captured++;
    int32_t isKept = add(FP8RT_SCORE_CAPTURED, 0, 0, 0, factorNumber);
    desc.factor = add(FP8RT_SCORE_SELECT, isKept, addConstant(kept), zero);
  }
}

int32_t AttentionCase::add(int32_t code, int32_t a, int32_t b, int32_t c,
                           int64_t value) {
  desc.ops[desc.num_ops] = {code, a, b, c, value};
  return desc.num_ops++;
}

int32_t AttentionCase::addConstant(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return add(FP8RT_SCORE_F32, 0, 0, 0, bits);
}

namespace {
struct Dim {
  int64_t *stride, extent;
};
} // namespace

/// Sets the strides of a dense tensor whose dims have a random order. Returns
/// its number of elements, at least 1.
static size_t setStrides(Random &random, std::vector<Dim> dims) {
  for (size_t i = dims.size() - 1; i != 0; --i)
    std::swap(dims[i], dims[static_cast<size_t>(random.below(int64_t(i) + 1))]);
  int64_t size = 1;
  for (const Dim &dim : dims) {
    *dim.stride = size;
    size *= std::max<int64_t>(dim.extent, 1);
  }
  return static_cast<size_t>(size);
}

void AttentionCase::addTensor(Random &random, int32_t number, bool hasRows,
                              int64_t elements) {
  fp8rt_attention_tensor &layout = desc.tensors[number];
  layout = {};
  layout.dtype = FP8RT_F32;
  std::vector<Dim> dims = {{&layout.row_stride[Batch], desc.rows[Batch]}};
  if (hasRows) {
    dims.push_back({&layout.row_stride[Heads], desc.rows[Heads]});
    dims.push_back({&layout.row_stride[Rows], desc.rows[Rows]});
  } else {
    dims.push_back({&layout.key_stride, desc.keys});
  }
  dims.push_back({&layout.element_stride, elements});
  values[number].resize(setStrides(random, dims));
  for (float &value : values[number])
    value = 2.0f * random.unit();
  buffers[number] = values[number].data();
  if (!traits.isBF16 || number >= FP8RT_ATTENTION_O)
    return;
  layout.dtype = FP8RT_BF16;
  for (float &value : values[number]) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    codes[number].push_back(static_cast<uint16_t>(bits >> 16));
    bits &= 0xFFFF0000;
    std::memcpy(&value, &bits, sizeof(bits));
  }
  buffers[number] = codes[number].data();
}

void AttentionCase::addCaptured(Random &random) {
  if (traits.hasBias) {
    fp8rt_attention_tensor &layout = desc.captured[biasNumber];
    layout.dtype = FP8RT_CAPTURED_F32;
    bias.resize(
        setStrides(random, {{&layout.row_stride[Heads], desc.rows[Heads]},
                            {&layout.row_stride[Rows], desc.rows[Rows]},
                            {&layout.key_stride, desc.keys}}));
    for (float &value : bias)
      value = 2.0f * random.unit();
    buffers[static_cast<size_t>(FP8RT_NUM_ATTENTION_TENSORS + biasNumber)] =
        bias.data();
  }
  if (traits.hasFactor) {
    fp8rt_attention_tensor &layout = desc.captured[factorNumber];
    layout.dtype = FP8RT_CAPTURED_I1;
    isKeptKey.resize(
        setStrides(random, {{&layout.row_stride[Batch], desc.rows[Batch]},
                            {&layout.row_stride[Rows], desc.rows[Rows]},
                            {&layout.key_stride, desc.keys}}));
    for (uint8_t &isKept : isKeptKey)
      isKept = random.below(4) != 0;
    buffers[static_cast<size_t>(FP8RT_NUM_ATTENTION_TENSORS + factorNumber)] =
        isKeptKey.data();
  }
}

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

/// Returns the traits of one batch and one head.
static AttentionTraits getTraits(int64_t rows, int64_t keys, int64_t d = 5,
                                 int64_t e = 3) {
  AttentionTraits traits;
  traits.rows = rows;
  traits.keys = keys;
  traits.d = d;
  traits.e = e;
  return traits;
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

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

/// Expects both functions that take a description to refuse a changed one.
template <typename Change>
static void expectRefused(Change change, const char *text,
                          fp8rt_status status = FP8RT_INVALID_ARGUMENT,
                          bool isBackward = false) {
  Context context;
  AttentionTraits traits = getTraits(/*rows=*/4, /*keys=*/6);
  traits.batches = traits.heads = 2;
  traits.hasBias = traits.isCausal = traits.canSkip = true;
  AttentionCase test(0, isBackward, traits);
  change(test.desc);
  EXPECT_FAILS(test.run(context, isBackward), status, text);
  uint64_t bytes = 0;
  EXPECT_FAILS(fp8rt_attention_workspace(&test.desc, &bytes), status, text);
}

using Desc = fp8rt_attention_desc;

TEST(Attention, ReportsDescriptions) {
  expectRefused([](Desc &d) { d.keys = -1; }, "keys is -1");
  expectRefused([](Desc &d) { d.num_row_dims = 7; }, "num_row_dims is 7");
  expectRefused([](Desc &d) { d.num_batch_dims = 4; }, "num_batch_dims is 4");
  expectRefused([](Desc &d) { d.causal_dim = 0; }, "causal_dim is 0");
  expectRefused([](Desc &d) { d.rows[0] = -3; }, "an extent of rows is -3");
  expectRefused([](Desc &d) { d.score = 64; }, "score is 64");
  expectRefused([](Desc &d) { d.num_ops = 0; }, "num_ops is 0");
  expectRefused(
      [](Desc &d) { d.tensors[FP8RT_ATTENTION_Q].dtype = FP8RT_E4M3; },
      "q is 2");
  expectRefused(
      [](Desc &d) { d.tensors[FP8RT_ATTENTION_MAX].dtype = FP8RT_BF16; },
      "expected max in f32");
  Context context;
  AttentionCase test(0, /*isBackward=*/false);
  test.desc.is_backward = 1;
  EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT,
               "expected a description with is_backward = 0, but got 1");
  test.desc.is_backward = 0;
  test.buffers[FP8RT_ATTENTION_V] = nullptr;
  EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT, "v is NULL");
  EXPECT_FAILS(fp8rt_attention(context, nullptr, nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "desc is NULL");
}

TEST(Attention, ReportsInstructions) {
  expectRefused([](Desc &d) { d.ops[5].a = 9; },
                "an operand of an instruction is 9");
  expectRefused([](Desc &d) { d.ops[5].c = 1 << 30; },
                "an unused operand of an instruction is 1073741824");
  expectRefused([](Desc &d) { d.ops[1].value = 3; },
                "the dimension of an index is 3");
  expectRefused([](Desc &d) { d.ops[0].code = 99; },
                "the code of an instruction is 99");
  expectRefused([](Desc &d) { d.ops[5] = {FP8RT_SCORE_COMPARE, 0, 0, 0, 16}; },
                "a relation is 16");
  expectRefused(
      [](Desc &d) { d.ops[5] = {FP8RT_SCORE_INT, 0, 0, 0, int64_t{1} << 32}; },
      "an integer is 4294967296");
}

TEST(Attention, ReportsLayouts) {
  auto refuseRow = [](int32_t tensor, int32_t dim, const char *text,
                      int64_t stride, bool isBackward) {
    expectRefused([&](Desc &d) { d.tensors[tensor].row_stride[dim] = stride; },
                  text, FP8RT_INVALID_ARGUMENT, isBackward);
  };
  const int32_t batch = AttentionCase::Batch, rows = AttentionCase::Rows;
  refuseRow(FP8RT_ATTENTION_O, rows, "elements of o overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_MAX, rows, "elements of max overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_SUM, batch, "elements of sum overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_DQ, rows, "elements of dq overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_DK, batch, "elements of dk overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_DV, batch, "elements of dv overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_K, rows,
            "k has stride 5 in row dimension 2, expected 0", 5, false);
  refuseRow(FP8RT_ATTENTION_Q, rows, "q has the negative stride -1", -1, false);
}

TEST(Attention, ReportsSizesThatOverflow) {
  expectRefused(
      [](Desc &d) {
        d.tensors[FP8RT_ATTENTION_Q].row_stride[AttentionCase::Rows] =
            INT64_MAX / 2;
      },
      "q does not fit an address space", FP8RT_OUT_OF_RANGE);
  expectRefused(
      [](Desc &d) { std::fill_n(d.rows, FP8RT_ATTENTION_ROW_DIMS, INT32_MAX); },
      "the number of rows does not fit an address space", FP8RT_OUT_OF_RANGE);
  // With strides of 0, tensors have one element, so only the workspace is too
  // large.
  expectRefused(
      [](Desc &d) {
        std::fill_n(d.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
        d.keys = INT32_MAX;
        d.d = d.e = (1 << 30) + 1;
        for (int32_t i :
             {FP8RT_ATTENTION_Q, FP8RT_ATTENTION_K, FP8RT_ATTENTION_V})
          d.tensors[i].key_stride = d.tensors[i].element_stride = 0;
        d.tensors[FP8RT_ATTENTION_O].element_stride = 1;
        d.captured[0].key_stride = 0;
      },
      "the workspace of 2147483647 keys, d = 1073741825 and e = 1073741825 "
      "does not fit an address space",
      FP8RT_OUT_OF_RANGE);
}
