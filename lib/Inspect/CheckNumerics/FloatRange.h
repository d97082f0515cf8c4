//===- FloatRange.h - intervals of numbers ----------------------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <limits>

namespace mlir::fp8 {

/// Holds every element of a value that is not NaN. Ends are computed in f64,
/// without the roundings of the program.
struct FloatRange {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  double low = -kInfinity;
  double high = kInfinity;
  /// An end is a sum of products of values, none of which has to be at its own
  /// end when the others are: no program need come near it.
  bool isWorstCase = false;

  static FloatRange between(double low, double high) { return {low, high}; }
  static FloatRange exactly(double value) { return {value, value}; }

  /// Both ends are finite.
  bool isBounded() const { return low > -kInfinity && high < kInfinity; }
  /// The largest magnitude in it.
  double getMagnitude() const { return std::max(-low, high); }
  /// Nothing in it is below zero.
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

/// The result of `op`, of arith or math, for operands in ranges; of an op that
/// it does not know, every number.
FloatRange transferFloatOp(Operation *op,
                           function_ref<FloatRange(Value)> getRange);

/// Ranges of the float values of a function, from what it says itself:
/// constants, codes, functions with a bounded image, softmax, sums over static
/// extents. Arguments have none, unless their type is an 8-bit float.
class FloatRanges {
public:
  explicit FloatRanges(Operation *function);

  /// Of every element of `value`.
  FloatRange get(Value value) const;

private:
  void visit(Operation *op);
  void visitLinalg(Operation *op);

  llvm::DenseMap<Value, FloatRange> ranges;
};

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_FLOATRANGE_H
