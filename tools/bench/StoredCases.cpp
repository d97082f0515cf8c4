//===- StoredCases.cpp - Benchmarks of AdamW on stored states -------------===//

#include "Bench.h"
#include "StoredAdamW.h"
#include "fp8/Numerics/Draws.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Scale.h"
#include "fp8/Numerics/Split.h"
#include "fp8/Numerics/SumTree.h"

#include <cmath>
#include <sstream>

using namespace bench;
namespace numerics = mlir::fp8::numerics;

constexpr int numStoredVariants = 4;
constexpr uint32_t streamOfV = 0, streamOfW = 1,
                   streamOfM = numerics::partnerStream | streamOfV;

/// Creates a problem with groups, the gradient and the scalars, and with the
/// values that w and v represent.
static Problem makeStored(fp8rt_context context, int variant) {
  const int64_t groups =
      std::array{65536, 1, 37, 300}[static_cast<size_t>(variant)];
  Problem problem(context);
  int64_t n = groups * storedGroup;
  problem.setSize("n", n);
  problem.setSize("groups", groups);
  auto *g = problem.add<float>("g", n, Problem::Input);
  fill(g, n, 21, 0.01f);
  if (variant == 3) {
    g[5] = __builtin_nanf("");
    g[700] = __builtin_inff();
    for (int64_t i = 1280; i < 1536; ++i)
      g[i] = 0.0f;
  }
  const float scale = 448.0f / 0.5f;
  const StoredScalars values = {1e-3f,        2.5f,  6.0f,  1.2f,
                                1.0f / scale, scale, 12345, 7};
  std::istringstream names(storedScalarNames);
  const auto *words = reinterpret_cast<const uint32_t *>(&values);
  for (std::string name; names >> name;)
    *problem.add<uint32_t>(name.c_str(), 1, Problem::Input) = *words++;
  return problem;
}

static StoredScalars scalarsOf(const Problem &problem) {
  void *pointers[numStoredScalars];
  std::istringstream names(storedScalarNames);
  int i = 0;
  for (std::string name; names >> name;)
    pointers[i++] = problem.get<void>(name);
  return loadScalars(pointers);
}

/// Returns values of w, m or v with the largest magnitude `scale`.
static std::vector<float> valuesOf(int64_t n, uint64_t seed, float scale) {
  std::vector<float> values(static_cast<size_t>(n));
  fill(values.data(), n, seed, scale);
  return values;
}

/// Computes one step with the operations of the region, in its order.
static void step(const StoredScalars &s, float &w, float &m, float &v, float g,
                 bool clamps) {
  m = 0.9f * m + 0.1f * g;
  v = 0.999f * v + 1.0e-3f * (g * g);
  float update = (m * s.correct1) / (std::sqrt(v * s.correct2) + 1.0e-8f);
  if (clamps) {
    update = update < -s.bound ? -s.bound : update;
    update = update > s.bound ? s.bound : update;
  }
  w = w * (1.0f - s.rate * 0.1f) - s.rate * update;
}

//===----------------------------------------------------------------------===//
// bf16
//===----------------------------------------------------------------------===//

static Problem makeBF16(fp8rt_context context, int variant) {
  Problem problem = makeStored(context, variant);
  int64_t n = problem.size("n");
  auto w = valuesOf(n, 22, 0.1f), m = valuesOf(n, 23, 0.01f),
       v = valuesOf(n, 24, 1e-4f);
  for (const char *name : {"w", "r", "m", "v"})
    problem.add<uint16_t>(name, n, Problem::Output);
  for (size_t i = 0; i < w.size(); ++i) {
    uint16_t main = numerics::encodeBF16(w[i]);
    problem.get<uint16_t>("w")[i] = main;
    problem.get<uint16_t>("r")[i] =
        numerics::encodeBF16(w[i] - numerics::decodeBF16(main));
    problem.get<uint16_t>("m")[i] = numerics::encodeBF16(m[i]);
    problem.get<uint16_t>("v")[i] = numerics::encodeBF16(std::fabs(v[i]));
  }
  if (variant == 3) {
    const uint16_t special[] = {0x7FC1, 0xFFFF, 0x7F7F, 0x0001, 0x8000, 0x7F80};
    for (size_t i = 0; i < std::size(special); ++i)
      problem.get<uint16_t>("w")[200 + i] = special[i];
  }
  problem.bytesMoved = 20.0 * static_cast<double>(n);
  return problem;
}

static void referenceBF16(Problem &problem) {
  StoredScalars s = scalarsOf(problem);
  auto *w = problem.get<uint16_t>("w"), *r = problem.get<uint16_t>("r"),
       *m = problem.get<uint16_t>("m"), *v = problem.get<uint16_t>("v");
  for (int64_t i = 0; i < problem.size("n"); ++i) {
    float x = numerics::decodeBF16(w[i]) + numerics::decodeBF16(r[i]);
    float first = numerics::decodeBF16(m[i]);
    float second = numerics::decodeBF16(v[i]);
    step(s, x, first, second, problem.get<float>("g")[i], /*clamps=*/false);
    w[i] = numerics::encodeBF16(x);
    r[i] = numerics::encodeBF16(x - numerics::decodeBF16(w[i]));
    m[i] = numerics::encodeBF16(first);
    uint16_t random =
        numerics::drawBits(s.seed, streamOfV, static_cast<uint64_t>(i), s.step,
                           numerics::use::update);
    v[i] = numerics::encodeBF16Stochastic(second, random);
  }
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

template <int bits, typename Rest>
static Problem makeSplit(fp8rt_context context, int variant) {
  Problem problem = makeStored(context, variant);
  int64_t n = problem.size("n"), groups = problem.size("groups");
  StoredScalars s = scalarsOf(problem);
  auto values = valuesOf(n, 22, 0.1f), moments = valuesOf(n, 23, 448.0f),
       squares = valuesOf(n, 24, 480.0f);
  auto *w = problem.add<uint8_t>("w", n, Problem::Output);
  auto *r = problem.add<Rest>("r", n, Problem::Output);
  auto *m = problem.add<uint8_t>("m", n, Problem::Output);
  auto *mScale = problem.add<float>("m_scale", groups, Problem::Output);
  auto *v = problem.add<uint8_t>("v", n, Problem::Output);
  auto *vScale = problem.add<float>("v_scale", groups, Problem::Output);
  problem.add<uint32_t>("partials", groups / storedGrain + 1, Problem::Scratch);
  problem.add<float>("amax", 1, Problem::Output);
  for (size_t i = 0; i < values.size(); ++i) {
    auto code = numerics::encodeSplit(values[i] * s.scale, bits);
    w[i] = code.main;
    r[i] = static_cast<Rest>(code.residual);
    m[i] = numerics::encode(moments[i], numerics::e4m3);
    v[i] = numerics::encode(std::fabs(squares[i]), numerics::ue4m4);
  }
  std::fill_n(mScale, groups, 0.01f / 448.0f);
  std::fill_n(vScale, groups, 1e-4f / 480.0f);
  if (variant == 3) {
    w[200] = 0x7F;
    w[300] = 0xFE;
    m[2600] = 0xFF;
    v[2800] = 0xFF;
    std::fill_n(m + 1280, 256, 0);
    std::fill_n(v + 1280, 256, 0);
  }
  problem.bytesMoved = (10.0 + 2 * sizeof(Rest)) * static_cast<double>(n) +
                       16.0 * static_cast<double>(groups);
  return problem;
}

/// Returns the scale of a group of new moments.
static numerics::Scale scaleOf(const float *values, float largest) {
  float amax =
      numerics::maxAbs(storedGroup, [=](int64_t i) { return values[i]; });
  return numerics::computeScale(amax, largest);
}

template <int bits, typename Rest>
static void referenceSplit(Problem &problem) {
  StoredScalars s = scalarsOf(problem);
  auto *w = problem.get<uint8_t>("w"), *m = problem.get<uint8_t>("m"),
       *v = problem.get<uint8_t>("v");
  auto *r = problem.get<Rest>("r");
  float inverse = 1.0f / s.scale, amax = 0.0f;
  for (int64_t group = 0; group < problem.size("groups"); ++group) {
    float newM[storedGroup], newV[storedGroup];
    float *mScale = problem.get<float>("m_scale") + group;
    float *vScale = problem.get<float>("v_scale") + group;
    auto draw = [&](uint32_t stream, int64_t i) {
      return numerics::drawBits(s.seed, stream, static_cast<uint64_t>(i),
                                s.step, numerics::use::update,
                                stream == streamOfW
                                    ? numerics::Sequence::QuasiRandom
                                    : numerics::Sequence::Random);
    };
    for (int64_t j = 0; j < storedGroup; ++j) {
      int64_t i = group * storedGroup + j;
      float x = numerics::decodeSplit({w[i], static_cast<int16_t>(r[i])}, bits);
      x = x * s.oldInverse;
      newM[j] = numerics::decode(m[i], numerics::e4m3) * *mScale;
      newV[j] = numerics::decode(v[i], numerics::ue4m4) * *vScale;
      step(s, x, newM[j], newV[j], problem.get<float>("g")[i], true);
      numerics::SplitCode code =
          bits == 8 ? numerics::encodeSplitStochastic(x * s.scale,
                                                      draw(streamOfW, i), bits)
                    : numerics::encodeSplit(x * s.scale, bits);
      w[i] = code.main;
      r[i] = static_cast<Rest>(code.residual);
      float stored = std::fabs(numerics::decodeSplit(code, bits) * inverse);
      amax = amax != amax || stored != stored ? numerics::canonicalNaN()
                                              : std::fmax(amax, stored);
    }
    numerics::Scale scaleOfM = scaleOf(newM, 448.0f);
    numerics::Scale scaleOfV = scaleOf(newV, 480.0f);
    *mScale = scaleOfM.scaleInv;
    *vScale = scaleOfV.scaleInv;
    for (int64_t j = 0; j < storedGroup; ++j) {
      int64_t i = group * storedGroup + j;
      m[i] = numerics::encodeStochastic(newM[j] * scaleOfM.scale,
                                        draw(streamOfM, i), numerics::e4m3);
      v[i] = numerics::encodeStochastic(newV[j] * scaleOfV.scale,
                                        draw(streamOfV, i), numerics::ue4m4);
    }
  }
  *problem.get<float>("amax") = amax;
}

const std::vector<Case> &bench::storedCases() {
  static const std::vector<Case> cases = {
      {"adamw-bf16-residual", "stored as that preset says, in place",
       numStoredVariants, makeBF16, referenceBF16},
      {"adamw-split8", "stored as fp8-split8 says, in place, with amax",
       numStoredVariants, makeSplit<8, int8_t>, referenceSplit<8, int8_t>},
      {"adamw-split16", "stored as fp8-split16 says, in place, with amax",
       numStoredVariants, makeSplit<16, int16_t>, referenceSplit<16, int16_t>}};
  return cases;
}
