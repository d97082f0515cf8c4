//===- RankArgument.h - the number of a rank --------------------*- C++ -*-===//
#ifndef FP8_UTILS_RANKARGUMENT_H
#define FP8_UTILS_RANKARGUMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Returns the number of the rank as an i32, extracted from the argument of
/// `func` with `#fp8.state<rank>`. If there is no such argument, appends one
/// with the name `fp8.rank`.
Value getRankNumber(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_UTILS_RANKARGUMENT_H
