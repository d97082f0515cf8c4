//===- StorageRewriter.h - rewrites a step to stored states -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Rewrites a function with the signature of the step to take and return the
/// planes of `plan`.
LogicalResult storeStates(func::FuncOp func, const StoragePlan &plan);

/// Adds the public functions @pack and @unpack after `step`, which must already
/// be rewritten, and makes @init return packed states.
LogicalResult addPackFunctions(func::FuncOp step, const StoragePlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
