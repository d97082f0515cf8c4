//===- Outputs.h - The files that a run writes ----------------------------===//

#ifndef FP8_RUN_OUTPUTS_H
#define FP8_RUN_OUTPUTS_H

#include "Files/OutputFile.h"
#include "Inputs/PackedState.h"
#include "Options/Options.h"
#include "Outputs/Health.h"
#include "Outputs/Record.h"
#include "Step.h"

namespace mlir::fp8::run {

/// Whatever of --csv, --plot, --outputs, --dump and --health is asked for.
class Outputs {
public:
  /// Creates the files, all of them or none.
  static llvm::Expected<Outputs> create(const Options &options);

  /// Writes what the steps before the first of this run have shown.
  llvm::Error resume(const Record &record);

  /// `step` has just run as number `number`, the last of `record`; its results
  /// from `firstObservation` on are observations.
  llvm::Error addStep(const Step &step, size_t firstObservation, int64_t number,
                      std::optional<double> loss, double seconds);

  /// Writes what is known at the end only, and puts all files in place. `last`
  /// holds the results of the last step; those of `packed` are left out of
  /// --outputs, and `unpacked` is there in their place.
  llvm::Error finish(const Step &last, size_t firstObservation,
                     const llvm::DenseSet<unsigned> &packed,
                     const NamedResults &unpacked, const Record &record,
                     StringRef title);

private:
  std::optional<OutputFile> csv, plot, outputs, dump, health;
  Health counters;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTS_H
