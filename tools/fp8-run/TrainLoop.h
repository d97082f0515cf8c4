//===- TrainLoop.h - Runs a step again and again --------------------------===//

#ifndef FP8_RUN_TRAINLOOP_H
#define FP8_RUN_TRAINLOOP_H

#include "Graph/Signature.h"
#include "Inputs/Source.h"
#include "Step.h"

namespace mlir::fp8::run {

/// Feeds the results of each step back to the arguments of the next.
class TrainLoop {
public:
  /// Takes the first value of every argument.
  static FailureOr<TrainLoop> create(const Signature &signature,
                                     ArrayRef<Source> sources);

  /// Goes on with a step of other arguments: `signature` replaces that of the
  /// steps before, `sources` give what varies, and `values` are the arguments.
  void change(const Signature &signature, ArrayRef<Source> sources,
              std::vector<HostTensor> values);

  /// The values of the arguments, by name; null where there is none.
  const HostTensor *find(StringRef name) const;

  /// Runs `step` as step number `number`. Afterwards `step.results` are the
  /// results until the next call, once step.fetch() has brought them.
  LogicalResult run(Step &step, int64_t number);

  /// Moves the states that `step` left into the arguments, for the next run.
  /// `step.results` are then of use as memory only.
  LogicalResult feedBack(Step &step);

private:
  TrainLoop(const Signature &signature, ArrayRef<Source> sources)
      : signature(&signature), sources(sources) {}

  const Signature *signature;
  ArrayRef<Source> sources;
  std::vector<HostTensor> arguments;
  /// Which of them the host has written since the last run.
  llvm::BitVector written;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_TRAINLOOP_H
