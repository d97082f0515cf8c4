//===- KernelTexts.h - kernels of every kind, of any size -------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EMITTER_KERNELTEXTS_H
#define FP8_TEST_UNIT_EMITTER_KERNELTEXTS_H

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::fp8::test {

/// Returns the text of a function `main` around one kernel. `inputs` and
/// `outputs` are tensor types without the word "tensor", such as "4x8xf32". In
/// `body` they are called %in0, %in1, ... and %out0, .... The body yields
/// `yields`.
std::string makeKernel(const std::vector<std::string> &inputs,
                       const std::vector<std::string> &outputs,
                       const std::string &body, const std::string &yields);

/// A shape of rank 1 or 2.
std::string shape(int64_t n, const std::string &type);
std::string shape(int64_t rows, int64_t cols, const std::string &type);

// Elementwise.
std::string makeCast(int64_t n, const std::string &from, const std::string &to);
std::string makeBroadcasts(int64_t rows, int64_t cols);
/// Clamps rows between bounds. Each row has its own bounds: numbers, zeros of
/// both signs, and NaN.
std::string makeBounds(int64_t rows, int64_t cols);
std::string makeMaskedScale(int64_t rows, int64_t cols);
std::string makeTranspose(int64_t rows, int64_t cols);
/// Multiplies each row by a different factor, and transposes the result.
std::string makeScaledTranspose(int64_t rows, int64_t cols);
std::string makeCastTranspose(int64_t rows, int64_t cols);
std::string makeRowGather(int64_t rows, int64_t cols, int64_t tableRows);
std::string makeElementGather(int64_t n, int64_t tableSize);
std::string makeIntegers(int64_t n);
/// Uses both halves of wide products of i32, and the carry of a sum.
std::string makeWideProducts(int64_t n);
std::string makeScalars();
/// Scatters slices into zeros, or into the init.
std::string makeScatter(int64_t slices, int64_t cols, int64_t tableRows,
                        bool isInPlace);
std::string makeScatterIntoConstant(int64_t slices, int64_t cols,
                                    int64_t tableRows);
std::string makeElementScatter(int64_t slices, int64_t tableSize);
std::string makeNarrowArithmetic(int64_t n);

// Reductions.
/// Row sums, and a result that is the same for every row.
std::string makeConstantPerRow(int64_t rows, int64_t cols);
std::string makeSum(int64_t n);
std::string makeStatistics(int64_t n);
/// max |x| of bf16 elements: of the input if `isRead`, else of an f32 input
/// that the kernel rounds to bf16.
std::string makeNarrowAmax(int64_t n, bool isRead);
std::string makeTotalOfRows(int64_t rows, int64_t cols);
std::string makeSoftmax(int64_t rows, int64_t cols, bool isCausal);
std::string makeLayerNorm(int64_t rows, int64_t cols);
std::string makeCrossEntropy(int64_t rows, int64_t cols);
std::string makeNormQuantize(int64_t rows, int64_t cols);
std::string makeColumnSum(int64_t rows, int64_t cols);
std::string makeColumnSumAndScale(int64_t rows, int64_t cols);
std::string makeMiddleSum(int64_t a, int64_t b, int64_t c);
std::string makeOuterSum(int64_t a, int64_t b, int64_t c);
/// Subtracts its sum from each row, and transposes the result.
std::string makeTransposedCenter(int64_t rows, int64_t cols);
/// The largest and the smallest element of each row, and of all.
std::string makeExtrema(int64_t rows, int64_t cols);
std::string makeCurrentScale(int64_t n);

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EMITTER_KERNELTEXTS_H
