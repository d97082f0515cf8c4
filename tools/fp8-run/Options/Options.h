//===- Options.h - What a run is asked to do ------------------------------===//

#ifndef FP8_RUN_OPTIONS_H
#define FP8_RUN_OPTIONS_H

#include "fp8/IR/FP8.h"
#include "fp8/Pipelines/BlockDecoding.h"
#include "fp8/Transforms/Quantization.h"
#include "fp8/Transforms/Remat.h"
#include "fp8/Transforms/Storage.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::fp8::run {

enum class Target { Reference, Stock, CPU, Sim, CUDA };

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
  std::string entry;
  Recipe recipe = Recipe::None;
  ContractionScope scope = ContractionScope::Linear;
  bool convolutions = false;
  Format forwardFormat = Format::E4M3, backwardFormat = Format::E5M2;
  /// As the passes read them.
  std::vector<std::string> overrides, wideSteps;
  /// f32 or bf16.
  WideType wideType = WideType::F32;
  /// What is computed again, and how many bytes are kept at most; -1: any.
  RematMode remat = RematMode::None;
  int64_t rematBudget = -1;
  /// How many micro-batches a step takes, and which arguments are the same for
  /// all of them.
  int64_t microbatches = 1;
  std::vector<std::string> shared;
  StoragePreset storage = StoragePreset::FP32;
  /// What takes its place from a step on, in the order of the steps.
  std::vector<std::pair<int64_t, StoragePreset>> storageChanges;
  std::vector<std::string> storageOverrides;
  /// How the states in the file of --inputs are stored, if they are.
  std::optional<StoragePreset> inputsStorage;
  /// Whether --outputs has the values of states in place of their planes.
  bool unpack = false;
  ScalePolicy storagePolicy = ScalePolicy::Bounded;
  /// Whether gradients are clipped by the norm of the step before.
  bool lateNorm = false;
  /// Of gradients that wait for their updates.
  std::optional<int64_t> maxOutstandingBytes;
  /// Whether states do not stay as they are in the file.
  bool storesStates() const {
    return storage != StoragePreset::FP32 || !storageOverrides.empty() ||
           !storageChanges.empty();
  }
  Target target = Target::CPU;
  /// What the kernels of Target::Sim and Target::CUDA are compiled for; empty:
  /// sm_80, or the GPU that is there.
  std::string chip;
  /// Of Target::CUDA. Whether sums of 8-bit products may be faster than f32.
  bool fastSums = false;
  BlockDecoding decodeBlocks = BlockDecoding::Never;
  bool useTF32 = false;
  /// A folder; empty where the option is absent.
  std::string saveKernels;
  /// Of Target::CPU; 0: the CPUs that the process may use.
  int32_t threads = 0;
  /// 0 with `explain` and `report` only.
  int64_t steps = 0;
  /// Of `--inputs`; neither, or one of them.
  std::string inputsFile;
  std::optional<uint64_t> inputsSeed;
  std::vector<ArgumentOption> arguments;
  /// Numbers or names of results, separated by commas.
  std::string loss;

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
