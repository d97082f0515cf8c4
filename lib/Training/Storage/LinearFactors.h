//===- LinearFactors.h - factors of states in an update ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
#define FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::fp8 {

/// Computes, as numbers, the factors of region arguments of `update` in its
/// values. Scalars unknown at compile time, such as a learning rate, are
/// replaced by distinct small numbers. Then `1 - lr * wd` is close to 1 and
/// `lr` is not, and `c` and `1 - c` still add up to 1.
class LinearFactors {
public:
  explicit LinearFactors(UpdateOp update) : update(update) {}

  /// Returns the factor of `argument` in `value`: 0 if `value` does not depend
  /// on it, none if `value` is not linear in it.
  std::optional<double> get(Value value, BlockArgument argument);
  /// Returns the factor of the old value of `from` in the new value of `state`.
  std::optional<double> get(unsigned state, unsigned from);

private:
  /// Returns the number that replaces `value`, which is the same for every
  /// element.
  double getNumber(Value value);
  double sample(Value value);

  UpdateOp update;
  llvm::DenseMap<Value, double> numbers;
  unsigned numSamples = 0;
};

/// Returns true if the region carries the old value of `state` over: the new
/// value is the old value plus a small change, as in `w * (1 - lr * wd) - lr *
/// u`.
bool carriesState(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
