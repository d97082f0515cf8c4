//===- Variation.h - How far targets may differ -----------------*- C++ -*-===//
//
// docs/internals/Numerics.md bounds the error of contractions, and of sums on
// the upstream target. Tests evaluate a step again with errors of that size.
// This shows which results depend on the errors, and by how much.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_REFERENCE_VARIATION_H
#define FP8_REFERENCE_VARIATION_H

#include <cstdint>

namespace mlir::fp8 {

/// Errors that the evaluator adds, and arbitrary contents that it chooses.
struct Variation {
  /// The largest error, in units of the bound. A negative number reverses the
  /// sign of each error.
  double contractions = 0;
  double sums = 0;
  /// The value of the bytes of a tensor.empty.
  char contents = 0;
  /// Seed of the random errors.
  uint64_t seed = 0;
};

/// Applies a variation to the programs that this thread creates during the
/// lifetime of the object.
class ScopedVariation {
public:
  explicit ScopedVariation(const Variation &variation);
  ~ScopedVariation();
  ScopedVariation(const ScopedVariation &) = delete;
};

} // namespace mlir::fp8

#endif // FP8_REFERENCE_VARIATION_H
