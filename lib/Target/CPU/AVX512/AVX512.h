//===- AVX512.h - rewrites for CPUs with AVX-512 ----------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_AVX512_AVX512_H
#define FP8_LIB_TARGET_CPU_AVX512_AVX512_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Words of a register.
constexpr int64_t kRegisterWords = 16;

/// `map` on one register of each operand at a time.
Value mapRegisters(
    ImplicitLocOpBuilder &b, VectorType type, ValueRange operands,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> map);

/// Truncations to bytes become permutations of bytes.
void populatePackBytesPatterns(RewritePatternSet &patterns);

/// Truncations to 16 bits become permutations of halves.
void populatePackWordsPatterns(RewritePatternSet &patterns);

/// A constant in the place of NaN becomes vfixupimmps.
void populateCanonicalNaNsPatterns(RewritePatternSet &patterns);

/// Products with powers of two become vscalefps.
void populateScalePowersPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_AVX512_AVX512_H
