//===- RaisePatterns.h - the parts of --fp8-raise-patterns ----------------===//
#ifndef FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
#define FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Differences that a user accepts.
struct RaiseOptions {
  /// `x / s` becomes `x * (1 / s)`.
  bool reciprocal = false;
  /// Formulas of scales become `fp8.compute_scale` although they differ where
  /// the quotient overflows or the amax is no positive, finite number.
  bool finiteScales = false;
};

/// What became of an op.
struct Raised {
  enum class Kind { NoPattern, Missed, Passed };
  Kind kind = Kind::NoPattern;
  std::string message;
  /// What replaces the first result of the op, under `Passed`.
  Value value;

  static Raised missed(const Twine &reason) {
    return {Kind::Missed, reason.str(), Value()};
  }
  static Raised passed(const Twine &what, Value value) {
    return {Kind::Passed, what.str(), value};
  }
};

/// Makes casts to codes, and what clamps and scales their operands, ops on
/// tensors, where they are the bodies of linalg.generic.
void liftCasts(Operation *root);

/// The casts: clamp and truncf, extf and a factor.
Raised raiseQuantize(OpBuilder &builder, Operation *op, RaiseOptions options);
Raised raiseDequantize(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Maxima of magnitudes.
Raised raiseAmax(OpBuilder &builder, Operation *op, RaiseOptions options);
/// The formulas of torchao and flax from an amax to a scale.
Raised raiseScale(OpBuilder &builder, Operation *op, RaiseOptions options);
/// A contraction of codes, or its product with a factor.
Raised raiseContract(OpBuilder &builder, Operation *op, RaiseOptions options);

/// Lets quantizes measure the amax of their input where another op does.
void mergeAmaxes(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
