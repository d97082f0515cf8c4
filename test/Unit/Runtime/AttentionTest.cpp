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

AttentionCase::AttentionCase(uint64_t seed, bool isBackward) {
  Random random{seed};
  desc.is_backward = isBackward;
  desc.num_row_dims = NumDims;
  desc.num_batch_dims = 1;
  std::fill_n(desc.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
  desc.rows[Batch] = 1 + random.below(3);
  desc.rows[Heads] = 1 + random.below(2);
  desc.rows[Rows] = 1 + random.below(random.below(4) ? 20 : 150);
  desc.keys = 1 + random.below(random.below(4) ? 20 : 600);
  desc.d = 1 + random.below(20);
  desc.e = 1 + random.below(20);
  isCausal = random.below(2) != 0;
  if (random.below(3) == 0)
    fill = -std::numeric_limits<float>::infinity();

  int32_t product = add(FP8RT_SCORE_PRODUCT);
  int32_t row = add(FP8RT_SCORE_ROW_INDEX, 0, 0, 0, Rows);
  int32_t key = add(FP8RT_SCORE_KEY_INDEX);
  auto constant = [&](float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return add(FP8RT_SCORE_F32, 0, 0, 0, bits);
  };
  int32_t factor = constant(scale), zero = constant(0.0f);
  int32_t scaled = add(FP8RT_SCORE_MUL, product, factor);
  desc.score = scaled;
  desc.derivative = isBackward ? factor : -1;
  desc.factor = -1;
  desc.causal_dim = -1;
  if (isCausal) {
    int32_t isPast =
        add(FP8RT_SCORE_COMPARE_INT, key, row, 0, FP8RT_LESS | FP8RT_EQUAL);
    desc.score = add(FP8RT_SCORE_SELECT, isPast, scaled, constant(fill));
    if (isBackward)
      desc.derivative = add(FP8RT_SCORE_SELECT, isPast, factor, zero);
    if (random.below(2)) {
      desc.causal_dim = Rows;
      desc.causal_fill = fill;
    }
  }
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
}

int32_t AttentionCase::add(int32_t code, int32_t a, int32_t b, int32_t c,
                           int64_t value) {
  desc.ops[desc.num_ops] = {code, a, b, c, value};
  return desc.num_ops++;
}

void AttentionCase::addTensor(Random &random, int32_t number, bool hasRows,
                              int64_t elements) {
  fp8rt_attention_tensor &layout = desc.tensors[number];
  layout = {};
  layout.dtype = FP8RT_F32;
  struct Dim {
    int64_t *stride, extent;
  };
  std::vector<Dim> dims = {{&layout.row_stride[Batch], desc.rows[Batch]}};
  if (hasRows) {
    dims.push_back({&layout.row_stride[Heads], desc.rows[Heads]});
    dims.push_back({&layout.row_stride[Rows], desc.rows[Rows]});
  } else {
    dims.push_back({&layout.key_stride, desc.keys});
  }
  dims.push_back({&layout.element_stride, elements});
  for (size_t i = dims.size() - 1; i != 0; --i)
    std::swap(dims[i], dims[static_cast<size_t>(random.below(int64_t(i) + 1))]);
  int64_t size = 1;
  for (const Dim &dim : dims) {
    *dim.stride = size;
    size *= dim.extent;
  }
  values[number].resize(static_cast<size_t>(size));
  for (float &value : values[number])
    value = 2.0f * random.unit();
  buffers[number] = values[number].data();
}

//===----------------------------------------------------------------------===//
// Comparison with double precision
//===----------------------------------------------------------------------===//

namespace {
/// The probabilities of a row, in double precision.
struct ExactRow {
  std::vector<double> p;
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
    row.p.push_back(test.isMasked(i, j) ? double(test.fill)
                                        : s * AttentionCase::scale);
    row.max = std::max(row.max, row.p.back());
  }
  for (double &p : row.p) {
    p = std::exp(p - row.max);
    row.sum += p;
  }
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

/// Values are at most 2, and extents of sums at most 600.
constexpr double tolerance = 2e-4;

/// Returns the number of random cases: FP8_TEST_ATTENTION_CASES, or 200.
static uint64_t getNumCases() {
  const char *number = std::getenv("FP8_TEST_ATTENTION_CASES");
  return number ? std::strtoull(number, nullptr, 10) : 200;
}

TEST(Attention, IsWithinTheBoundOfRandomCases) {
  Context context;
  for (uint64_t seed = 0, end = getNumCases(); seed < end; ++seed) {
    AttentionCase test(seed, /*isBackward=*/false);
    ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
    forRows(test, [&](int64_t b, int64_t h, int64_t i) {
      ExactRow row = computeRow(test, b, h, i);
      ASSERT_NEAR(test.at(FP8RT_ATTENTION_MAX, b, h, i, 0, 0), row.max, 1e-4)
          << seed;
      ASSERT_NEAR(test.at(FP8RT_ATTENTION_SUM, b, h, i, 0, 0), row.sum,
                  1e-4 * row.sum)
          << seed;
      for (int64_t e = 0; e < test.desc.e; ++e) {
        double o = 0.0;
        for (int64_t j = 0; j < test.desc.keys; ++j)
          o += row.p[static_cast<size_t>(j)] *
               test.at(FP8RT_ATTENTION_V, b, h, i, j, e);
        ASSERT_NEAR(test.at(FP8RT_ATTENTION_O, b, h, i, 0, e), o, tolerance)
            << seed;
      }
    });
  }
}

TEST(Attention, GradientsAreWithinTheBoundOfRandomCases) {
  Context context;
  for (uint64_t seed = 0, end = getNumCases(); seed < end; ++seed) {
    AttentionCase forward(seed, /*isBackward=*/false);
    ASSERT_EQ(forward.run(context, false), FP8RT_OK) << fp8rt_last_error();
    // The same values and layouts.
    AttentionCase test(seed, /*isBackward=*/true);
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
      std::vector<double> dp(row.p.size());
      double c = 0.0;
      for (int64_t j = 0; j < desc.keys; ++j) {
        size_t n = static_cast<size_t>(j);
        for (int64_t e = 0; e < desc.e; ++e) {
          double grad = test.at(FP8RT_ATTENTION_GRAD, b, h, i, 0, e);
          dp[n] += grad * test.at(FP8RT_ATTENTION_V, b, h, i, j, e);
          dv[place(b, j, e, desc.e)] += row.p[n] * grad;
        }
        c += row.p[n] * dp[n];
      }
      for (int64_t d = 0; d < desc.d; ++d) {
        double dq = 0.0;
        for (int64_t j = 0; j < desc.keys; ++j) {
          size_t n = static_cast<size_t>(j);
          double ds = test.isMasked(i, j)
                          ? 0.0
                          : row.p[n] * (dp[n] - c) * AttentionCase::scale;
          dq += ds * test.at(FP8RT_ATTENTION_K, b, h, i, j, d);
          dk[place(b, j, d, desc.d)] +=
              ds * test.at(FP8RT_ATTENTION_Q, b, h, i, 0, d);
        }
        ASSERT_NEAR(test.at(FP8RT_ATTENTION_DQ, b, h, i, 0, d), dq,
                    10 * tolerance)
            << seed;
      }
    });
    for (int64_t b = 0; b < batches; ++b)
      for (int64_t j = 0; j < desc.keys; ++j) {
        for (int64_t d = 0; d < desc.d; ++d)
          ASSERT_NEAR(test.at(FP8RT_ATTENTION_DK, b, 0, 0, j, d),
                      dk[place(b, j, d, desc.d)], 10 * tolerance)
              << seed;
        for (int64_t e = 0; e < desc.e; ++e)
          ASSERT_NEAR(test.at(FP8RT_ATTENTION_DV, b, 0, 0, j, e),
                      dv[place(b, j, e, desc.e)], 10 * tolerance)
              << seed;
      }
  }
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

TEST(Attention, SkippedKeysAreReadIfARowHasNoOthers) {
  Context context;
  AttentionCase test(1, /*isBackward=*/false);
  // All scores are the fill, so all probabilities are equal.
  test.desc.causal_dim = AttentionCase::Rows;
  test.desc.causal_fill = -5.0f;
  test.desc.num_ops = 0;
  test.desc.score = test.add(FP8RT_SCORE_F32, 0, 0, 0, 0xC0A00000 /* -5 */);
  ASSERT_EQ(test.run(context, false), FP8RT_OK) << fp8rt_last_error();
  double mean = 0.0;
  for (int64_t j = 0; j < test.desc.keys; ++j)
    mean += test.at(FP8RT_ATTENTION_V, 0, 0, 0, j, 0);
  EXPECT_NEAR(test.at(FP8RT_ATTENTION_O, 0, 0, 0, 0, 0),
              mean / double(test.desc.keys), tolerance);
}

TEST(Attention, IsLaunchedAsAKernel) {
  Context context;
  AttentionCase direct(3, /*isBackward=*/false),
      launched(3, /*isBackward=*/false);
  ASSERT_EQ(direct.run(context, false), FP8RT_OK) << fp8rt_last_error();
  fp8rt_kernel kernel = {"attention", fp8rt_attention_kernel, nullptr, 1, 7, 0};
  std::vector<void *> pointers = {&launched.desc};
  pointers.insert(pointers.end(), launched.buffers.begin(),
                  launched.buffers.begin() + FP8RT_ATTENTION_GRAD);
  ASSERT_EQ(
      fp8rt_launch(context, nullptr, &kernel, 1, pointers.data(), nullptr),
      FP8RT_OK)
      << fp8rt_last_error();
  EXPECT_EQ(direct.values[FP8RT_ATTENTION_O],
            launched.values[FP8RT_ATTENTION_O]);
  kernel.num_pointers = 6;
  EXPECT_FAILS(
      fp8rt_launch(context, nullptr, &kernel, 1, pointers.data(), nullptr),
      FP8RT_INVALID_ARGUMENT, "expected 7 pointers, but got 6");
}

TEST(Attention, ReportsDescriptions) {
  Context context;
  auto refused = [&](auto change, const char *text) {
    AttentionCase test(0, /*isBackward=*/false);
    change(test.desc);
    EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT, text);
    uint64_t bytes;
    (void)fp8rt_attention_workspace(&test.desc, &bytes);
  };
  using Desc = fp8rt_attention_desc;
  refused([](Desc &d) { d.keys = -1; }, "keys is -1");
  refused([](Desc &d) { d.num_row_dims = 7; }, "num_row_dims is 7");
  refused([](Desc &d) { d.num_batch_dims = 4; }, "num_batch_dims is 4");
  refused([](Desc &d) { d.causal_dim = 0; }, "causal_dim is 0");
  refused([](Desc &d) { d.rows[0] = -3; }, "an extent of rows is -3");
  refused([](Desc &d) { d.score = 64; }, "score is 64");
  refused([](Desc &d) { d.num_ops = 0; }, "num_ops is 0");
  refused([](Desc &d) { d.ops[5].a = 9; }, "an operand of an instruction is 9");
  refused([](Desc &d) { d.ops[1].value = 3; },
          "the dimension of an index is 3");
  refused([](Desc &d) { d.ops[0].code = 99; },
          "the code of an instruction is 99");
  refused([](Desc &d) { d.tensors[FP8RT_ATTENTION_Q].dtype = FP8RT_E4M3; },
          "q is 2");
  refused([](Desc &d) { d.tensors[FP8RT_ATTENTION_MAX].dtype = FP8RT_BF16; },
          "expected max in f32");
  refused([](Desc &d) { d.is_backward = 1; },
          "expected a description with is_backward = 0, but got 1");
  AttentionCase test(0, /*isBackward=*/false);
  test.buffers[FP8RT_ATTENTION_V] = nullptr;
  EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT, "v is NULL");
  EXPECT_FAILS(fp8rt_attention(context, nullptr, nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "desc is NULL");
}
