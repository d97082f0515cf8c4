//===- ValueAtZero.h - what a value is where a norm is 0 --------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTCLIPPING_VALUEATZERO_H
#define FP8_LIB_TRAINING_GRADIENTCLIPPING_VALUEATZERO_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::fp8 {

/// Follows scalars from a norm into updates, to tell a clip from a plain
/// quotient by it.
class ValueAtZero {
public:
  explicit ValueAtZero(Value norm) { known[norm] = {Kind::Bounded, 0.0}; }

  /// The op that makes a new state or a reduction of `update` unbounded where
  /// the norm is 0, or null. What does not follow from the norm is bounded.
  Operation *findUnbounded(UpdateOp update);

private:
  /// Large: a quotient by what follows from the norm, positive or infinite.
  /// Unknown: anything, NaN too.
  enum class Kind { Free, Bounded, Large, Unknown };
  struct State {
    Kind kind = Kind::Free;
    /// Where nothing but constants and the norm go into it.
    std::optional<double> number = std::nullopt;
    /// Elements of tensors go into it, of any sign.
    bool hasElements = false;
    /// The op that made it more than bounded.
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
