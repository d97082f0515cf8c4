//===- RangeCheck.h - Values outside declared ranges ------------*- C++ -*-===//

#ifndef FP8_RUN_RANGECHECK_H
#define FP8_RUN_RANGECHECK_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"

namespace mlir::fp8::run {

/// Checks that an argument with `fp8.range` is in its range in each of
/// `numSteps` steps.
LogicalResult checkRange(const Argument &argument, const Source &source,
                         int64_t numSteps);

} // namespace mlir::fp8::run

#endif // FP8_RUN_RANGECHECK_H
