//===- StepTable.h - step plans as constants of LLVM IR ---------*- C++ -*-===//
#ifndef FP8_EXECUTION_STEPTABLE_H
#define FP8_EXECUTION_STEPTABLE_H

#include "fp8/Execution/StepHeader.h"
#include "fp8/Execution/StepPlan.h"

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Adds the function that `signature` declares to `module`, which contains the
/// kernels. The function passes its arguments and a constant fp8rt_step to
/// fp8rt_run_step. Fails if a kernel is missing.
LogicalResult addStepFunction(llvm::Module &module,
                              const StepSignature &signature,
                              const StepPlan &plan);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_STEPTABLE_H
