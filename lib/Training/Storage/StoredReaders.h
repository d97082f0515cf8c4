//===- StoredReaders.h - readers of stored states ---------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
#define FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Returns true if `quantize` computes codes from the current amax with one
/// scale, so that the stored e4m3 codes can replace its result.
bool readsAsStored(QuantizeOp quantize);

/// Maps each stored argument, by number, to a placeholder cast. Between
/// detachReaders and attachReaders, readers of the argument other than updates
/// read the cast.
using StoredReaders = llvm::MapVector<unsigned, UnrealizedConversionCastOp>;

/// Inserts the casts before the arguments change their types.
StoredReaders detachReaders(func::FuncOp func, const StoragePlan &plan);

/// Replaces the casts by planes. A reader that quantizes a weight as it is
/// stored reads the codes and their scale. Other readers read the decoded main
/// plane.
void attachReaders(const StoredReaders &readers, const StoragePlan &plan,
                   const llvm::DenseMap<unsigned, PlaneValues> &planes);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
