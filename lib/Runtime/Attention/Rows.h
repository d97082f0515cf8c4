//===- Rows.h - rows of scores and probabilities ----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_ROWS_H
#define FP8_LIB_RUNTIME_ATTENTION_ROWS_H

#include <cstdint>

namespace fp8rt {

/// Returns the largest of `count` values and `start`, or NaN if any is NaN.
float findMax(const float *values, int64_t count, float start);

/// Returns the number of blocks of the sum tree over `count` elements.
int64_t getNumBlocks(int64_t count);

/// Replaces each value x by exp(x - max). Returns the sum of the results in the
/// order of fp8/Numerics/SumTree.h, or 1 if the sum is less. `sums` has an
/// element per block.
float exponentiate(float *values, int64_t count, float max, float *sums);

/// Divides each of `exponentials`, the results of exponentiate(), by `sum`.
/// Multiplies it by its element of `factor` unless `factor` is null. Rounds the
/// results to bf16 if `isBF16`.
void makeProbabilities(float *exponentials, int64_t count, float sum,
                       const float *factor, bool isBF16);

/// The values of a row that the backward pass reads.
struct RowState {
  float max, sum;
  /// Sum of the products of o and its gradient.
  float c;
};

/// Computes T(p * f) and T(ds) of fp8rt_attention.h for `count` keys of a row.
/// `derivative` and `factor` may be null. The results overlap no operand.
void makeGradients(const float *scores, const float *dp,
                   const float *derivative, const float *factor, int64_t count,
                   const RowState *row, bool isBF16, float *p, float *ds);

/// Returns the sum of the products of two rows in the order of
/// fp8/Numerics/SumTree.h. `sums` has an element per block.
float dot(const float *x, const float *y, int64_t count, float *sums);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_ROWS_H
