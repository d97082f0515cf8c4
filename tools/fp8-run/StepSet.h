//===- StepSet.h - The functions of a training step -----------------------===//

#ifndef FP8_RUN_STEPSET_H
#define FP8_RUN_STEPSET_H

#include "Graph/Prepare.h"
#include "Step.h"

namespace mlir::fp8::run {

/// The functions that a training step consists of, compiled, and which of them
/// runs when. On a GPU they share the memory of the states.
class StepSet {
public:
  static FailureOr<StepSet> create(const StepFunctions &functions,
                                   const Options &options);

  /// What runs as step `number`.
  Step &at(int64_t number);
  /// What runs where nothing else is asked for.
  const Step &getUsual() const { return usual; }

  /// Prints the reports of all functions as `format` says, `table` or `json`.
  /// Only for targets that compile to kernels.
  void printReports(llvm::raw_ostream &os, StringRef format) const;

private:
  explicit StepSet(Step usual) : usual(std::move(usual)) {}

  Step usual;
  /// What runs instead at the first step, if that differs.
  std::optional<Step> first;
  /// What runs instead at other steps: the first and the last step of each
  /// range.
  std::vector<std::pair<SmallVector<int64_t>, Step>> variants;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_STEPSET_H
