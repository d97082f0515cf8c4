//===- RaisePatterns.h - parts of --fp8-raise-patterns ----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
#define FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Changes of numerical results that the user accepts.
struct RaiseOptions {
  /// Replace `x / s` by `x * (1 / s)`.
  bool reciprocal = false;
  /// Replace scale formulas by `fp8.compute_scale`, although the results differ
  /// if the quotient overflows or the amax is not positive and finite.
  bool finiteScales = false;
};

/// The result of matching an op against a pattern.
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

/// Replaces each linalg.generic whose body is a cast to codes by a cast on
/// tensors. Also lifts the clamps and scales of its operand.
void liftCasts(Operation *root);

/// Raise a clamp and a truncf to fp8.quantize, and an extf and a factor to
/// fp8.dequantize.
Raised raiseQuantize(OpBuilder &builder, Operation *op, RaiseOptions options);
Raised raiseDequantize(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises a maximum of magnitudes to fp8.amax.
Raised raiseAmax(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises the formulas with which torchao and flax compute a scale from an amax
/// to fp8.compute_scale.
Raised raiseScale(OpBuilder &builder, Operation *op, RaiseOptions options);
/// Raises a contraction of codes, with or without a factor, to fp8.contract.
Raised raiseContract(OpBuilder &builder, Operation *op, RaiseOptions options);

/// Merges each fp8.amax into an fp8.quantize of the same input.
void mergeAmaxes(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_PATTERNS_RAISEPATTERNS_H
