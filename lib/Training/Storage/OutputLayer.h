//===- OutputLayer.h - parameters of the output layer -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H
#define FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Returns the arguments of `func` that are weight matrices of the output
/// layer. The last contraction before the loss reads them. Only matrices are
/// returned whose rows have one element per output, such as per symbol of a
/// vocabulary. The elements of such a row belong to symbols of very different
/// frequency, whereas the elements of a column belong to the same symbol.
llvm::DenseSet<unsigned> findRowsOfOutputs(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_OUTPUTLAYER_H
