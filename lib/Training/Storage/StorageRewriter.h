//===- StorageRewriter.h - rewrites a step to stored states -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Rewrites a function with the signature of the step to the planes of `plan`.
LogicalResult storeStates(func::FuncOp func, const StoragePlan &plan);

/// Adds the exported functions @pack and @unpack after `step`, which has been
/// rewritten, and packs the results of @init.
LogicalResult addPackFunctions(func::FuncOp step, const StoragePlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
