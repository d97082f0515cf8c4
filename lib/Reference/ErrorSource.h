//===- ErrorSource.h - Errors that a variation asks for ---------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_ERRORSOURCE_H
#define FP8_LIB_REFERENCE_ERRORSOURCE_H

#include "fp8/Reference/Variation.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace mlir::fp8::reference {

/// Draws the random errors of a Variation. Programs with equal variations get
/// the same errors.
class ErrorSource {
public:
  explicit ErrorSource(const Variation &variation) : variation(variation) {}

  /// Returns the source that a new program has on this thread, if any.
  static std::optional<ErrorSource> forProgram();

  bool changesContractions() const { return variation.contractions != 0; }
  bool changesSums() const { return variation.sums != 0; }
  char getContents() const { return variation.contents; }

  /// Returns a random error for an f32 sum of `count` products, whose
  /// magnitudes add up to `magnitude`.
  double ofContraction(int64_t count, double magnitude);

  /// Returns a random error for a sum of `count` terms in a type of `precision`
  /// bits. The magnitudes of the terms add up to `magnitude`.
  double ofSum(int64_t count, double magnitude, unsigned precision);

private:
  /// Returns a number in [-1, 1].
  double draw();

  Variation variation;
  uint64_t numDraws = 0;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_ERRORSOURCE_H
