//===- IntegerSources.h - integers that a value is computed from *- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_INTEGERSOURCES_H
#define FP8_LIB_ANALYSIS_INTEGERSOURCES_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::fp8 {

/// The values of `block` that the integer `root` is computed from by integers
/// alone: a random key by its generator, a token by no layer of a model.
llvm::DenseSet<Value> collectIntegerSources(Value root, Block &block);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_INTEGERSOURCES_H
