//===- Options.h - What a run is asked to do ------------------------------===//

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

/// `--arg I=VALUE`: what one argument holds.
struct ArgumentOption {
  enum class Kind { Value, Counter, Npy, Random };

  /// A number, or a `fp8.name`.
  std::string argument;
  Kind kind = Kind::Value;
  /// The value, or what a counter starts from. Integers beyond 2^53 are exact
  /// in `integer` only.
  double value = 0;
  std::optional<int64_t> integer;
  std::string file;
  uint64_t seed = 0;
  /// The interval of uniform random values, `high` excluded.
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
  /// How the states in the file of --inputs are stored, if they are.
  std::optional<StoragePreset> inputsStorage;
  /// Whether --outputs has the values of states in place of their planes.
  bool unpack = false;
  /// Whether states do not stay as they are in the file.
  bool storesStates() const {
    return train->storage != StoragePreset::FP32 ||
           !train->storageOverride.empty() || !storageChanges.empty();
  }
  /// The target, never null, and its options: from --target-options and from
  /// the flags that name one of them.
  const Target *target = nullptr;
  std::shared_ptr<TargetOptions> targetOptions;
  /// 0 with `explain` and `report` only.
  int64_t steps = 0;
  /// Of `--inputs`; neither, or one of them.
  std::string inputsFile;
  std::optional<uint64_t> inputsSeed;
  std::vector<ArgumentOption> arguments;

  // Paths; empty where the option is absent.
  std::string outputs;
  std::string csv;
  std::string plot;
  std::string dump;
  std::string health;

  /// A folder; empty where the option is absent.
  std::string checkpoint;
  /// 0: at the end only.
  int64_t checkpointEvery = 0;
  bool resume = false;

  /// table or json; empty where the option is absent.
  std::string report;
  bool explain = false;
  bool bench = false;
  /// Of `bench`; 0 where the option is absent.
  double peakFlops = 0;
  int64_t items = 0;
};

/// Reads the command line. Nothing after an error, which has been printed.
std::optional<Options> parseOptions(int argc, char **argv);

/// What follows `I=` in `--arg`.
std::optional<ArgumentOption> parseArgumentOption(StringRef text);

/// Prints `fp8-run: error: message`. For what has no place in the input file.
void reportError(const Twine &message);

/// The same for what `error` says, which is a failure; success where it says
/// nothing.
LogicalResult reportError(llvm::Error error);

} // namespace mlir::fp8::run

#endif // FP8_RUN_OPTIONS_H
