//===- Rows.cpp - rows of scores and probabilities ------------------------===//

#include "Rows.h"
#include "Round.h"
#include "Vectors.h"
#include "fp8/Numerics/Math.h"
#include "fp8/Numerics/SumTree.h"
#include "fp8/Runtime/fp8rt.h"

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
// Exponentials
//===----------------------------------------------------------------------===//

/// Replaces the values of at most one block of the sum tree by exp(value -
/// max). Returns their sum in `sum`.
FP8RT_WIDENED void exponentiateBlock(float *values, int64_t count, float max,
                                     float *sum) {
  numerics::FloatBuilder builder;
  for (int64_t i = 0; i < count; ++i)
    values[i] = numerics::expandExp(builder, values[i] - max);
  *sum = numerics::sumBlock(0, count, [=](int64_t i) { return values[i]; });
}

int64_t fp8rt::getNumBlocks(int64_t count) {
  return count / numerics::sumBlockSize +
         (count % numerics::sumBlockSize != 0 ? 1 : 0);
}

/// Calls sumBlock(begin, end) for each block of `count` elements, and returns
/// the sum of the results in the order of the sum tree.
template <typename SumBlock>
static float sumBlocks(int64_t count, float *sums, SumBlock sumBlock) {
  int64_t numBlocks = getNumBlocks(count);
  for (int64_t block = 0; block < numBlocks; ++block) {
    int64_t begin = block * numerics::sumBlockSize;
    sums[block] =
        sumBlock(begin, std::min(begin + numerics::sumBlockSize, count));
  }
  return fp8rt_combine_sums(sums, numBlocks);
}

float fp8rt::exponentiate(float *values, int64_t count, float max,
                          float *sums) {
  float sum = sumBlocks(count, sums, [=](int64_t begin, int64_t end) {
    float ofBlock;
    runWidest<exponentiateBlock>(values + begin, end - begin, max, &ofBlock);
    return ofBlock;
  });
  return sum < 1.0f ? 1.0f : sum;
}

//===----------------------------------------------------------------------===//
// Probabilities and gradients
//===----------------------------------------------------------------------===//

FP8RT_WIDENED void divide(float *exponentials, int64_t count, float sum,
                          const float *factor, bool isBF16) {
  for (int64_t i = 0; i < count; ++i)
    exponentials[i] = exponentials[i] / sum;
  if (factor)
    for (int64_t i = 0; i < count; ++i)
      exponentials[i] = exponentials[i] * factor[i];
  if (isBF16)
    for (int64_t i = 0; i < count; ++i)
      exponentials[i] = roundBF16(exponentials[i]);
}

void fp8rt::makeProbabilities(float *exponentials, int64_t count, float sum,
                              const float *factor, bool isBF16) {
  runWidest<divide>(exponentials, count, sum, factor, isBF16);
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

float fp8rt::dot(const float *x, const float *y, int64_t count, float *sums) {
  return sumBlocks(count, sums, [=](int64_t begin, int64_t end) {
    return numerics::sumBlock(begin, end,
                              [=](int64_t i) { return x[i] * y[i]; });
  });
}
