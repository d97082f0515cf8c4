//===- UpdateBound.h - how far an update reaches ----------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
#define FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// The amaxes that a bound starts from, as tensors of rank 0. `getState` gives
/// that of the old value of a state, `getInput` that of an input.
struct OldAmaxes {
  function_ref<Value(OpBuilder &, unsigned)> getState, getInput;
};

/// Computes, before `update`, a bound of the magnitudes of the new values of
/// `state` as a tensor of rank 0: exact arithmetic stays below it, and so does
/// f32. The region gets the clamps that the bound needs; limits of these become
/// scalars of the op. Null where the region has no bound, and then `reason`
/// says why and nothing changes.
Value boundUpdate(UpdateOp update, unsigned state, const OldAmaxes &amaxes,
                  std::string &reason);

/// Whether `boundUpdate` finds one. Changes nothing.
bool canBoundUpdate(UpdateOp update, unsigned state, std::string &reason);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_UPDATEBOUND_H
