//===- TrainLoop.h - Repeated execution of a step -------------------------===//

#ifndef FP8_RUN_TRAINLOOP_H
#define FP8_RUN_TRAINLOOP_H

#include "Files/SafeTensors.h"
#include "Graph/Signature.h"
#include "Inputs/Inputs.h"
#include "Step.h"

namespace mlir::fp8::run {

/// Runs steps one after another on the same states.
class TrainLoop {
public:
  /// Creates the loop with the first value of every argument. Takes computed
  /// values out of `inputs`. Errors are reported at `loc`.
  static FailureOr<TrainLoop> create(const Signature &signature,
                                     ArrayRef<Source> sources, Inputs &inputs,
                                     Location loc);

  /// Continues with a step that has other arguments: `signature` replaces the
  /// signature of the previous steps, `sources` provide varying values, and
  /// `values` are the arguments.
  void change(const Signature &signature, ArrayRef<Source> sources,
              std::vector<HostTensor> values);

  /// Copies all arguments to the host.
  LogicalResult download() { return states->download(); }
  /// Lets run() copy all arguments first.
  void keepArguments() { keepsArguments = true; }
  /// Returns the arguments of the last run, which keepArguments() has kept.
  ArrayRef<HostTensor> getKeptArguments() const { return kept; }
  /// Returns the place of errors.
  Location getLoc() const { return loc; }

  /// Returns the downloaded value of the argument `name`, or null.
  const HostTensor *find(StringRef name) const;

  /// Runs `step` as step number `number`. Afterwards `step.results` are valid
  /// until the next call, once step.fetch() has copied them.
  LogicalResult run(Step &step, int64_t number);

  /// Copies result `i` of `step`, which ran last, to the host and returns it.
  /// It is valid until the next run.
  FailureOr<const HostTensor *> fetch(Step &step, unsigned i);
  /// Copies all results of `step`, which ran last, to the host and returns
  /// them. They are valid until the next run.
  FailureOr<std::vector<NamedTensor>> fetchResults(Step &step);

private:
  TrainLoop(ArrayRef<Source> sources, Location loc)
      : sources(sources), loc(loc) {}

  void setArguments(const Signature &signature,
                    std::vector<HostTensor> arguments);
  LogicalResult copyArguments();

  const Signature *signature = nullptr;
  ArrayRef<Source> sources;
  Location loc;
  std::unique_ptr<StateStore> states;
  bool keepsArguments = false;
  std::vector<HostTensor> kept;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_TRAINLOOP_H
