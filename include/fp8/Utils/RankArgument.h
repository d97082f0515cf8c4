//===- RankArgument.h - the number of a rank --------------------*- C++ -*-===//
#ifndef FP8_UTILS_RANKARGUMENT_H
#define FP8_UTILS_RANKARGUMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Returns the number of the rank as an i32, from the argument of `func` with
/// `#fp8.state<rank>`. Appends that argument, called `fp8.rank`, if there is
/// none.
Value getRankNumber(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_UTILS_RANKARGUMENT_H
