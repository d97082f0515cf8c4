//===- UpdateRegion.h - the arithmetic of an update -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UPDATEREGION_H
#define FP8_ANALYSIS_UPDATEREGION_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::fp8 {

/// A value times a number.
struct LinearTerm {
  Value value;
  double factor;
};

/// What the old value of a state is multiplied by in its new value.
struct Decay {
  enum class Kind {
    None,     // the new value does not depend on the old one
    Constant, // a number
    Scalar,   // an operand, or computed from operands, of the op
    Unknown   // the new value is no linear function of the old one
  };
  Kind kind = Kind::Unknown;
  double factor = 0.0;
};

/// `m' = decay * m + gain * gradient`, or with the square of the gradient.
struct MovingAverage {
  double decay, gain;
  Value gradient;
};

/// Reads the region of one fp8.update.
class UpdateRegion {
public:
  explicit UpdateRegion(UpdateOp op) : op(op) {}

  /// The old and the new value of a state.
  BlockArgument getOld(unsigned state) const;
  Value getNew(unsigned state) const;
  /// The state that `value` is the new value of.
  std::optional<unsigned> getStateOfNew(Value value) const;

  /// The number that `value` is, in the region or outside of it.
  std::optional<double> getConstant(Value value) const;
  /// Returns the number that `value` is, folding ops on numbers in the region,
  /// and on tensors of rank 0 outside of it.
  std::optional<double> getFolded(Value value) const;
  /// Whether `value` is the same for every element.
  bool isUniform(Value value) const;
  /// Whether `value` is computed from `from`.
  bool dependsOn(Value value, Value from) const;

  /// `value` as a sum of multiples, through sums and products with constants.
  SmallVector<LinearTerm> getTerms(Value value) const;

  Decay getDecay(unsigned state) const;
  /// What the old value of a state is multiplied by in `value`.
  Decay getDecayIn(Value value, unsigned state) const;
  std::optional<MovingAverage> getAverage(unsigned state) const;
  std::optional<MovingAverage> getSquareAverage(unsigned state) const;
  /// Whether the state stays not negative, if it starts so.
  bool isNonNegative(unsigned state) const;

private:
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
