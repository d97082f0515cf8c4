//===- AVX512.h - rewrites for CPUs with AVX-512 ----------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_AVX512_AVX512_H
#define FP8_LIB_TARGET_CPU_AVX512_AVX512_H

#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Number of 32-bit words in a register.
constexpr int64_t kRegisterWords = 16;

/// Returns true if `type` is a vector of words that consists of whole groups of
/// `numRegisters` registers, up to 32 registers. Code size grows with the
/// length of vectors.
inline bool hasRegisters(VectorType type, int64_t numRegisters) {
  return type && type.getRank() == 1 && !type.isScalable() &&
         type.getNumElements() % (numRegisters * kRegisterWords) == 0 &&
         type.getNumElements() <= 32 * kRegisterWords;
}

/// Applies `map` to one register of each operand at a time. Returns the
/// concatenated results as a vector of `type`.
Value mapRegisters(VectorBuilder &b, VectorType type, ValueRange operands,
                   llvm::function_ref<Value(VectorBuilder &, ValueRange)> map);

/// Adds patterns that turn truncations to bytes into byte permutations.
void populatePackBytesPatterns(RewritePatternSet &patterns);

/// Adds patterns that turn truncations to 16 bits into permutations of halves.
void populatePackWordsPatterns(RewritePatternSet &patterns);

/// Adds a pattern that turns the replacement of NaN by a constant into
/// vfixupimmps.
void populateCanonicalNaNsPatterns(RewritePatternSet &patterns);

/// Adds a pattern that turns multiplications by powers of two into vscalefps.
void populateScalePowersPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_AVX512_AVX512_H
