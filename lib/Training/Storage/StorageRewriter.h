//===- StorageRewriter.h - a step with stored states ------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
#define FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Gives a function of the signature of the step the planes that `plan` says.
LogicalResult storeStates(func::FuncOp func, const StoragePlan &plan);

/// Adds the exports @pack and @unpack after `step`, which has been rewritten,
/// and packs what @init gives.
LogicalResult addPackFunctions(func::FuncOp step, const StoragePlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STORAGEREWRITER_H
