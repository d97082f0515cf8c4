//===- StatePaths.h - elementwise paths from arguments ----------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STATEPATHS_H
#define FP8_LIB_ANALYSIS_STATEPATHS_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// Returns true if `value` is computed elementwise from `arg`, and every path
/// subtracts `arg`. An example is an extrapolation
/// `value = a + 0.9 * (a - arg)`.
bool isSubtracted(Value value, BlockArgument arg);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STATEPATHS_H
