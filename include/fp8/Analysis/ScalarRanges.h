//===- ScalarRanges.h - ranges of computed scalars --------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_SCALARRANGES_H
#define FP8_ANALYSIS_SCALARRANGES_H

#include "fp8/IR/ScalarRange.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::fp8 {

/// Returns the closed range of `x * y`.
ScalarRange multiplyRanges(ScalarRange x, ScalarRange y);
/// Returns the range of `x + y`.
ScalarRange addRanges(ScalarRange x, ScalarRange y);

/// Returns the range of a scalar or a one-element tensor, or std::nullopt. The
/// value must be computed by sums, products and negations from constants and
/// from arguments with `fp8.range`. The range holds for f32 arithmetic, up to
/// the rounding of its ends. `getOperand` returns the operand that an argument
/// of a region is bound to, or null.
std::optional<ScalarRange>
findRange(Value value, llvm::function_ref<Value(BlockArgument)> getOperand);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_SCALARRANGES_H
