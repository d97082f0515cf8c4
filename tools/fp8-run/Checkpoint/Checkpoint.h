//===- Checkpoint.h - What a run needs to go on ---------------------------===//
//
// A safetensors file with every state that a step feeds back, as it is: codes,
// scales, residuals, never a decoded value. Beside them the losses and times so
// far; and in the metadata the number of steps done, from which follows where
// counters and slices of inputs stand, the graph, where the values of other
// arguments came from, and a checksum of every byte.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_CHECKPOINT_H
#define FP8_RUN_CHECKPOINT_H

#include "Files/SafeTensors.h"
#include "Graph/GraphIdentity.h"
#include "Graph/Signature.h"
#include "Inputs/Source.h"
#include "Outputs/Record.h"
#include "Step.h"

namespace mlir::fp8::run {

/// An error for two states that a file could not tell apart.
LogicalResult checkStateNames(const Signature &signature);

/// What stays the same over a run.
struct RunIdentity {
  static RunIdentity of(const GraphIdentity &graph, const Signature &signature,
                        ArrayRef<Source> sources);

  /// A name that no other run has.
  static std::string makeRun();

  /// The name that this run and its resumptions share; empty in files of
  /// earlier versions.
  std::string run;
  GraphIdentity graph;
  /// The name of the loss, or nothing.
  std::string loss;
  /// Where the values of arguments that are no states come from, by name.
  std::map<std::string, std::string> inputs;
};

class Checkpoint {
public:
  /// Opens a file and checks that it is whole. Errors begin with `path`.
  static llvm::Expected<Checkpoint> open(StringRef path, MLIRContext *context);

  /// The same for what `buffer` holds; errors begin with its identifier.
  static llvm::Expected<Checkpoint>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  StringRef getPath() const { return file.getPath(); }
  /// How many steps are done.
  int64_t getSteps() const { return steps; }
  /// Of the steps done; NaN where a step had no loss.
  std::vector<double> getLosses() const;
  std::vector<double> getSeconds() const;
  const RunIdentity &getIdentity() const { return identity; }
  /// The state of the argument `name`, after `checkGraph`.
  const TensorView &getState(StringRef name) const;

  /// Fails, and says what differs, if this is not a checkpoint of the step.
  llvm::Error checkGraph(const GraphIdentity &graph,
                         const Signature &signature) const;

  /// Reads the name of the run from the header of a file, whether the rest is
  /// whole or not. Nothing for what is no checkpoint.
  static std::optional<std::string> readRun(StringRef path,
                                            MLIRContext *context);

  /// Whether a tensor of that name in the file is no state.
  static bool isOfRun(StringRef name);

private:
  explicit Checkpoint(SafeTensors file) : file(std::move(file)) {}

  /// Checks what has been read.
  static llvm::Expected<Checkpoint> take(llvm::Expected<SafeTensors> file);

  llvm::Error readMetadata();

  SafeTensors file;
  int64_t steps = 0;
  RunIdentity identity;
};

/// Writes a checkpoint after the steps of `record`. `step`, the last of them,
/// holds the states in its results.
LogicalResult writeCheckpoint(llvm::raw_ostream &os, const Signature &signature,
                              const Step &step, const Record &record,
                              const RunIdentity &identity, Location loc);

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINT_H
