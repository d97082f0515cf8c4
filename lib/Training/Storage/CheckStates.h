//===- CheckStates.h - states of each step that is stored -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H
#define FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H

#include "StoragePlan.h"

namespace mlir::fp8 {

/// Checks that `func` has the states of `plan`, which was made for @step, and
/// returns for each what one update makes of it, or the old value.
LogicalResult checkStates(func::FuncOp func, const StoragePlan &plan);

/// Returns the arguments of the states whose old value `func` returns.
SmallVector<unsigned> findKeptStates(func::FuncOp func,
                                     const StoragePlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_CHECKSTATES_H
