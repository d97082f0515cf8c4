//===- IntegerSources.h - integer data dependences --------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_INTEGERSOURCES_H
#define FP8_LIB_ANALYSIS_INTEGERSOURCES_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// Returns the values of `block` that the integer `root` is computed from
/// through integers alone. A generator computes a random key in this way. A
/// model does not compute a token in this way.
llvm::DenseSet<Value> collectIntegerSources(Value root, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_INTEGERSOURCES_H
