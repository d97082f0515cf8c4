//===- SplitResults.h - generics with several results -----------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_SPLITRESULTS_H
#define FP8_LIB_RAISE_SPLITRESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Splits each elementwise generic of `func` with several results into one
/// generic per result. Each new generic reads only the operands that its result
/// needs, so the dependences between values become precise.
void splitElementwiseResults(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_SPLITRESULTS_H
