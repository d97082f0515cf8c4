//===- PackScalars.h - scalars of ranks in few exchanges --------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_PACKSCALARS_H
#define FP8_LIB_SHARD_PACKSCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Combines all independent sums and maxima of scalars over ranks into one
/// exchange. Scalars that depend on results of an exchange wait for the next
/// exchange.
void packScalars(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_PACKSCALARS_H
