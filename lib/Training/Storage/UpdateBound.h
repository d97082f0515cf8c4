//===- UpdateBound.h - bounds of updates ------------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
#define FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Callbacks that return amaxes as rank-0 tensors: of the old value of a state,
/// and of an input. The arguments are a builder and an index.
struct OldAmaxes {
  function_ref<Value(OpBuilder &, unsigned)> getState, getInput;
};

/// Computes, before `update`, an upper bound of the magnitudes of the new
/// values of `state`, as a rank-0 tensor. The bound holds for exact arithmetic
/// and for f32. Inserts the clamps that the bound requires into the region,
/// with their limits as new scalar operands of the op. If no bound is known,
/// returns null, sets `reason`, and leaves the update unchanged.
Value boundUpdate(UpdateOp update, unsigned state, const OldAmaxes &amaxes,
                  std::string &reason);

/// Returns true if `boundUpdate` would find a bound, else sets `reason`.
/// Changes nothing.
bool canBoundUpdate(UpdateOp update, unsigned state, std::string &reason);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
