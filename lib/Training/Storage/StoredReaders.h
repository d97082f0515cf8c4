//===- StoredReaders.h - readers of stored states ---------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
#define FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Returns true if `quantize` computes e4m3 codes with one scale from the
/// current amax, so that stored e4m3 codes and their scale can replace it.
bool readsAsStored(QuantizeOp quantize);

/// Maps the number of each stored argument to a placeholder cast. All readers
/// of the argument except updates read the cast between detachReaders() and
/// attachReaders().
using StoredReaders = llvm::MapVector<unsigned, UnrealizedConversionCastOp>;

/// Inserts the casts before the arguments change their types.
StoredReaders detachReaders(func::FuncOp func, const StoragePlan &plan);

/// Replaces the casts by planes. A quantize op that computes the same format as
/// the stored codes is replaced by the codes and their scale. Other readers
/// read the decoded value.
void attachReaders(const StoredReaders &readers, const StoragePlan &plan,
                   const llvm::DenseMap<unsigned, PlaneValues> &planes);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
