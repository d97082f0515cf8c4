//===- ResultStep.h - steps that compute one tensor -------------*- C++ -*-===//
#ifndef FP8_LIB_REFERENCE_RESULTSTEP_H
#define FP8_LIB_REFERENCE_RESULTSTEP_H

#include "Plan.h"

namespace mlir::fp8::reference {

/// Returns a step that allocates the result of `op` and computes its elements
/// with `fill(frame, result)`. `fill` may return a LogicalResult.
template <typename Fill>
Step makeResultStep(Operation *op, PlanCompiler &compiler, Fill fill) {
  return [loc = op->getLoc(), type = getTensorType(op->getResult(0).getType()),
          slot = compiler.define(op->getResult(0)),
          fill = std::move(fill)](Frame &frame) -> LogicalResult {
    FailureOr<MutableTensor> result = allocate(type, loc);
    if (failed(result))
      return failure();
    if constexpr (std::is_void_v<decltype(fill(frame, **result))>)
      fill(frame, **result);
    else if (failed(fill(frame, **result)))
      return failure();
    frame.set(slot, std::move(*result));
    return success();
  };
}

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_RESULTSTEP_H
