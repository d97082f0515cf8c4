//===- PlannedProgram.h - a step of Planned form that can run --------*- C++ -*-===//
//
// What the targets that run kernels share: the plan, its memory, and matrix
// products, which the runtime computes. A target adds who runs a kernel.
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

/// A function as launches and products, and the kernels that it launches.
struct PlannedFunction {
  /// Holds the emitted kernels, and nothing else.
  OwningOpRef<ModuleOp> kernels;
  /// The function in Planned form, outside of any module.
  OwningOpRef<func::FuncOp> entry;
  StepPlan plan;
  /// Per result, the argument that it updates in place.
  SmallVector<std::optional<unsigned>> updated;
  /// What a call takes.
  StepReport report;
};

/// Brings `function` of a copy of `module` to Planned form, with its kernels
/// emitted, by the passes that `addPasses` adds.
FailureOr<PlannedFunction>
planFunction(ModuleOp module, StringRef function,
             function_ref<void(OpPassManager &)> addPasses);

class PlannedProgram : public Program {
public:
  PlannedProgram(StepPlan plan, ArrayRef<std::optional<unsigned>> updated)
      : plan(std::move(plan)),
        order(llvm::to_vector(llvm::seq<unsigned>(this->plan.steps.size()))),
        updated(updated) {}
  ~PlannedProgram() override;

  std::optional<unsigned> getUpdatedArgument(unsigned i) const override {
    return updated[i];
  }

  /// Takes all threads and memory that runs need; 0 threads: the CPUs that this
  /// one may use. Errors that have no place in the step are at `loc`.
  virtual LogicalResult prepare(Location loc, int32_t numThreads = 0);

  LogicalResult run(ArrayRef<const HostTensor *> arguments,
                    MutableArrayRef<HostTensor> results) override;

protected:
  /// Runs the kernel of step `i` on its operands.
  virtual LogicalResult launch(unsigned i, ArrayRef<void *> addresses) = 0;
  /// The memory that lives between the kernels, before a run.
  virtual void prepareArena(MutableArrayRef<char>) {}

  /// Reports what the runtime says.
  static LogicalResult report(Location loc, fp8rt_status status);

  StepPlan plan;
  /// The steps of the plan as they run.
  SmallVector<unsigned> order;
  fp8rt_context context = nullptr;

private:
  void *getAddress(const BufferRef &buffer, ArrayRef<char *> bases);
  LogicalResult multiply(const PlannedStep &step,
                         SmallVectorImpl<void *> &addresses);

  SmallVector<std::optional<unsigned>> updated;
  fp8rt_arena arena = nullptr;
  void *workspace = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_PLANNEDPROGRAM_H
