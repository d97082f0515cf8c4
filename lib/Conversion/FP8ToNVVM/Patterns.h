//===- Patterns.h - the parts of convert-fp8-to-nvvm ------------*- C++ -*-===//
#ifndef FP8_LIB_CONVERSION_FP8TONVVM_PATTERNS_H
#define FP8_LIB_CONVERSION_FP8TONVVM_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Elements of a vector, at most: each pair is an instruction of its own.
constexpr int64_t kMaxConverted = 4096;

/// Conversions between f32 and bf16, pair by pair.
void populateBF16Patterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_CONVERSION_FP8TONVVM_PATTERNS_H
