//===- Variation.h - How far targets may differ -----------------*- C++ -*-===//
//
// docs/Numerics.md bounds the error of contractions, and of sums on the stock
// target. Tests evaluate a step again with errors of that size, and so learn
// which results depend on them, and by how much.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_REFERENCE_VARIATION_H
#define FP8_REFERENCE_VARIATION_H

#include <cstdint>

namespace mlir::fp8 {

/// Errors that the evaluator adds, and contents that it makes up.
struct Variation {
  /// The largest error, in units of the bound; a negative one turns the sign of
  /// each error.
  double contractions = 0;
  double sums = 0;
  /// The bytes of a tensor.empty.
  char contents = 0;
  /// Errors are drawn by it.
  uint64_t seed = 0;
};

/// Makes the evaluator's programs vary that this thread creates meanwhile.
class ScopedVariation {
public:
  explicit ScopedVariation(const Variation &variation);
  ~ScopedVariation();
  ScopedVariation(const ScopedVariation &) = delete;
};

} // namespace mlir::fp8

#endif // FP8_REFERENCE_VARIATION_H
