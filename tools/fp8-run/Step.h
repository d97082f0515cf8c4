//===- Step.h - A compiled training step ----------------------------------===//

#ifndef FP8_RUN_STEP_H
#define FP8_RUN_STEP_H

#include "Graph/Signature.h"
#include "Options/Options.h"
#include "fp8/Analysis/StepReport.h"

namespace mlir::fp8::run {

/// One exported function, compiled, with the memory of results that overwrite
/// no state.
struct Step {
  /// Compiles `function`, including observations.
  static FailureOr<Step> create(ModuleOp module, func::FuncOp function,
                                const Options &options,
                                const ProgramFactory &createProgram);

  /// Copies result `i` of the last run to the host.
  LogicalResult fetch(unsigned i, bool previous = false) {
    return program->fetch(i, results[i], previous);
  }

  std::unique_ptr<Program> program;
  /// All results. A tensor is empty if the result overwrites a state.
  std::vector<HostTensor> results;
  std::vector<std::string> resultNames;
  /// The report, for a target that plans memory.
  std::optional<StepReport> report;
};

/// Allocates a tensor for an argument or a result. Errors are at `loc`.
FailureOr<HostTensor> allocateAt(Location loc, RankedTensorType type);
FailureOr<HostTensor> cloneAt(Location loc, const HostTensor &tensor);

} // namespace mlir::fp8::run

#endif // FP8_RUN_STEP_H
