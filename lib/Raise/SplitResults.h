//===- SplitResults.h - generics with several results -----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_SPLITRESULTS_H
#define FP8_LIB_RAISE_SPLITRESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Writes a generic of `func` that computes several results element by element
/// as one for each, which reads what that result needs: then each is computed
/// from what it depends on, and not from what the others do.
void splitElementwiseResults(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_SPLITRESULTS_H
