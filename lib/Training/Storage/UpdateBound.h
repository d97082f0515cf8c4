//===- UpdateBound.h - bounds of updates ------------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
#define FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Callbacks that return the amaxes on which a bound is based, as rank-0
/// tensors. `getState` returns the amax of the old value of a state, and
/// `getInput` the amax of an input.
struct OldAmaxes {
  function_ref<Value(OpBuilder &, unsigned)> getState, getInput;
};

/// Computes, before `update`, a bound of the magnitudes of the new values of
/// `state` as a rank-0 tensor. The bound holds for exact arithmetic and for
/// f32. Inserts the clamps that the bound needs into the region; their limits
/// become scalars of the op. If there is no bound, returns null, sets `reason`,
/// and changes nothing.
Value boundUpdate(UpdateOp update, unsigned state, const OldAmaxes &amaxes,
                  std::string &reason);

/// Returns true if `boundUpdate` finds a bound. Changes nothing.
bool canBoundUpdate(UpdateOp update, unsigned state, std::string &reason);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
