//===- RaisePatterns.h - parts of --fp8-raise-patterns ----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
#define FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Numerical differences that the user accepts.
struct RaiseOptions {
  /// `x / s` becomes `x * (1 / s)`.
  bool reciprocal = false;
  /// Replaces scale formulas by `fp8.compute_scale` although the results differ
  /// if the quotient overflows or the amax is not positive and finite.
  bool finiteScales = false;
};

/// The outcome of matching an op.
struct Raised {
  enum class Kind { NoPattern, Missed, Passed };
  Kind kind = Kind::NoPattern;
  std::string message;
  /// The replacement of the first result of the op if it matched.
  Value value;

  static Raised missed(const Twine &reason) {
    return {Kind::Missed, reason.str(), Value()};
  }
  static Raised passed(const Twine &what, Value value) {
    return {Kind::Passed, what.str(), value};
  }
};

/// Replaces each linalg.generic whose body is a cast to codes by an op on
/// tensors, together with the clamps and scales of its operands.
void liftCasts(Operation *root);

/// Raises casts: clamp and truncf, or extf and a factor.
Raised raiseQuantize(OpBuilder &builder, Operation *op, RaiseOptions options);
Raised raiseDequantize(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises maxima of magnitudes.
Raised raiseAmax(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises the formulas of torchao and flax that compute a scale from an amax.
Raised raiseScale(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises a contraction of codes, or its product with a factor.
Raised raiseContract(OpBuilder &builder, Operation *op, RaiseOptions options);

/// Merges each amax op into the quantize op of the same input.
void mergeAmaxes(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
