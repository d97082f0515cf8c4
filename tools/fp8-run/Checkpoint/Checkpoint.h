//===- Checkpoint.h - Checkpoint files of a run ---------------------------===//
//
// A checkpoint is a safetensors file with every state that a step feeds back,
// unmodified: codes, scales, residuals, never a decoded value. It also contains
// the losses and times so far. Its metadata contains the number of completed
// steps, which determines the values of counters and the next slices of inputs,
// the graph, the sources of the values of other arguments, and a checksum of
// every byte.
//
// If every rank of a mesh holds some rows of states, all ranks but the first
// write their rows to files beside it, its parts. The file itself is written
// last: it has the rows of the first rank, and names all parts with their
// checksums. Without it, the parts are not a checkpoint.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_CHECKPOINT_H
#define FP8_RUN_CHECKPOINT_H

#include "Files/SafeTensors.h"
#include "Graph/GraphIdentity.h"
#include "Graph/Signature.h"
#include "Inputs/Source.h"
#include "Outputs/Record.h"

#include <deque>

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

/// Names of the parts of a checkpoint, and their checksums.
using Parts = std::vector<std::pair<std::string, std::string>>;

class Checkpoint {
public:
  /// Opens a file and checks that it is complete. Errors begin with `path`.
  static llvm::Expected<Checkpoint> open(StringRef path, MLIRContext *context);

  /// Checks that a file and the parts beside it are complete.
  static llvm::Expected<Checkpoint> open(llvm::Expected<SafeTensors> file,
                                         MLIRContext *context);

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
  /// Returns the tensors of the file. Of a state that is divided among parts,
  /// returns only the rows in this file.
  ArrayRef<TensorView> getTensors() const { return file.getTensors(); }
  /// Returns the type of the state `name`, or null if there is none.
  RankedTensorType findState(StringRef name) const;
  /// Returns the bytes of `count` rows of the state `name` from row `begin` on.
  /// Rows beyond its end are zeros. Valid as long as this object. Call
  /// `checkGraph` first.
  ArrayRef<char> readRows(StringRef name, int64_t begin, int64_t count);
  /// Returns the bytes of the whole state `name`. Call `checkGraph` first.
  ArrayRef<char> readState(StringRef name);

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
  /// Opens the parts, and checks that they and the file hold all rows.
  llvm::Error openParts(MLIRContext *context);
  /// Checks that part number `i` belongs to this checkpoint.
  llvm::Error checkPart(const SafeTensors &part, size_t i) const;
  /// Checks that the rows of the divided state `name` are complete.
  llvm::Error checkRows(StringRef name) const;
  /// Returns the rows of a state in this file and in its parts, in order.
  SmallVector<const TensorView *> findRows(StringRef name) const;

  SafeTensors file;
  int64_t steps = 0;
  RunIdentity identity;
  /// The names of the parts and their checksums, in order.
  Parts partNames;
  std::vector<SafeTensors> parts;
  /// The number of rows of each state that is divided among parts, by name.
  std::map<std::string, int64_t> rows;
  /// Memory of rows that come from several files.
  std::deque<std::vector<char>> joined;
};

/// Opens the tensors of a file. If it is a checkpoint with parts, its states
/// are joined.
llvm::Expected<SafeTensors> openJoined(StringRef path, MLIRContext *context);

/// The position of a rank among the ranks that hold rows of states.
struct PartNumber {
  int64_t number = 0, count = 1;

  /// Returns the name of the file of this part of the checkpoint at `path`.
  std::string getPath(StringRef path) const;
};

/// Writes a checkpoint after the steps of `record`. `results` are the results
/// of the last step, including the states. `parts` have been written.
LogicalResult writeCheckpoint(llvm::raw_ostream &os, const Signature &signature,
                              ArrayRef<NamedTensor> results,
                              const Record &record, const RunIdentity &identity,
                              const Parts &parts, Location loc);

/// Writes the rows of a rank as the part `part`, whose number is not 0, of a
/// checkpoint after `steps` steps. Returns its checksum.
FailureOr<std::string> writePart(llvm::raw_ostream &os,
                                 const Signature &signature,
                                 ArrayRef<NamedTensor> results, int64_t steps,
                                 const RunIdentity &identity, PartNumber part);

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINT_H
