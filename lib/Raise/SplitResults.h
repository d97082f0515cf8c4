//===- SplitResults.h - generics with several results -----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_SPLITRESULTS_H
#define FP8_LIB_RAISE_SPLITRESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Splits each generic of `func` that computes several results elementwise into
/// one generic per result. Each generic reads only the operands that its result
/// needs, so dependences between results become precise.
void splitElementwiseResults(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_SPLITRESULTS_H
