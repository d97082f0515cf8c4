//===- PlannedProgram.h - executable steps of Planned form ------*- C++ -*-===//
//
// The part shared by targets that run kernels: the plan, its memory, and
// matmuls, which the runtime computes. A target adds the execution of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_EXECUTION_PLANNEDPROGRAM_H
#define FP8_EXECUTION_PLANNEDPROGRAM_H

#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/StepPlan.h"
#include "fp8/Host/Program.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// A function as a list of launches and matmuls, and the kernels that it
/// launches.
struct PlannedFunction {
  /// Module that contains only the emitted kernels.
  OwningOpRef<ModuleOp> kernels;
  /// The function in Planned form, detached from any module.
  OwningOpRef<func::FuncOp> entry;
  StepPlan plan;
  /// For each result, the argument that it updates in place.
  SmallVector<std::optional<unsigned>> updated;
  /// Resources that a call needs.
  StepReport report;
};

/// Runs the passes that `addPasses` adds on a copy of `module`. They must bring
/// `function` to Planned form and emit its kernels.
FailureOr<PlannedFunction>
planFunction(ModuleOp module, StringRef function,
             function_ref<void(OpPassManager &)> addPasses);

/// Reports that the program has no ranks for its exchange at `loc`.
LogicalResult reportMissingRanks(Location loc);

class PlannedProgram : public HostProgram {
public:
  PlannedProgram(StepPlan plan, ArrayRef<std::optional<unsigned>> updated)
      : HostProgram(updated), plan(std::move(plan)) {}
  ~PlannedProgram() override;

  LogicalResult connect(fp8rt_comm comm) override;

  bool runsAtAddresses() const override { return true; }
  LogicalResult runAt(ArrayRef<char *> addresses) override;

  /// Allocates all threads and memory that runs need. With 0 threads, uses the
  /// CPUs that this thread may use. Errors without a location in the step are
  /// reported at `loc`.
  virtual LogicalResult prepare(Location loc, int32_t numThreads = 0);

protected:
  LogicalResult execute(ArrayRef<const HostTensor *> arguments,
                        ArrayRef<HostTensor *> results) final;

  /// Runs the steps of the plan. `bases` are the addresses of the arguments, of
  /// the results that overwrite no argument, and of the arena.
  virtual LogicalResult runSteps(ArrayRef<char *> bases) = 0;

  /// Reports an error of the runtime.
  static LogicalResult report(Location loc, fp8rt_status status);

  StepPlan plan;
  fp8rt_context context = nullptr;
  /// Workspace that the matmuls share, or null.
  void *workspace = nullptr;
  /// Communicator of the exchanges, or null.
  fp8rt_comm comm = nullptr;

private:
  fp8rt_arena arena = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_PLANNEDPROGRAM_H
