//===- LinearFactors.h - factors of states in an update ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
#define FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::fp8 {

/// Computes the factor by which a value in the region of `update` depends on a
/// region argument, as a number. Scalars that are unknown at compile time, such
/// as a learning rate `lr`, get distinct small numbers. Then `1 - lr * wd` is
/// close to 1 and `lr` is not, and `c` and `1 - c` add up to 1.
class LinearFactors {
public:
  explicit LinearFactors(UpdateOp update) : update(update) {}

  /// Returns the factor of `argument` in `value`: 0 if `value` does not depend
  /// on `argument`, std::nullopt if the dependence is not linear.
  std::optional<double> get(Value value, BlockArgument argument);
  /// Returns the factor of the old value of `from` in the new value of `state`.
  std::optional<double> get(unsigned state, unsigned from);

private:
  /// Returns the number that replaces the scalar `value`.
  double getNumber(Value value);
  double sample(Value value);

  UpdateOp update;
  llvm::DenseMap<Value, double> numbers;
  unsigned numSamples = 0;
};

/// Returns true if the region carries `state` over: its new value is the old
/// value plus a small change, as in `w * (1 - lr * wd) - lr * u`.
bool carriesState(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
