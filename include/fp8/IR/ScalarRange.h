//===- ScalarRange.h - declared ranges of scalar arguments ------*- C++ -*-===//
#ifndef FP8_IR_SCALARRANGE_H
#define FP8_IR_SCALARRANGE_H

#include "mlir/IR/Attributes.h"

#include <optional>

namespace mlir::fp8 {

/// Attribute of an argument that holds one float: an array of two f64 numbers.
/// The value is at least the first and below the second, in every step.
inline constexpr llvm::StringLiteral kRangeAttrName = "fp8.range";

struct ScalarRange {
  double lower, upper;
  /// True if values are above `lower`, not equal to it.
  bool excludesLower = false;

  /// Returns true if a declared range holds `value`.
  bool contains(double value) const { return lower <= value && value < upper; }
  bool isNonNegative() const { return lower >= 0; }
  bool isPositive() const { return lower > 0 || (lower == 0 && excludesLower); }
};

/// Returns the two numbers of an `fp8.range` attribute; the first is smaller.
/// Returns std::nullopt for other attributes.
std::optional<ScalarRange> parseScalarRange(Attribute attribute);

} // namespace mlir::fp8

#endif // FP8_IR_SCALARRANGE_H
