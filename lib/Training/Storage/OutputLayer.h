//===- OutputLayer.h - the parameters of the last product -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H
#define FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// The arguments of `func`, matrices that are parameters, that the last product
/// on the way to the loss reads and whose rows run over what it gives, such as
/// the symbols of a vocabulary. The elements of such a row belong to symbols of
/// very different frequency, those of a column to one.
llvm::DenseSet<unsigned> findRowsOfOutputs(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H
