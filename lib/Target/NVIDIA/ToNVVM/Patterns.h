//===- Patterns.h - the parts of convert-fp8-to-nvvm ------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H
#define FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Elements of a vector, at most: each pair is an instruction of its own.
constexpr int64_t kMaxConverted = 4096;

/// Whether no bit of a NaN of `value`, an f32, is seen: who reads it gives the
/// one NaN of the GPU, or a code, or compares.
bool hidesNaNs(Value value);

/// Conversions between f32 and bf16, pair by pair.
void populateBF16Patterns(RewritePatternSet &patterns);

/// Bytes to and from integers of 16 bits, and the formats that are made of
/// these, by words.
void populateBytePatterns(RewritePatternSet &patterns);

/// Conversions from f32 that round stochastically.
void populateStochasticRoundingPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H
