//===- FloatRange.h - intervals of floating-point values --------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H

#include "fp8/Analysis/IntRanges.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <limits>

namespace mlir::fp8 {

/// An interval that contains every element of a value, except NaN. Its ends are
/// computed in f64, without the roundings of the program.
struct FloatRange {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  double low = -kInfinity;
  double high = kInfinity;
  /// True if an end is a worst case of a sum of products. Real sums may stay
  /// far below it, because not all terms reach their ends at once.
  bool isWorstCase = false;

  static FloatRange between(double low, double high) { return {low, high}; }
  static FloatRange exactly(double value) { return {value, value}; }

  /// Returns true if both ends are finite.
  bool isBounded() const { return low > -kInfinity && high < kInfinity; }
  /// Returns the largest magnitude in the interval.
  double getMagnitude() const { return std::max(-low, high); }
  /// Returns true if the interval contains no negative number.
  bool isNonNegative() const { return low >= 0.0; }
};

FloatRange join(FloatRange a, FloatRange b);
FloatRange add(FloatRange a, FloatRange b);
FloatRange negate(FloatRange a);
FloatRange multiply(FloatRange a, FloatRange b);
FloatRange divide(FloatRange a, FloatRange b);
FloatRange absolute(FloatRange a);
FloatRange maximum(FloatRange a, FloatRange b);
FloatRange minimum(FloatRange a, FloatRange b);

/// Returns the range of the result of `op`, an op of arith or math, from the
/// ranges of its operands. Returns the full range for unknown ops.
FloatRange transferFloatOp(Operation *op,
                           function_ref<FloatRange(Value)> getRange,
                           IntRanges &integers);

/// Computes ranges of the float values of a function from constants, codes,
/// functions with a bounded image, softmax, and sums over static extents.
/// Arguments have no range unless their type is an 8-bit float.
class FloatRanges {
public:
  explicit FloatRanges(Operation *function);

  /// Returns the range of all elements of `value`.
  FloatRange get(Value value) const;

private:
  void visitIntegers(Operation *op);
  void visit(Operation *op);
  void visitLinalg(Operation *op);

  llvm::DenseMap<Value, FloatRange> ranges;
  IntRanges integers;
};

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H
