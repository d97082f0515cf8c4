//===- PackScalars.h - scalars of ranks in few exchanges --------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_PACKSCALARS_H
#define FP8_LIB_SHARD_PACKSCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Gives all sums and maxima of scalars over ranks that do not depend on each
/// other one exchange. Scalars that depend on results of an exchange have to
/// wait for the next one.
void packScalars(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_PACKSCALARS_H
