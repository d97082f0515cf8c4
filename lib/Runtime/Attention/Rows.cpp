//===- Rows.cpp - rows of scores and probabilities ------------------------===//

#include "Rows.h"
#include "Round.h"
#include "Vectors.h"
#include "fp8/Numerics/Math.h"
#include "fp8/Numerics/SumTree.h"

#include <algorithm>

using namespace fp8rt;
namespace numerics = mlir::fp8::numerics;

constexpr int64_t numLanes = numerics::sumLanes;

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

FP8RT_WIDENED void findMaxOf(const float *values, int64_t count, float *max) {
  float lanes[numLanes];
  std::fill_n(lanes, numLanes, *max);
  bool anyNaN = false;
  int64_t i = 0;
  for (; i + numLanes <= count; i += numLanes) {
    int32_t numNaNs = 0;
    for (int64_t j = 0; j < numLanes; ++j) {
      float value = values[i + j];
      lanes[j] = value > lanes[j] ? value : lanes[j];
      numNaNs += value != value;
    }
    anyNaN |= numNaNs != 0;
  }
  for (int64_t j = 0; i + j < count; ++j) {
    float value = values[i + j];
    lanes[j] = value > lanes[j] ? value : lanes[j];
    anyNaN |= value != value;
  }
  for (float lane : lanes)
    *max = lane > *max ? lane : *max;
  if (anyNaN)
    *max = numerics::canonicalNaN();
}

float fp8rt::findMax(const float *values, int64_t count, float start) {
  runWidest<findMaxOf>(values, count, &start);
  return start;
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// Makes the powers of at most one block of the sum tree, and returns their
/// sum in `sum`.
FP8RT_WIDENED void makePowersOfBlock(float *values, int64_t count, float max,
                                     float *sum) {
  numerics::FloatBuilder builder;
  for (int64_t i = 0; i < count; ++i)
    values[i] = numerics::expandExp(builder, values[i] - max);
  float lanes[numLanes];
  std::fill_n(lanes, numLanes, -0.0f);
  int64_t i = 0;
  for (; i + numLanes <= count; i += numLanes)
    for (int64_t j = 0; j < numLanes; ++j)
      lanes[j] = lanes[j] + values[i + j];
  for (int64_t j = 0; i + j < count; ++j)
    lanes[j] = lanes[j] + values[i + j];
  *sum = numerics::combineByHalving(lanes, numLanes);
}

float fp8rt::makePowers(float *values, int64_t count, float max) {
  constexpr int64_t block = numerics::sumBlockSize;
  float sum = -0.0f;
  if (count <= block) {
    runWidest<makePowersOfBlock>(values, count, max, &sum);
  } else {
    std::vector<float> sums(static_cast<size_t>((count + block - 1) / block));
    size_t padded = 1;
    while (padded < sums.size())
      padded *= 2;
    for (size_t b = 0; b < sums.size(); ++b) {
      int64_t begin = static_cast<int64_t>(b) * block;
      runWidest<makePowersOfBlock>(
          values + begin, std::min(block, count - begin), max, &sums[b]);
    }
    sums.resize(padded, -0.0f);
    sum = numerics::combineByHalving(sums.data(), static_cast<int64_t>(padded));
  }
  return sum < 1.0f ? 1.0f : sum;
}

//===----------------------------------------------------------------------===//
// Probabilities and gradients
//===----------------------------------------------------------------------===//

FP8RT_WIDENED void divide(float *powers, int64_t count, float sum,
                          const float *factor, bool isBF16) {
  for (int64_t i = 0; i < count; ++i)
    powers[i] = powers[i] / sum;
  if (factor)
    for (int64_t i = 0; i < count; ++i)
      powers[i] = powers[i] * factor[i];
  if (isBF16)
    for (int64_t i = 0; i < count; ++i)
      powers[i] = roundBF16(powers[i]);
}

void fp8rt::makeProbabilities(float *powers, int64_t count, float sum,
                              const float *factor, bool isBF16) {
  runWidest<divide>(powers, count, sum, factor, isBF16);
}

FP8RT_WIDENED void differentiate(const float *scores, const float *dp,
                                 const float *derivative, const float *factor,
                                 int64_t count, const RowState *row,
                                 bool isBF16, float *p, float *ds) {
  numerics::FloatBuilder builder;
  float max = row->max, sum = row->sum, c = row->c;
  for (int64_t i = 0; i < count; ++i) {
    float probability = numerics::expandExp(builder, scores[i] - max) / sum;
    float change = factor ? dp[i] * factor[i] : dp[i];
    float product = probability * (change - c);
    ds[i] = derivative ? product * derivative[i] : product;
    p[i] = factor ? probability * factor[i] : probability;
  }
  if (isBF16)
    for (int64_t i = 0; i < count; ++i) {
      p[i] = roundBF16(p[i]);
      ds[i] = roundBF16(ds[i]);
    }
}

void fp8rt::makeGradients(const float *scores, const float *dp,
                          const float *derivative, const float *factor,
                          int64_t count, const RowState *row, bool isBF16,
                          float *p, float *ds) {
  runWidest<differentiate>(scores, dp, derivative, factor, count, row, isBF16,
                           p, ds);
}

float fp8rt::dot(const float *x, const float *y, int64_t count) {
  return numerics::sumTree(count, [=](int64_t i) { return x[i] * y[i]; });
}
