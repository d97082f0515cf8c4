//===- ScalarRange.h - declared ranges of scalar arguments ------*- C++ -*-===//
#ifndef FP8_IR_SCALARRANGE_H
#define FP8_IR_SCALARRANGE_H

#include "mlir/IR/Attributes.h"

#include <optional>

namespace mlir::fp8 {

/// Attribute of an argument that holds one float: an array of two f64 numbers.
/// In every step, the value is at least the first number and below the second.
inline constexpr llvm::StringLiteral kRangeAttrName = "fp8.range";

struct ScalarRange {
  double lower, upper;
  /// True if `lower` itself is not in the range.
  bool excludesLower = false;

  /// Returns true if `value` is in the half-open range that an attribute
  /// declares.
  bool contains(double value) const { return lower <= value && value < upper; }
  bool isNonNegative() const { return lower >= 0; }
  bool isPositive() const { return lower > 0 || (lower == 0 && excludesLower); }
};

/// Returns the range of an `fp8.range` attribute, two numbers in ascending
/// order. Returns std::nullopt for other attributes.
std::optional<ScalarRange> parseScalarRange(Attribute attribute);

} // namespace mlir::fp8

#endif // FP8_IR_SCALARRANGE_H
