//===- LinearFactors.h - what states are multiplied by ----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
#define FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H

#include "fp8/IR/FP8.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::fp8 {

/// What arguments of the region of `update` are multiplied by in its values,
/// as numbers. Scalars that are not known when the step is compiled, such as a
/// learning rate, are taken for small numbers that differ: then `1 - lr * wd`
/// is close to 1 and `lr` is not, and `c` and `1 - c` still add up to 1.
class LinearFactors {
public:
  explicit LinearFactors(UpdateOp update) : update(update) {}

  /// The factor of `argument` in `value`: 0 where `value` does not depend on
  /// it, nothing where it is not linear in it.
  std::optional<double> get(Value value, BlockArgument argument);
  /// Of the old value of `from` in the new one of `state`.
  std::optional<double> get(unsigned state, unsigned from);

private:
  /// The number that `value`, the same for every element, is taken for.
  double getNumber(Value value);
  double sample(Value value);

  UpdateOp update;
  llvm::DenseMap<Value, double> numbers;
  unsigned numSamples = 0;
};

/// Whether the region itself hands on the old value of `state`: the new one is
/// about that value and a change, as in `w * (1 - lr * wd) - lr * u`.
bool carriesState(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_LINEARFACTORS_H
