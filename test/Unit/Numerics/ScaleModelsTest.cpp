//===- ScaleModelsTest.cpp - scales against models of other recipes -------===//
//
// Each model is the formula of one library, written for readability: powers of
// two by frexp, histories as queues. If options of fp8 express the formula, all
// bits must agree. Tests name the corner cases in which a library differs.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Scale.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <deque>
#include <random>
#include <vector>

using namespace mlir::fp8::numerics;

namespace {

const float kMaxima[] = {448.0f, 57344.0f};

/// Zeros, subnormals, every power of two and its neighbours, the largest value,
/// infinity and NaN.
std::vector<float> makeAmaxes() {
  std::vector<float> amaxes = {0.0f,    1e-12f,    1e-30f, 3.0f,     10.0f,
                               447.0f,  448.0f,    449.0f, 57344.0f, 1e4f,
                               FLT_MAX, HUGE_VALF, NAN};
  for (int exponent = -149; exponent < 128; ++exponent) {
    float power = std::ldexp(1.0f, exponent);
    amaxes.insert(amaxes.end(), {power, std::nextafter(power, 0.0f),
                                 std::nextafter(power, HUGE_VALF)});
  }
  return amaxes;
}

/// The largest power of two that is not above `x`.
float roundDownToPowerOfTwo(float x) {
  int exponent = 0;
  std::frexp(x, &exponent); // x in [2^(exponent-1), 2^exponent)
  return std::ldexp(1.0f, exponent - 1);
}

//===----------------------------------------------------------------------===//
// Current scaling
//===----------------------------------------------------------------------===//

/// TransformerEngine, current scaling.
float modelTransformerEngine(float amax, float max, float epsilon, bool pow2) {
  if (amax < epsilon)
    amax = epsilon;
  bool hasScale = std::isfinite(amax) && amax != 0.0f;
  if (!hasScale)
    return 1.0f;
  float scale = max / amax;
  if (std::isinf(scale))
    scale = FLT_MAX;
  return pow2 ? roundDownToPowerOfTwo(scale) : scale;
}

TEST(ScaleModels, TransformerEngineCurrent) {
  for (float max : kMaxima)
    for (float amax : makeAmaxes())
      for (float epsilon : {0.0f, 0x1p-149f, 1e-12f, 1.0f})
        for (bool pow2 : {false, true}) {
          Scale scale = computeScale(amax, max, {0, pow2, epsilon});
          float model = modelTransformerEngine(amax, max, epsilon, pow2);
          ASSERT_EQ(bitsOf(scale.scale), bitsOf(model)) << amax;
          ASSERT_EQ(bitsOf(scale.scaleInv), bitsOf(1.0f / model)) << amax;
        }
}

/// torchao: in f64, clamped at 1e-12.
float modelTorchAO(float amax, float max, bool pow2) {
  double clamped = std::max(static_cast<double>(amax), 1e-12);
  float scale = static_cast<float>(static_cast<double>(max) / clamped);
  return pow2 ? std::exp2(std::floor(std::log2(scale))) : scale;
}

TEST(ScaleModels, TorchAO) {
  for (float max : kMaxima)
    for (float amax : makeAmaxes())
      for (bool pow2 : {false, true}) {
        float scale = computeScale(amax, max, {0, pow2, 1e-12f}).scale;
        // Corner case: in fp8, an amax that is not finite gives 1.
        if (!std::isfinite(amax))
          ASSERT_EQ(scale, 1.0f);
        else
          ASSERT_EQ(scale, modelTorchAO(amax, max, pow2)) << amax;
      }
  EXPECT_EQ(modelTorchAO(HUGE_VALF, 448.0f, false), 0.0f);
}

/// MS-AMP: a power of two from the logarithm, the margin in the exponent.
float modelMSAMP(float amax, float max, int margin, float previous) {
  if (!(amax > 0.0f) || !std::isfinite(amax))
    return previous;
  int exponent = 0;
  std::frexp(max / amax, &exponent);
  return std::ldexp(1.0f, exponent - 1 - margin);
}

TEST(ScaleModels, MSAMP) {
  for (float max : kMaxima)
    for (float amax : makeAmaxes())
      for (int margin : {0, 1, 4}) {
        // Corner cases: in MS-AMP, the quotient overflows to infinity, and an
        // infinite amax gives the inverse of the previous scale.
        if (std::isinf(amax) || (amax > 0.0f && std::isinf(max / amax)))
          continue;
        float scale = computeScale(amax, max, {margin, true, 0.0f}, 8.0f).scale;
        ASSERT_EQ(scale, modelMSAMP(amax, max, margin, 8.0f)) << amax;
      }
}

/// DeepGEMM's stored scale: amax / max after a clamp at 1e-4, rounded up to a
/// power of two if scales are ue8m0.
float modelDeepGEMM(float amax, float max, bool ue8m0) {
  float quotient = std::max(amax, 1e-4f) / max;
  if (!ue8m0)
    return quotient;
  int exponent = 0;
  bool isPower = std::frexp(quotient, &exponent) == 0.5f;
  return std::ldexp(1.0f, isPower ? exponent - 1 : exponent);
}

TEST(ScaleModels, DeepGEMM) {
  int numDifferent = 0;
  for (float max : kMaxima)
    for (float amax : makeAmaxes()) {
      Scale pow2 = computeScale(amax, max, {0, true, 1e-4f});
      // Corner case: in DeepGEMM, an amax that is not finite gives 2^127.
      if (!std::isfinite(amax)) {
        EXPECT_EQ(pow2.scaleInv, 1.0f);
        continue;
      }
      ASSERT_EQ(pow2.scaleInv, modelDeepGEMM(amax, max, true)) << amax;
      ASSERT_EQ(pow2.scale, 1.0f / pow2.scaleInv) << amax;
      // No option expresses the other scales: DeepGEMM rounds amax / max, and
      // fp8 rounds max / amax. The results are neighbours.
      Scale scale = computeScale(amax, max, {0, false, 1e-4f});
      float model = modelDeepGEMM(amax, max, false);
      ASSERT_LE(std::abs(int64_t(bitsOf(scale.scaleInv)) - bitsOf(model)), 1)
          << amax;
      numDifferent += scale.scaleInv != model;
    }
  EXPECT_GT(numDifferent, 0);
}

/// TransformerEngine and torchao's RCEIL: amax times the rounded 1 / max, up to
/// a power of two by its logarithm.
int modelMXUp(float amax, float max) {
  float ratio = amax * (1.0f / max);
  if (ratio == 0.0f)
    return 0;
  int exponent = 0;
  bool isPower = std::frexp(ratio, &exponent) == 0.5f;
  int up = isPower ? exponent - 1 : exponent;
  return std::min(std::max(up, -127), 127) + 127;
}

/// OCP's rule, torchao's FLOOR: the exponent of the amax minus the exponent of
/// the largest value.
int modelMXFloor(float amax, float max) {
  return std::min(std::max(std::ilogb(amax) - std::ilogb(max), -127), 127) +
         127;
}

TEST(ScaleModels, MX) {
  for (float max : kMaxima) {
    int numSaturating = 0;
    for (float amax : makeAmaxes()) {
      // Corner case: in torchao, the code of an infinite amax is 0xFF, so the
      // granule is NaN.
      if (!std::isfinite(amax)) {
        EXPECT_EQ(computeE8M0(amax, max), std::isnan(amax) ? 0xFF : 0xFE);
        continue;
      }
      uint8_t code = computeE8M0(amax, max);
      ASSERT_EQ(code, modelMXUp(amax, max)) << amax;
      // In fp8 nothing saturates, but some value saturates by OCP's rule.
      if (code != 0xFE)
        ASSERT_LE(amax * inverseE8M0(code), max) << amax;
      if (amax != 0.0f && modelMXFloor(amax, max) != code) {
        ASSERT_EQ(modelMXFloor(amax, max), code - 1) << amax;
        ++numSaturating;
      }
    }
    EXPECT_GT(numSaturating, 0);
  }
}

TEST(ScaleModels, Table) {
  // For e4m3: amax, TransformerEngine and torchao, their powers of two.
  const float rows[][3] = {
      {1.0f, 448.0f, 256.0f},     {10.0f, 44.8f, 32.0f},
      {448.0f, 1.0f, 1.0f},       {449.0f, 0.99777282f, 0.5f},
      {1000.0f, 0.448f, 0.25f},   {10000.0f, 0.0448f, 0.03125f},
      {1e-12f, 4.48e14f, 0x1p48f}};
  for (const auto &row : rows) {
    EXPECT_FLOAT_EQ(computeScale(row[0], 448.0f).scale, row[1]) << row[0];
    EXPECT_EQ(computeScale(row[0], 448.0f, {0, true, 0.0f}).scale, row[2]);
  }
}

//===----------------------------------------------------------------------===//
// Delayed scaling
//===----------------------------------------------------------------------===//

/// One tensor under TransformerEngine's delayed recipe.
struct DelayedModel {
  float live;
  /// Oldest first.
  std::deque<float> window;
  float scale = 1.0f;
  int64_t numNonFinite = 0;

  void step(float amax, float max, int margin, bool mostRecent) {
    if (!std::isfinite(amax)) {
      ++numNonFinite;
      amax = 0.0f;
    }
    float last = amax != 0.0f ? amax : live;
    if (last == 0.0f) // The tensor was skipped.
      return;
    float largest = last;
    if (!mostRecent && !window.empty())
      largest = std::max(last, *std::max_element(window.begin(), window.end()));
    if (!window.empty()) {
      window.pop_front();
      window.push_back(last);
    }
    live = 0.0f;
    float quotient = max * std::exp2(static_cast<float>(-margin)) / largest;
    scale = std::isinf(quotient) ? FLT_MAX : quotient;
  }
};

/// Magnitudes of all sizes; every eighth is 0, infinity or NaN.
float drawAmax(std::mt19937 &engine) {
  switch (engine() % 24) {
  case 0:
    return 0.0f;
  case 1:
    return HUGE_VALF;
  case 2:
    return NAN;
  default:
    return floatOf(engine() % 0x7F800000u);
  }
}

void runDelayed(int64_t length, bool mostRecent, int margin, unsigned seed) {
  constexpr int64_t columns = 7;
  constexpr float max = 448.0f;
  std::mt19937 engine(seed);
  std::vector<float> history(length * columns), scales(columns, 1.0f),
      inverses(columns), amaxes(columns);
  std::vector<DelayedModel> models;
  for (int64_t column = 0; column < columns; ++column) {
    // The slot of the current step has a value from an earlier measurement.
    history[column] = column % 2 != 0 ? 5.0f : 0.0f;
    models.push_back({history[column], std::deque<float>(length - 1, 0.0f)});
  }
  for (int step = 0; step < 2000; ++step) {
    for (float &amax : amaxes)
      amax = drawAmax(engine);
    amaxes[step % columns] = 0.0f; // skipped
    int64_t numNonFinite = updateScales(
        history.data(), length, columns, amaxes.data(), scales.data(),
        inverses.data(), max,
        mostRecent ? AmaxAlgorithm::MostRecent : AmaxAlgorithm::Max,
        {margin, false, 0.0f});
    for (int64_t column = 0; column < columns; ++column) {
      DelayedModel &model = models[column];
      model.numNonFinite = 0;
      model.step(amaxes[column], max, margin, mostRecent);
      numNonFinite -= model.numNonFinite;
      ASSERT_EQ(bitsOf(scales[column]), bitsOf(model.scale)) << step;
      ASSERT_EQ(bitsOf(inverses[column]), bitsOf(1.0f / model.scale)) << step;
      ASSERT_EQ(history[column], model.live) << step;
      for (int64_t row = 1; row < length; ++row)
        ASSERT_EQ(history[row * columns + column], model.window[row - 1])
            << step << ", row " << row;
    }
    ASSERT_EQ(numNonFinite, 0) << step;
  }
}

TEST(ScaleModels, DelayedHistory) {
  unsigned seed = 0;
  for (int64_t length : {1, 2, 3, 16})
    for (bool mostRecent : {false, true})
      for (int margin : {0, 2})
        runDelayed(length, mostRecent, margin, ++seed);
}

} // namespace
