//===- UpdateRegion.h - arithmetic of an update -----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UPDATEREGION_H
#define FP8_ANALYSIS_UPDATEREGION_H

#include "fp8/IR/FP8.h"
#include "fp8/IR/ScalarRange.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::fp8 {

/// A value times a constant factor.
struct LinearTerm {
  Value value;
  double factor;
};

/// The factor by which the old value of a state enters its new value.
struct Decay {
  enum class Kind {
    None,     // the new value does not depend on the old one
    Constant, // a number
    Scalar,   // an operand, or computed from operands, of the op
    Unknown   // the new value is not a linear function of the old one
  };
  Kind kind = Kind::Unknown;
  double factor = 0.0;
};

/// A moving average `m' = decay * m + gain * gradient`, or of the squared
/// gradient.
struct MovingAverage {
  double decay, gain;
  Value gradient;
};

/// Analyzes the region of one fp8.update.
class UpdateRegion {
public:
  explicit UpdateRegion(UpdateOp op) : op(op) {}

  /// Returns the old value of a state; getNew() returns its new value.
  BlockArgument getOld(unsigned state) const;
  Value getNew(unsigned state) const;
  /// Returns the state whose new value is `value`, or std::nullopt.
  std::optional<unsigned> getStateOfNew(Value value) const;

  /// Returns the number if `value` is a constant in the region or outside it,
  /// else std::nullopt.
  std::optional<double> getConstant(Value value) const;
  /// Returns the number to which `value` folds, or std::nullopt. Folds ops on
  /// scalars in the region and on rank-0 tensors outside it.
  std::optional<double> getFolded(Value value) const;
  /// Returns the range of a value that is computed from constants and from
  /// scalars with a declared range, or std::nullopt.
  std::optional<ScalarRange> getRange(Value value) const;
  /// Returns true if `value` is uniform, that is, the same for every element.
  bool isUniform(Value value) const;
  /// Returns true if `value` is computed from `from`, directly or indirectly.
  bool dependsOn(Value value, Value from) const;

  /// Returns `value` as a sum of constant multiples of other values, by
  /// expanding sums and products with constants.
  SmallVector<LinearTerm> getTerms(Value value) const;

  Decay getDecay(unsigned state) const;
  /// Returns the factor by which the old value of a state enters `value`.
  Decay getDecayIn(Value value, unsigned state) const;
  std::optional<MovingAverage> getAverage(unsigned state) const;
  std::optional<MovingAverage> getSquareAverage(unsigned state) const;
  /// Returns true if the state stays nonnegative once it is nonnegative.
  bool isNonNegative(unsigned state) const;

private:
  /// Returns the scalar operand of the op that is bound to `argument` of the
  /// region. Returns null for other arguments.
  Value getScalar(BlockArgument argument) const;
  void addTerms(Value value, double factor,
                SmallVectorImpl<LinearTerm> &terms) const;
  Decay getDecay(Value value, Value old,
                 llvm::DenseMap<Value, Decay> &known) const;
  bool isNonNegative(Value value, Value old, unsigned depth) const;
  std::optional<MovingAverage> getAverage(unsigned state,
                                          LinearTerm &other) const;

  mutable UpdateOp op;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UPDATEREGION_H
