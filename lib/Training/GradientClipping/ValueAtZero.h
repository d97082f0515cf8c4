//===- ValueAtZero.h - values at a gradient norm of 0 -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTCLIPPING_VALUEATZERO_H
#define FP8_LIB_TRAINING_GRADIENTCLIPPING_VALUEATZERO_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::fp8 {

/// Determines which values of an update are bounded if a norm is 0. Clipping is
/// bounded, but a plain quotient by the norm is not.
class ValueAtZero {
public:
  explicit ValueAtZero(Value norm) { known[norm] = {Kind::Bounded, 0.0}; }

  /// Declares a finite value that is not known if the norm is 0.
  void setUndetermined(Value value) { known[value] = {Kind::Bounded}; }
  /// Returns the op that makes a new state or a reduction of `update` unbounded
  /// if the norm is 0, or null. Values that do not depend on the norm count as
  /// bounded.
  Operation *findUnbounded(UpdateOp update);

private:
  /// How a value depends on the norm. Free: not at all. Bounded: finite if the
  /// norm is 0. Large: positive, possibly infinite, as a quotient by a value
  /// that depends on the norm. Unknown: anything, including NaN.
  enum class Kind { Free, Bounded, Large, Unknown };
  struct State {
    Kind kind = Kind::Free;
    /// The value, if it depends only on constants and the norm.
    std::optional<double> number = std::nullopt;
    /// True if the value depends on tensor elements, which may have either
    /// sign.
    bool hasElements = false;
    /// The op that made the value Large or Unknown, or null.
    Operation *origin = nullptr;

    bool isUnbounded() const {
      return kind == Kind::Large || kind == Kind::Unknown;
    }
  };

  State get(Value value);
  State compute(Operation *op, ArrayRef<State> operands);
  State computeBody(Operation *op, ArrayRef<State> operands);
  static State computeQuotient(State x, State y);
  static State computeBinary(Operation *op, State x, State y);
  static State computeSelect(State condition, State x, State y);
  static State computeOther(Operation *op, ArrayRef<State> operands);

  llvm::DenseMap<Value, State> known;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTCLIPPING_VALUEATZERO_H
