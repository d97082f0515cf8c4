//===- StepSet.h - The functions of a training step -----------------------===//

#ifndef FP8_RUN_STEPSET_H
#define FP8_RUN_STEPSET_H

#include "Graph/Prepare.h"
#include "Step.h"

namespace mlir::fp8::run {

/// The compiled functions of a training step, and the steps at which each runs.
/// On a GPU they share the memory of the states.
class StepSet {
public:
  static FailureOr<StepSet> create(const StepFunctions &functions,
                                   const Options &options);

  /// Returns the function that runs as step `number`.
  Step &at(int64_t number);
  /// Frees the memory of the function of step 0, which does not run again.
  void releaseFirst() { first.reset(); }
  /// Returns the function that runs by default.
  const Step &getUsual() const { return usual; }

  /// Lets all functions exchange data with other ranks.
  LogicalResult connect(fp8rt_comm comm);

  /// Returns the reports of all functions: that of the usual one, of the first
  /// one, and of the others. Requires a target that plans memory.
  std::vector<StepReport> getReports() const;

private:
  explicit StepSet(Step usual) : usual(std::move(usual)) {}

  Step usual;
  /// The function that runs at the first step, if it differs.
  std::optional<Step> first;
  /// The functions that run at other steps, each with the first and the last
  /// step of its ranges.
  std::vector<std::pair<SmallVector<int64_t>, Step>> variants;
};

/// Returns the reports of StepSet::getReports() without programs.
FailureOr<std::vector<StepReport>> reportSteps(const StepFunctions &functions,
                                               const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_STEPSET_H
