//===- Checkpoint.h - Checkpoint files of a run ---------------------------===//
//
// A checkpoint is a safetensors file with every state that a step feeds back,
// unmodified: codes, scales, residuals, never a decoded value. It also contains
// the losses and times so far. Its metadata contains the number of completed
// steps, which determines the values of counters and the next slices of inputs,
// the graph, the sources of the values of other arguments, and a checksum of
// every byte.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_CHECKPOINT_H
#define FP8_RUN_CHECKPOINT_H

#include "Files/SafeTensors.h"
#include "Graph/GraphIdentity.h"
#include "Graph/Signature.h"
#include "Inputs/Source.h"
#include "Outputs/Record.h"

namespace mlir::fp8::run {

/// Reports an error for two states that a file could not distinguish.
LogicalResult checkStateNames(const Signature &signature);

/// Properties that stay the same over a run.
struct RunIdentity {
  static RunIdentity of(const GraphIdentity &graph, const Signature &signature,
                        ArrayRef<Source> sources);

  /// Returns a random name that no other run has.
  static std::string makeRun();

  /// Name that this run and its resumptions share. Empty in files of earlier
  /// versions.
  std::string run;
  GraphIdentity graph;
  /// Name of the loss, or empty.
  std::string loss;
  /// Sources of the values of arguments that are not states, by name.
  std::map<std::string, std::string> inputs;
};

class Checkpoint {
public:
  /// Opens a file and checks that it is complete. Errors begin with `path`.
  static llvm::Expected<Checkpoint> open(StringRef path, MLIRContext *context);

  /// Opens a checkpoint in memory. Errors begin with the identifier of
  /// `buffer`.
  static llvm::Expected<Checkpoint>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  StringRef getPath() const { return file.getPath(); }
  /// Returns the number of completed steps.
  int64_t getSteps() const { return steps; }
  /// Returns the losses of the completed steps; NaN for a step without loss.
  std::vector<double> getLosses() const;
  std::vector<double> getSeconds() const;
  const RunIdentity &getIdentity() const { return identity; }
  /// Returns the state of the argument `name`. Call `checkGraph` first.
  const TensorView &getState(StringRef name) const;

  /// Fails with a list of the differences if this is not a checkpoint of the
  /// step.
  llvm::Error checkGraph(const GraphIdentity &graph,
                         const Signature &signature) const;

  /// Reads the name of the run from the header of a file, even if the rest is
  /// incomplete. Returns std::nullopt if the file is not a checkpoint.
  static std::optional<std::string> readRun(StringRef path,
                                            MLIRContext *context);

  /// Returns true if a tensor of that name in the file is not a state.
  static bool isOfRun(StringRef name);

private:
  explicit Checkpoint(SafeTensors file) : file(std::move(file)) {}

  /// Checks the contents of a file that has been read.
  static llvm::Expected<Checkpoint> take(llvm::Expected<SafeTensors> file);

  llvm::Error readMetadata();

  SafeTensors file;
  int64_t steps = 0;
  RunIdentity identity;
};

/// Writes a checkpoint after the steps of `record`. `results` are the results
/// of the last step, including the states.
LogicalResult writeCheckpoint(llvm::raw_ostream &os, const Signature &signature,
                              ArrayRef<NamedTensor> results,
                              const Record &record, const RunIdentity &identity,
                              Location loc);

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINT_H
