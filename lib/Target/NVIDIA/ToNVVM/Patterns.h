//===- Patterns.h - the parts of convert-fp8-to-nvvm ------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H
#define FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Maximum number of elements of a vector, because each pair becomes an
/// instruction.
constexpr int64_t kMaxConverted = 4096;

/// Returns true if the bits of a NaN of `value`, an f32, are not observable:
/// every reader compares, converts, or yields the canonical NaN of the GPU.
bool hidesNaNs(Value value);

/// Adds patterns for conversions between f32 and bf16, pair by pair.
void populateBF16Patterns(RewritePatternSet &patterns);

/// Adds patterns for conversions between bytes and 16-bit integers, and between
/// formats that use them, on whole words.
void populateBytePatterns(RewritePatternSet &patterns);

/// Adds patterns for conversions from f32 with stochastic rounding.
void populateStochasticRoundingPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_TONVVM_PATTERNS_H
