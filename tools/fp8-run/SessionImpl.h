//===- SessionImpl.h - The state of a run, of which files share parts -----===//

#ifndef FP8_RUN_SESSIONIMPL_H
#define FP8_RUN_SESSIONIMPL_H

#include "Checkpoint/RunCheckpoints.h"
#include "Graph/Prepare.h"
#include "Inputs/Inputs.h"
#include "Interrupt.h"
#include "Outputs/Outputs.h"
#include "Outputs/Progress.h"
#include "Session.h"
#include "StateStorage.h"
#include "StepSet.h"
#include "TrainLoop.h"

#include <chrono>
#include <deque>

namespace mlir::fp8::run {

/// A run of the step of one module. Session.cpp prepares the step,
/// SessionSteps.cpp trains, and SessionFiles.cpp writes the files.
class Session {
public:
  Session(const Options &options, World &world)
      : options(options), world(world) {}

  LogicalResult run(ModuleOp module);

  /// Returns the signal that ended the run before its last step, or 0.
  int getSignal() const { return signal; }

private:
  LogicalResult compile(const StepFunctions &functions);
  /// Stores states by `preset` from step `number` on.
  LogicalResult changeStorage(StoragePreset preset, int64_t number);
  /// Trains, and writes the requested outputs.
  LogicalResult runSteps(const StepFunctions &functions, Inputs &inputs);
  LogicalResult train(const StepFunctions &functions, Inputs &inputs,
                      Outputs &outputs);
  /// Tells the other ranks that this one is ready, and checks that they are.
  LogicalResult start();
  /// Checks that all ranks have the same states.
  LogicalResult compareRanks(ArrayRef<NamedTensor> results, Location loc);
  /// Records the results of step `number`. `previous` is true if the next step
  /// has already been started.
  LogicalResult finishStep(int64_t number, bool previous, Outputs &outputs,
                           Progress &progress);
  /// Returns the function of the last completed step. Call `compile` first.
  Step &getLastStep();
  LogicalResult saveCheckpoint(Location loc);
  LogicalResult saveInputs(ArrayRef<Source> given, Outputs &outputs);
  LogicalResult writeOutputs(Outputs &outputs);
  /// Replaces the rows of this rank among `results` by whole states, which
  /// `joined` then holds.
  LogicalResult joinStates(std::vector<NamedTensor> &results,
                           std::deque<HostTensor> &joined);
  /// Reports that a signal ended the run, if one did.
  void reportInterrupt();
  /// Returns true if step `number` may continue while the next one is prepared.
  bool mayOverlap(int64_t number);
  /// Prints `reports` as --report requests.
  void printReports(ArrayRef<StepReport> reports);

  const Options &options;
  World &world;
  /// The program that all ranks run, if there are several.
  std::string program;
  Signature signature;
  StateStorage storage;
  /// Sources of the arguments for steps after a change of the storage.
  std::vector<Source> sources;
  /// The functions that `steps` were compiled from.
  StepFunctions functions;
  std::optional<StepSet> steps;
  std::optional<TrainLoop> loop;
  Record record;
  std::chrono::steady_clock::time_point stepBegin;
  /// Checkpoints of --checkpoint.
  std::optional<RunCheckpoints> checkpoints;
  /// Signal handler, from the first step until all files are written.
  std::optional<Interrupt> interrupt;
  int signal = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_SESSIONIMPL_H
