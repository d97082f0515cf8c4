//===- Options.h - Options of a run ---------------------------------------===//

#ifndef FP8_RUN_OPTIONS_H
#define FP8_RUN_OPTIONS_H

#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Target/Target.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::fp8::run {

/// `--arg I=VALUE`: the value of one argument.
struct ArgumentOption {
  enum class Kind { Value, Counter, Npy, Random };

  /// A number, or an `fp8.name`.
  std::string argument;
  Kind kind = Kind::Value;
  /// The value, or the start of a counter. Integers beyond 2^53 are exact only
  /// in `integer`.
  double value = 0;
  std::optional<int64_t> integer;
  std::string file;
  uint64_t seed = 0;
  /// The interval of uniform random values, without `high`.
  std::optional<std::pair<double, double>> interval;
};

struct Options {
  std::string inputFile;
  /// The options of --fp8-train-pipeline: from --train and from the flags that
  /// fp8-run shares with the pipeline. Never null.
  std::shared_ptr<TrainPipelineOptions> train;
  /// The presets that replace the storage from a step on, in the order of the
  /// steps.
  std::vector<std::pair<int64_t, StoragePreset>> storageChanges;
  /// The storage of the states in the file of --inputs, if they are stored.
  std::optional<StoragePreset> inputsStorage;
  /// True if --outputs contains the values of states instead of their planes.
  bool unpack = false;
  /// Returns true if any state has another format than in the file.
  bool storesStates() const {
    return train->storage != StoragePreset::FP32 ||
           !train->storageOverride.empty() || !storageChanges.empty();
  }
  /// Returns true if ranks hold only some rows of states.
  bool cutsStates() const {
    return train->shard != ShardPolicy::DDP && getNumRanks() > 1;
  }
  /// The target, never null, and its options: from --target-options and from
  /// the flags that name one of them.
  const Target *target = nullptr;
  std::shared_ptr<TargetOptions> targetOptions;
  /// The axes of --mesh and their numbers of ranks; empty without the option.
  std::vector<std::pair<std::string, int64_t>> mesh;
  /// Maximum time that a rank waits for other ranks in an exchange, in
  /// milliseconds. The evaluator may take minutes between two exchanges of a
  /// large step.
  int64_t commTimeout = 600000;
  /// How ranks exchange data: through memory that the processes of this machine
  /// share, or through MPI.
  enum class Comm { Loopback, MPI };
  Comm comm = Comm::Loopback;
  /// The rank of this process.
  int64_t rank = 0;
  /// True if the first rank writes whole states to --outputs.
  bool joinsStates = false;
  /// Returns the number of ranks of the mesh, or 1.
  int64_t getNumRanks() const {
    int64_t number = 1;
    for (const auto &[axis, size] : mesh)
      number *= size;
    return number;
  }
  /// Number of steps; 0 only with `explain` and `report`.
  int64_t steps = 0;
  /// Values of `--inputs`; at most one of them is present.
  std::string inputsFile;
  std::optional<uint64_t> inputsSeed;
  std::vector<ArgumentOption> arguments;

  // Paths; empty if the option is absent.
  std::string outputs;
  std::string saveInputs;
  std::string csv;
  std::string plot;
  std::string dump;
  std::string health;
  std::string html;
  std::string trace;
  /// A file of --csv to draw in `html`.
  std::string compare;
  bool checkFinite = false;
  /// Returns true if the step returns amaxes and scales.
  bool observesScales() const { return !html.empty() || checkFinite; }

  /// A folder; empty if the option is absent.
  std::string checkpoint;
  /// Number of steps between checkpoints; 0 for one at the end only.
  int64_t checkpointEvery = 0;
  bool resume = false;

  /// `table` or `json`; empty if the option is absent.
  std::string report;
  bool explain = false;
  bool bench = false;
  /// Value of --peak-flops, for `bench`; 0 if the option is absent.
  double peakFlops = 0;
  int64_t items = 0;
};

/// Parses the command line. Returns std::nullopt after an error, which has been
/// printed.
std::optional<Options> parseOptions(int argc, char **argv);

/// Parses the text after `I=` in `--arg`.
std::optional<ArgumentOption> parseArgumentOption(StringRef text);

/// Prints `fp8-run: error: message`, for errors without a location in the input
/// file.
void reportError(const Twine &message);

/// Prints the message of `error` and returns failure. Returns success if there
/// is no error.
LogicalResult reportError(llvm::Error error);

} // namespace mlir::fp8::run

#endif // FP8_RUN_OPTIONS_H
