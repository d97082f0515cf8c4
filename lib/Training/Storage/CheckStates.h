//===- CheckStates.h - states of each step that is stored -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H
#define FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H

#include "StoragePlan.h"

namespace mlir::fp8 {

/// Checks that `func` has the states of `plan`, which was created from @step.
/// The new value of each state must be its old value or the result of one
/// update. Returns the arguments of the states that `func` returns unchanged.
FailureOr<SmallVector<unsigned>> checkStates(func::FuncOp func,
                                             const StoragePlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H
