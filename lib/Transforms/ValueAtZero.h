//===- ValueAtZero.h - what a scalar is where a norm is 0 -------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_VALUEATZERO_H
#define FP8_LIB_TRANSFORMS_VALUEATZERO_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::fp8 {

/// Follows scalars from a norm, to tell a clip from a plain quotient by it.
class ValueAtZero {
public:
  explicit ValueAtZero(Value norm) { known[norm] = {Kind::Bounded, 0.0}; }

  /// Whether `scalar` is bounded where the norm is 0. What does not follow from
  /// the norm is.
  bool isBounded(Value scalar);

private:
  /// Large: a quotient by what follows from the norm, positive or infinite.
  /// Unknown: anything, NaN too.
  enum class Kind { Free, Bounded, Large, Unknown };
  struct State {
    Kind kind = Kind::Free;
    /// Where nothing but constants and the norm go into it.
    std::optional<double> number = std::nullopt;
  };

  State get(Value value);
  State compute(Operation *op);
  State computeBinary(Operation *op, State x, State y);
  State computeSelect(Operation *op);

  llvm::DenseMap<Value, State> known;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_VALUEATZERO_H
