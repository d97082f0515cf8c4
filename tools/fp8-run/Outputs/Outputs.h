//===- Outputs.h - Output files of a run ----------------------------------===//

#ifndef FP8_RUN_OUTPUTS_H
#define FP8_RUN_OUTPUTS_H

#include "Files/OutputFile.h"
#include "Files/SafeTensors.h"
#include "Html/Page.h"
#include "Inputs/PackedState.h"
#include "Inputs/SavedInputs.h"
#include "Options/Options.h"
#include "Outputs/Health.h"
#include "Outputs/Record.h"
#include "Step.h"

namespace mlir::fp8::run {

/// The requested files among --csv, --plot, --outputs, --save-inputs, --dump,
/// --health, --html and --trace.
class Outputs {
public:
  /// Creates the files, all of them or none.
  static llvm::Expected<Outputs> create(const Options &options);

  /// Writes the file of --save-inputs.
  llvm::Error addInputs(const SavedInputs &saved);

  /// Writes the record of the steps before the first step of this run.
  llvm::Error resume(const Record &record);

  /// Writes the page and the trace of a run whose last step was `last`.
  llvm::Error addPictures(const Step &last, const Record &record,
                          StringRef title, StringRef summary);

  /// Adds `step`, which has just run as number `number`, the last of `record`.
  /// Its results from `firstObservation` on are observations.
  llvm::Error addStep(const Step &step, size_t firstObservation, int64_t number,
                      std::optional<double> loss, double seconds);

  /// Returns the saturations of the run, if they were counted.
  std::optional<int64_t> getSaturations() const {
    return health ? std::optional(counters.getTotal("saturations"))
                  : std::nullopt;
  }

  /// Writes the files that depend on `results`, those of the last step, and
  /// puts all files in place. In --outputs, `unpacked` replaces the results of
  /// `packed`.
  llvm::Error finish(ArrayRef<NamedTensor> results, size_t firstObservation,
                     const llvm::DenseSet<unsigned> &packed,
                     const NamedResults &unpacked, const Record &record,
                     StringRef title);

private:
  std::optional<OutputFile> csv, plot, outputs, inputs, dump, health, html,
      trace;
  History history;
  /// The run of --compare.
  std::optional<ComparedRun> compared;
  Health counters;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTS_H
