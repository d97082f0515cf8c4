//===- StoredReaders.h - who reads stored states ----------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
#define FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H

#include "StateViews.h"

namespace mlir::fp8 {

/// Whether `quantize` makes codes of the moment with one scale, so that e4m3
/// codes that are stored serve all of its readers as well.
bool readsAsStored(QuantizeOp quantize);

/// A cast of each argument that will be stored, by its number: what reads the
/// argument, other than as the state of an update, reads the cast between
/// detachReaders and attachReaders.
using StoredReaders = llvm::MapVector<unsigned, UnrealizedConversionCastOp>;

/// Puts the casts, before arguments change their types.
StoredReaders detachReaders(func::FuncOp func, const StoragePlan &plan);

/// Lets readers read planes: codes and their scale where they quantize a weight
/// as it is stored, else its main plane, decoded. The casts are gone.
void attachReaders(const StoredReaders &readers, const StoragePlan &plan,
                   const llvm::DenseMap<unsigned, PlaneValues> &planes);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_STOREDREADERS_H
