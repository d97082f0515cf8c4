//===- TrainLoop.h - Repeated execution of a step -------------------------===//

#ifndef FP8_RUN_TRAINLOOP_H
#define FP8_RUN_TRAINLOOP_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"
#include "Step.h"

namespace mlir::fp8::run {

/// Feeds the results of each step back to the arguments of the next.
class TrainLoop {
public:
  /// Creates the loop with the first value of every argument.
  static FailureOr<TrainLoop> create(const Signature &signature,
                                     ArrayRef<Source> sources);

  /// Continues with a step that has other arguments: `signature` replaces that
  /// of the previous steps, `sources` provide varying values, and `values` are
  /// the arguments.
  void change(const Signature &signature, ArrayRef<Source> sources,
              std::vector<HostTensor> values);

  /// Returns the value of the argument `name`, or null.
  const HostTensor *find(StringRef name) const;

  /// Runs `step` as step number `number`. Afterwards `step.results` are valid
  /// until the next call, once step.fetch() has copied them.
  LogicalResult run(Step &step, int64_t number);

  /// Moves the states that `step` returned into the arguments, for the next
  /// run. Afterwards `step.results` are only memory for reuse.
  LogicalResult feedBack(Step &step);

private:
  TrainLoop(const Signature &signature, ArrayRef<Source> sources)
      : signature(&signature), sources(sources) {}

  const Signature *signature;
  ArrayRef<Source> sources;
  std::vector<HostTensor> arguments;
  /// Arguments that the host has written since the last run.
  llvm::BitVector written;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_TRAINLOOP_H
