//===- Cases.cpp - Benchmarks and their declared results ------------------===//

#include "Bench.h"
#include "HandAdamW.h"
#include "HandQuantize.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Math.h"
#include "fp8/Numerics/MathGelu.h"
#include "fp8/Numerics/SumTree.h"

#include <cmath>

using namespace bench;
namespace numerics = mlir::fp8::numerics;

namespace {
struct Random {
  uint64_t state;

  uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  /// Returns a number in [-1, 1), of all magnitudes down to 2^-24.
  float unit() {
    return static_cast<float>(static_cast<int64_t>(next() & 0xFFFFFF) -
                              0x800000) *
           0x1p-23f;
  }
};
} // namespace

void bench::fill(float *data, int64_t n, uint64_t seed, float scale) {
  Random random{seed};
  for (int64_t i = 0; i < n; ++i)
    data[i] = random.unit() * scale;
}

void bench::fillBits(float *data, int64_t n, uint64_t seed, bool withNaN) {
  Random random{seed};
  for (int64_t i = 0; i < n; ++i) {
    auto bits = static_cast<uint32_t>(random.next() << 1 ^ random.next());
    // Every tie and every code of e4m3, and their neighbours one ulp away.
    if (i % 3 == 0)
      bits = (bits & 0x80080001u) |
             (0x3A000000u + (bits >> 8 & 0x0AFu) * 0x80000u);
    if (!withNaN && numerics::isNaN(numerics::floatOf(bits)))
      bits = 0x7F800000u;
    data[i] = numerics::floatOf(bits);
  }
}

//===----------------------------------------------------------------------===//
// Quantize, and quantize with a transpose
//===----------------------------------------------------------------------===//

constexpr int numQuantizeVariants = 9;

static Problem makeQuantize(fp8rt_context context, int variant) {
  const int64_t n =
      std::array{1 << 24, 1, 15, 16, 1000, 16384, 16400, 100003, 100003}
          [static_cast<size_t>(variant)];
  Problem problem(context);
  auto *x = problem.add<float>("x", n, Problem::Input);
  auto *scale = problem.add<float>("scale", 1, Problem::Input);
  problem.add<uint8_t>("codes", n, Problem::Output);
  problem.add<float>("partials", n / 256 + 1, Problem::Scratch);
  problem.add<float>("amax", 1, Problem::Output);
  problem.setSize("n", n);
  problem.bytesMoved = 5.0 * static_cast<double>(n);
  *scale = variant == 7 ? 0.0f : variant == 6 ? 0.37f : 1.0f;
  if (variant == 0)
    fill(x, n, 1, 400.0f);
  else
    fillBits(x, n, static_cast<uint64_t>(variant), variant % 2 == 0);
  return problem;
}

static void quantizeReference(Problem &problem) {
  int64_t n = problem.size("n");
  const auto *x = problem.get<float>("x");
  float scale = *problem.get<float>("scale");
  auto *codes = problem.get<uint8_t>("codes");
  for (int64_t i = 0; i < n; ++i)
    codes[i] = numerics::encode(x[i] * scale, numerics::e4m3);
  *problem.get<float>("amax") =
      numerics::maxAbs(n, [=](int64_t i) { return x[i]; });
}

/// Replaces x with gelu(x).
static void geluReference(Problem &problem) {
  int64_t n = problem.size("n");
  const auto *x = problem.get<float>("x");
  float scale = *problem.get<float>("scale");
  auto *codes = problem.get<uint8_t>("codes");
  for (int64_t i = 0; i < n; ++i)
    codes[i] =
        numerics::encode(numerics::geluF32(x[i]) * scale, numerics::e4m3);
  *problem.get<float>("amax") =
      numerics::maxAbs(n, [=](int64_t i) { return numerics::geluF32(x[i]); });
}

constexpr int numTransposeVariants = 5;

static Problem makeTranspose(fp8rt_context context, int variant) {
  const int64_t shapes[numTransposeVariants][2] = {
      {4096, 4096}, {64, 64}, {1, 1}, {100, 77}, {129, 200}};
  auto [rows, cols] = shapes[variant];
  int64_t n = rows * cols;
  Problem problem(context);
  auto *x = problem.add<float>("x", n, Problem::Input);
  auto *scale = problem.add<float>("scale", 1, Problem::Input);
  problem.add<uint8_t>("codes", n, Problem::Output);
  problem.add<uint8_t>("transposed", n, Problem::Output);
  problem.add<float>("partials", n / 256 + rows + 1, Problem::Scratch);
  problem.add<float>("amax", 1, Problem::Output);
  problem.setSize("n", n);
  problem.setSize("rows", rows);
  problem.setSize("cols", cols);
  problem.setSize("stripes", (rows + transposeRows - 1) / transposeRows);
  problem.bytesMoved = 6.0 * static_cast<double>(n);
  *scale = 0.9f;
  if (variant == 0)
    fill(x, n, 2, 400.0f);
  else
    fillBits(x, n, static_cast<uint64_t>(variant), variant % 2 == 0);
  return problem;
}

static void transposeReference(Problem &problem) {
  quantizeReference(problem);
  int64_t rows = problem.size("rows"), cols = problem.size("cols");
  const auto *codes = problem.get<uint8_t>("codes");
  auto *transposed = problem.get<uint8_t>("transposed");
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j)
      transposed[j * rows + i] = codes[i * cols + j];
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

constexpr int numRowVariants = 10;

/// Creates a problem with buffers x and y.
static Problem makeRows(fp8rt_context context, int variant) {
  const int64_t shapes[numRowVariants][2] = {
      {16384, 1024}, {1, 1},     {3, 7},  {20, 33}, {2, 100},
      {3, 4097},     {2, 12300}, {1, 32}, {37, 64}, {18, 4096}};
  auto [rows, cols] = shapes[variant];
  int64_t n = rows * cols;
  Problem problem(context);
  auto *x = problem.add<float>("x", n, Problem::Input);
  problem.add<float>("y", n, Problem::Output);
  problem.setSize("n", n);
  problem.setSize("rows", rows);
  problem.setSize("cols", cols);
  problem.bytesMoved = 8.0 * static_cast<double>(n);
  // A larger spread tests more of exp's range.
  fill(x, n, 3,
       variant == 0                   ? 10.0f
       : variant == 4 || variant == 8 ? 200.0f
                                      : 5.0f);
  return problem;
}

static void softmaxReference(Problem &problem) {
  int64_t rows = problem.size("rows"), cols = problem.size("cols");
  for (int64_t row = 0; row < rows; ++row) {
    const float *x = problem.get<float>("x") + row * cols;
    float *y = problem.get<float>("y") + row * cols;
    float highest = x[0];
    for (int64_t j = 1; j < cols; ++j)
      highest = std::fmax(highest, x[j]);
    for (int64_t j = 0; j < cols; ++j)
      y[j] = numerics::expF32(x[j] - highest);
    float total = numerics::sumTree(cols, [=](int64_t j) { return y[j]; });
    for (int64_t j = 0; j < cols; ++j)
      y[j] = y[j] / total;
  }
}

static Problem makeLayerNorm(fp8rt_context context, int variant) {
  Problem problem = makeRows(context, variant);
  int64_t rows = problem.size("rows"), cols = problem.size("cols");
  fill(problem.add<float>("gamma", cols, Problem::Input), cols, 4, 2.0f);
  fill(problem.add<float>("beta", cols, Problem::Input), cols, 5, 1.0f);
  *problem.add<float>("eps", 1, Problem::Input) = 1e-5f;
  problem.add<float>("mean", rows, Problem::Output);
  problem.add<float>("rstd", rows, Problem::Output);
  return problem;
}

static void layerNormReference(Problem &problem) {
  int64_t rows = problem.size("rows"), cols = problem.size("cols");
  const auto *gamma = problem.get<float>("gamma");
  const auto *beta = problem.get<float>("beta");
  auto count = static_cast<float>(cols);
  for (int64_t row = 0; row < rows; ++row) {
    const float *x = problem.get<float>("x") + row * cols;
    float *y = problem.get<float>("y") + row * cols;
    float mean =
        numerics::sumTree(cols, [=](int64_t j) { return x[j]; }) / count;
    float variance = numerics::sumTree(cols,
                                       [=](int64_t j) {
                                         float d = x[j] - mean;
                                         return d * d;
                                       }) /
                     count;
    float rstd = numerics::rsqrtF32(variance + *problem.get<float>("eps"));
    for (int64_t j = 0; j < cols; ++j)
      y[j] = (x[j] - mean) * rstd * gamma[j] + beta[j];
    problem.get<float>("mean")[row] = mean;
    problem.get<float>("rstd")[row] = rstd;
  }
}

//===----------------------------------------------------------------------===//
// AdamW
//===----------------------------------------------------------------------===//

constexpr int numAdamWVariants = 4;
static const char *const adamWNames[NumAdamWScalars] = {
    "beta1",    "alpha1", "beta2", "alpha2", "correct1",
    "correct2", "eps",    "rate",  "decay"};

static Problem makeAdamW(fp8rt_context context, int variant) {
  const int64_t n =
      std::array{1 << 24, 1, 37, 50000}[static_cast<size_t>(variant)];
  Problem problem(context);
  fill(problem.add<float>("p", n, Problem::Output), n, 6, 0.1f);
  fill(problem.add<float>("g", n, Problem::Input), n, 7, 0.01f);
  fill(problem.add<float>("m", n, Problem::Output), n, 8, 0.01f);
  auto *v = problem.add<float>("v", n, Problem::Output);
  fill(v, n, 9, 1e-4f);
  for (int64_t i = 0; i < n; ++i)
    v[i] = std::fabs(v[i]);
  const float values[NumAdamWScalars] = {0.9f, 0.1f,  0.95f, 0.05f,  2.5f,
                                         6.0f, 1e-8f, 1e-3f, 0.9999f};
  for (int i = 0; i < NumAdamWScalars; ++i)
    *problem.add<float>(adamWNames[i], 1, Problem::Input) = values[i];
  problem.setSize("n", n);
  problem.bytesMoved = 28.0 * static_cast<double>(n);
  return problem;
}

static void adamWReference(Problem &problem) {
  float s[NumAdamWScalars];
  for (int i = 0; i < NumAdamWScalars; ++i)
    s[i] = *problem.get<float>(adamWNames[i]);
  auto *p = problem.get<float>("p"), *g = problem.get<float>("g");
  auto *m = problem.get<float>("m"), *v = problem.get<float>("v");
  for (int64_t i = 0; i < problem.size("n"); ++i) {
    m[i] = s[Beta1] * m[i] + s[Alpha1] * g[i];
    v[i] = s[Beta2] * v[i] + s[Alpha2] * (g[i] * g[i]);
    float update =
        m[i] * s[Correct1] / (std::sqrt(v[i] * s[Correct2]) + s[Epsilon]);
    p[i] = p[i] * s[Decay] - s[Rate] * update;
  }
}
static Problem makeAdamWCast(fp8rt_context context, int variant) {
  Problem problem = makeAdamW(context, variant);
  int64_t n = problem.size("n");
  *problem.add<float>("scale", 1, Problem::Input) = 448.0f / 0.15f;
  problem.add<uint8_t>("codes", n, Problem::Output);
  problem.add<float>("partials", n / 256 + 1, Problem::Scratch);
  problem.add<float>("amax", 1, Problem::Output);
  problem.bytesMoved = 29.0 * static_cast<double>(n);
  return problem;
}

static void adamWCastReference(Problem &problem) {
  adamWReference(problem);
  int64_t n = problem.size("n");
  const auto *p = problem.get<float>("p");
  float scale = *problem.get<float>("scale");
  auto *codes = problem.get<uint8_t>("codes");
  for (int64_t i = 0; i < n; ++i)
    codes[i] = numerics::encode(p[i] * scale, numerics::e4m3);
  *problem.get<float>("amax") =
      numerics::maxAbs(n, [=](int64_t i) { return p[i]; });
}

const std::vector<Case> &bench::allCases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> all = {
        {"quantize", "f32 -> e4m3 with amax, one pass", numQuantizeVariants,
         makeQuantize, quantizeReference},
        {"cast-transpose", "f32 -> e4m3, its transpose, and amax",
         numTransposeVariants, makeTranspose, transposeReference},
        {"softmax", "of each row, f32", numRowVariants, makeRows,
         softmaxReference},
        {"layer-norm", "forward, f32, with mean and rstd", numRowVariants,
         makeLayerNorm, layerNormReference},
        {"adamw", "f32 states, in place", numAdamWVariants, makeAdamW,
         adamWReference},
        {"adamw-e4m3", "f32 states in place, an e4m3 weight, and its amax",
         numAdamWVariants, makeAdamWCast, adamWCastReference},
        {"gelu-quantize", "gelu(f32) -> e4m3 with amax, one pass",
         numQuantizeVariants, makeQuantize, geluReference}};
    all.insert(all.end(), granuleCases().begin(), granuleCases().end());
    all.insert(all.end(), storedCases().begin(), storedCases().end());
    return all;
  }();
  return cases;
}
