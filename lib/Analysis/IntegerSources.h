//===- IntegerSources.h - integer data dependences --------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_INTEGERSOURCES_H
#define FP8_LIB_ANALYSIS_INTEGERSOURCES_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Returns the values of `block` from which the integer `root` is computed
/// using only integers. A random number generator computes its next key in this
/// way; a model does not compute a token in this way.
llvm::DenseSet<Value> collectIntegerSources(Value root, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_INTEGERSOURCES_H
